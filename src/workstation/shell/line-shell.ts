import { type Task } from '../../engine/kernel/task.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import { LIMITS } from '../../engine/kernel/limits.ts';
import type { NetPort, ProcessContext } from '../../engine/workloads/process/context.ts';
import type { Stream } from '../../engine/workloads/process/descriptors.ts';
import { type ProcessHandle, ProcessTable } from '../../engine/workloads/process/table.ts';
import type { Program } from '../../engine/workloads/program.ts';
import { Shell } from '../../engine/workloads/shell/shell.ts';
import { ShellState, Variables } from '../../engine/workloads/shell/state.ts';
import { HOME } from '../files.ts';
import { exitOfInterrupted } from '../kubectl/interrupted.ts';
import type { Disk } from './disk.ts';

/** $? after Ctrl-C: 128 and SIGINT's number. */
const INTERRUPTED = 130;
const KUBECTL_NAMES = /^(?:.*\/)?(?:kubectl|k)$/;
const MEMORY_BYTES = 16 * 1024 ** 3;
const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

export interface ShellStreams {
  readonly stdin: Stream;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** A login on the learner's machine: lines run one by one, variables, functions and the directory stay from line to line. */
export class LineShell {
  /** The directory the next line runs in. */
  cwd = HOME;
  readonly home = HOME;
  private readonly table: ProcessTable;
  private readonly context: ProcessContext;
  private readonly state: ShellState;
  private login: ProcessHandle | undefined;

  constructor(kernel: Kernel, disk: Disk, net: NetPort) {
    this.table = new ProcessTable(kernel);
    this.context = {
      name: 'workstation',
      vfs: disk.vfs,
      random: kernel.random('workstation'),
      net,
      capabilities: new Set([
        'CAP_DAC_OVERRIDE',
        'CAP_KILL',
        'CAP_CHOWN',
        'CAP_FOWNER',
        'CAP_NET_BIND_SERVICE',
      ]),
      hostname: () => 'workstation',
      cpuTime: (us) => us,
      charge: () => true,
      resources: () => ({ rssBytes: 0, nodeMemoryBytes: MEMORY_BYTES, nodeCpus: 8 }),
      mayFork: () => this.table.size < LIMITS.processesPerNode,
    };
    const exported = (value: string) => ({ value, exported: true, readOnly: false });
    const options = {
      errexit: false,
      nounset: false,
      xtrace: false,
      noglob: false,
      noexec: false,
      pipefail: false,
      allexport: false,
    };
    this.state = new ShellState({
      variables: new Variables([
        ['HOME', exported(HOME)],
        ['PATH', exported(PATH)],
        ['USER', exported('root')],
        ['SHELL', exported('/bin/bash')],
        ['BASH_VERSION', { value: '5.2.37(1)-release', exported: false, readOnly: false }],
        ['TERM', exported('xterm-256color')],
        ['PWD', exported(HOME)],
        ['OPTIND', { value: '1', exported: false, readOnly: false }],
      ]),
      functions: new Map(),
      options,
      name: 'bash',
      dialect: 'bash',
      positional: [],
      subshell: false,
      mainPid: 1,
      startedUs: kernel.unixUs(),
    });
  }

  /** Runs a line in a process of its own; answers how it ends. */
  run(line: string, streams: ShellStreams): ProcessHandle {
    this.login ??= this.start(reaper, { stdin: {}, stdout: {}, stderr: {} });
    const { state } = this;
    const program: Program = (sys) => this.line(new Shell(sys, state), withAliases(line));
    return this.start(program, streams);
  }

  private *line(shell: Shell, text: string): Task<number> {
    shell.interactive = true;
    shell.state.source = text;
    try {
      return yield* shell.main(text, false);
    } finally {
      this.cwd = shell.sys.cwd();
    }
  }

  private start(program: Program, streams: ShellStreams): ProcessHandle {
    return this.table.start({
      context: this.context,
      program,
      argv: ['bash'],
      env: this.state.environment(),
      cwd: this.cwd,
      uid: 0,
      gid: 0,
      ...streams,
    });
  }

  /** Ctrl-C: ends a line's shell and what it runs in the foreground. */
  interrupt(handle: ProcessHandle): void {
    const background = new Set(this.state.jobs.map(({ pid }) => pid));
    const first = this.table.get(handle.pid);
    const family = first === undefined ? [] : [first];
    for (const { children } of family)
      family.push(...[...children].filter(({ pid }) => !background.has(pid)));
    const [command = '', ...words] = family.at(-1)?.argv ?? [];
    const own = KUBECTL_NAMES.test(command) ? exitOfInterrupted(words) : undefined;
    this.state.status = own ?? INTERRUPTED;
    for (const process of family) this.table.deliver(process, 'SIGKILL', true);
  }
}

/** PID 1: whoever outlives its line becomes its child. */
const reaper: Program = function* (sys) {
  sys.signal('SIGCHLD', () => undefined);
  for (;;) {
    const ended = yield* sys.wait();
    if (ended === 'ECHILD') yield* sys.pause();
  }
};

const ALIAS = /(^|[;&\n]\s*)alias\s+([\w.-]+)=('[^']*'|"[^"]*"|[^\s;&]+)/g;

/** The shell knows functions and no aliases: one is written as the other. */
function withAliases(line: string): string {
  return line.replace(ALIAS, (_, before: string, name: string, value: string) => {
    const text = value.replace(/^(['"])(.*)\1$/s, '$2');
    const own = text.split(' ')[0] === name ? 'command ' : '';
    return `${before}${name}() { ${own}${text} "$@"; }`;
  });
}
