import type { SimTime } from '../../../trace/ids.ts';
import type { Task } from '../../kernel/task.ts';
import type { ProcessInfo, Syscalls } from '../program.ts';
import { type Accounts, accounts } from './accounts.ts';
import { fail, out } from './io.ts';
import { commandName } from './processes.ts';

function clock(us: number): string {
  const seconds = Math.floor(us / 1e6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

interface Column {
  readonly head: string;
  readonly width: number;
  readonly right?: boolean;
  readonly cell: (process: ProcessInfo, of: { readonly known: Accounts; readonly now: SimTime }) => string;
}

const COLUMNS: Readonly<Record<string, Column>> = {
  pid: { head: 'PID', width: 5, right: true, cell: ({ pid }) => String(pid) },
  ppid: { head: 'PPID', width: 5, right: true, cell: ({ ppid }) => String(ppid) },
  user: { head: 'USER', width: 8, cell: ({ uid }, { known }) => known.user(uid) ?? String(uid) },
  group: { head: 'GROUP', width: 8, cell: ({ uid }, { known }) => known.group(uid) ?? String(uid) },
  comm: { head: 'COMMAND', width: 16, cell: commandName },
  args: {
    head: 'COMMAND',
    width: 0,
    cell: (process) => (process.state === 'Z' ? `[${commandName(process)}]` : process.argv.join(' ')),
  },
  time: { head: 'TIME', width: 5, cell: ({ cpuUs }) => clock(cpuUs).padStart(5) },
  etime: { head: 'ELAPSED', width: 7, right: true, cell: ({ startedAt }, { now }) => clock(now - startedAt) },
  stat: { head: 'STAT', width: 4, cell: ({ state }) => state },
  vsz: {
    head: 'VSZ',
    width: 4,
    right: true,
    cell: ({ rssBytes }) => String(Math.round(rssBytes / 1024) + 4_300),
  },
  rss: {
    head: 'RSS',
    width: 4,
    right: true,
    cell: ({ rssBytes }) => String(Math.max(4, Math.round(rssBytes / 1024))),
  },
  tty: { head: 'TT', width: 6, cell: () => '?' },
};
const DEFAULT_COLUMNS = ['pid', 'user', 'time', 'args'];
const DEFAULT_HEAD = 'PID   USER     TIME  COMMAND';
const TERMINAL_WIDTH = 79;

/** Models busybox procps/ps.c with -o, cut to the terminal's width unless -w. */
export function* ps(sys: Syscalls, argv: readonly string[]): Task<number> {
  const asked = argv.flatMap((arg, index) =>
    arg === '-o' ? [argv[index + 1] ?? ''] : /^-o./.test(arg) ? [arg.slice(2)] : [],
  );
  const names =
    asked.length === 0
      ? DEFAULT_COLUMNS
      : asked
          .join(',')
          .split(',')
          .map((name) => name.split('=')[0] as string);
  const unknown = names.find((name) => COLUMNS[name] === undefined);
  if (unknown !== undefined) {
    const supported = Object.keys(COLUMNS).join(',');
    return yield* fail(sys, `ps: bad -o argument '${unknown}', supported arguments: ${supported}`);
  }
  const columns = names.flatMap((name) => COLUMNS[name] ?? []);
  const wide = argv.slice(1).some((arg) => /^-?[a-zA-Z]*w/.test(arg) && !arg.startsWith('-o'));
  const of = { known: yield* accounts(sys), now: sys.now() };
  const line = (cells: readonly string[]): string => {
    const text = cells
      .map((value, index) => padded(value, columns[index], index === cells.length - 1))
      .join(' ');
    return wide ? text : text.slice(0, TERMINAL_WIDTH);
  };
  const head =
    asked.length === 0 ? DEFAULT_HEAD : line(columns.map(({ head: text, width }) => text.padEnd(width)));
  const rows = sys.processes().map((process) => line(columns.map(({ cell }) => cell(process, of))));
  yield* out(sys, `${[head, ...rows].join('\n')}\n`);
  return 0;
}

function padded(value: string, column: Column | undefined, last: boolean): string {
  const width = column?.width ?? 0;
  if (column?.right === true) return value.padStart(width);
  return last ? value.trimEnd() : value.padEnd(width);
}
