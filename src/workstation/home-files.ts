import type { FileChange } from '../trace/kinds/input.ts';
import type { LocalFiles } from './files.ts';

/** What is told of changed files: more, or longer ones, stay on the machine alone. */
const MOST_FILES = 200;
const MOST_CHARACTERS = 200_000;

type Texts = ReadonlyMap<string, string>;

/** The files below the home directory, and what changes of them from command to command. */
export class HomeFiles {
  private readonly home: LocalFiles;
  private known: Texts = new Map();

  constructor(home: LocalFiles) {
    this.home = home;
  }

  /** Takes the files as they are for known. */
  look(): void {
    this.known = this.texts();
  }

  /** What has changed since the last look; undefined when nothing has. */
  changes(): Readonly<Record<string, FileChange>> | undefined {
    const before = this.known;
    this.look();
    const changed: Record<string, FileChange> = {};
    for (const [name, text] of this.known) {
      const held = before.get(name);
      if (held !== text) changed[name] = { ...(held === undefined ? {} : { before: held }), text };
    }
    for (const [name, held] of before) if (!this.known.has(name)) changed[name] = { before: held };
    return Object.keys(changed).length === 0 ? undefined : changed;
  }

  private texts(): Texts {
    const found = new Map<string, string>();
    const walk = (directory: string): void => {
      for (const name of this.home.list(directory) ?? []) {
        if (name.startsWith('.') || found.size >= MOST_FILES) continue;
        const path = directory === '.' ? name : `${directory}/${name}`;
        const read = this.home.read(path);
        if (!read.ok) walk(path);
        else if (read.value.length <= MOST_CHARACTERS) found.set(path, read.value);
      }
    };
    walk('.');
    return found;
  }
}
