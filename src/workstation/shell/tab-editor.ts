import type { Task } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { fail, out } from '../../engine/workloads/toolbox/io.ts';
import { HOME, type LocalFiles, absolute } from '../files.ts';

/** The page's editor, as the machine sees it: its tabs are the files of the home directory. */
export interface Tabs {
  readonly files: LocalFiles;
  /** Tells that a file is to be edited, while the command goes on. */
  tell(open: string): void;
  /** Makes a file that is not of the home directory a tab, until it is taken back or the command ends. */
  lend(name: string, text: string): void;
  takeBack(name: string): void;
}

/**
 * vi where the editor is the page's: the file is a tab, and Enter in the terminal says that it reads as it should, as
 * Apply does in the editor. A file from elsewhere is a tab for as long as it is edited.
 */
export function tabEditor(tabs: Tabs): Program {
  return function* (sys: Syscalls): Task<number> {
    const name = sys.argv[0]?.split('/').pop() ?? '';
    const given = sys.argv.slice(1).find((word) => !/^[-+]./.test(word));
    if (given === undefined || !sys.isTerminal(0))
      return yield* fail(sys, `${name}: files are edited in the editor's tabs`);
    const { files } = tabs;
    const path = absolute(given, sys.cwd());
    const held = files.read(path);
    if (!held.ok && held.error === 'directory') return yield* fail(sys, `${name}: ${given} is a directory`);
    const tab = path.startsWith(`${HOME}/`)
      ? path.slice(HOME.length + 1)
      : path.slice(path.lastIndexOf('/') + 1);
    const lent = path !== `${HOME}/${tab}`;
    const text = held.ok ? held.value : '';
    if (lent) tabs.lend(tab, text);
    else if (!held.ok) files.write(tab, text);
    tabs.tell(tab);
    yield* out(
      sys,
      `${tab} is in the editor. When it reads as it should, Apply there or Enter here; Ctrl-C to give up.\n`,
    );
    yield* nextLine(sys);
    const edited = files.read(tab);
    if (lent && edited.ok) files.write(path, edited.value);
    if (lent) tabs.takeBack(tab);
    return edited.ok ? 0 : 1;
  };
}

function* nextLine(sys: Syscalls): Task {
  while ((yield* sys.read(0)) === 'interrupted');
}
