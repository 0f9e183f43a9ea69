import { createStore } from 'zustand/vanilla';

/** The editor's tabs: the learner's files, by name. */
export interface FilesState {
  readonly files: Readonly<Record<string, string>>;
  readonly open: string;
  /** What was loaded: the scenario's own files. */
  readonly loaded: Readonly<Record<string, string>>;
}

type Files = Readonly<Record<string, string>>;

const NEW_FILE = 'untitled.yaml';

/** The files on the learner's machine. Nothing here is ever thrown away by an error elsewhere. */
export function createFilesStore() {
  const store = createStore<FilesState>(() => ({ files: {}, open: '', loaded: {} }));
  return {
    store,
    /**
     * Takes a scenario's files in place of what was there; `edited` is what somebody had made of them. Theirs are in
     * front.
     */
    load(loaded: Files, edited: Files = loaded): void {
      const names = Object.keys(edited);
      const theirs = names.find((name) => edited[name] !== loaded[name]);
      store.setState({ files: edited, open: theirs ?? names[0] ?? '', loaded });
    },
    write(name: string, text: string): void {
      store.setState((state) => ({ files: { ...state.files, [name]: text } }));
    },
    /** Whether the tabs are no longer what was loaded. */
    isEdited(): boolean {
      const { files, loaded } = store.getState();
      const names = Object.keys(files);
      return (
        names.length !== Object.keys(loaded).length || names.some((name) => files[name] !== loaded[name])
      );
    },
    show: (open: string): void => store.setState({ open }),
    /** A new empty file under a name nobody has; answers it. */
    create(name = NEW_FILE): string {
      const { files } = store.getState();
      let free = name;
      for (let number = 2; Object.hasOwn(files, free); number++)
        free = name.replace(/(\.[^.]*)?$/, `-${number}$1`);
      store.setState({ files: { ...files, [free]: '' }, open: free });
      return free;
    },
    remove(name: string): void {
      store.setState((state) => {
        const { [name]: _gone, ...files } = state.files;
        return { files, open: state.open === name ? (Object.keys(files)[0] ?? '') : state.open };
      });
    },
  };
}

export type FilesStore = ReturnType<typeof createFilesStore>;
