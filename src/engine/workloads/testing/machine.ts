import { randomStream } from '../../../base/rng.ts';
import { Kernel } from '../../kernel/kernel.ts';
import { Future } from '../../kernel/task.ts';
import { baseTree } from '../images/rootfs.ts';
import type { NetPort, ProcessContext, ProcessEvents } from '../process/context.ts';
import { executableAt } from '../process/exec.ts';
import { type ProcessHandle, ProcessTable } from '../process/table.ts';
import type { Program } from '../program.ts';
import { over } from '../toolbox/io.ts';
import { Files } from '../vfs/files.ts';
import { FileTree, imageRoot } from '../vfs/tree.ts';

const ROOT = { uid: 0, gid: 0, groups: [], override: true };
/** 2026-01-02 03:04:05 UTC */
const EPOCH_US = 1_767_323_045_000_000;
const SHARED = baseTree('busybox');

/** A network on which one may listen and nobody is heard. */
const DEAF: NetPort = {
  listen: (port) => ({
    ok: true,
    value: {
      port,
      protocol: 'TCP',
      close: () => undefined,
      poll: () => undefined,
      ready: () => new Future(),
    },
  }),
  connect: () => over({ ok: false, error: 'refused' }),
  resolve: (name) => over({ server: '', status: 'nxdomain', name, records: [], asked: [name] }),
  ping: () => over(undefined),
  interfaces: () => [],
  sockets: () => [],
};

export interface MachineOptions {
  readonly uid?: number;
  readonly net?: NetPort;
  readonly image?: FileTree;
  readonly memoryLimitBytes?: number;
  /** The root file system. */
  readonly readOnly?: boolean;
  /** Without it all that root usually has. */
  readonly capabilities?: readonly string[];
  readonly unprivilegedPortStart?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly events?: ProcessEvents;
  readonly kernel?: Kernel;
}

export interface Ran {
  readonly exit: number | 'running';
  readonly stdout: string;
  readonly stderr: string;
  readonly tookUs: number;
}

/** One container without a cluster, for tests: an image's files, a process table, output kept as text. */
export class Machine {
  readonly kernel: Kernel;
  readonly files: Files;
  readonly table: ProcessTable;
  stdout = '';
  stderr = '';
  private readonly options: MachineOptions;
  private readonly context: ProcessContext;
  private rss = 0;

  constructor(options: MachineOptions = {}) {
    this.options = options;
    this.kernel = options.kernel ?? new Kernel({ seed: 1, epochUs: EPOCH_US, sink: () => undefined });
    this.files = new Files(imageRoot(options.image ?? SHARED), { readOnly: options.readOnly ?? false });
    this.table = new ProcessTable(this.kernel, options.events ?? {});
    const dev = new FileTree({ source: 'tmpfs', type: 'tmpfs' });
    dev.put(
      '/null',
      dev.newDevice(
        () => '',
        () => ({ ok: true, value: undefined }),
      ),
    );
    const zero = dev.newDevice(
      () => '\0'.repeat(65_536),
      () => ({ ok: true, value: undefined }),
    );
    dev.put('/zero', { ...zero, endless: true });
    this.files.mount('/dev', dev);
    this.context = {
      name: 'test',
      vfs: this.files,
      random: randomStream(1, 'test'),
      net: options.net ?? DEAF,
      ...(options.unprivilegedPortStart === undefined
        ? {}
        : { unprivilegedPortStart: options.unprivilegedPortStart }),
      capabilities: new Set(
        options.capabilities ?? [
          'CAP_CHOWN',
          'CAP_DAC_OVERRIDE',
          'CAP_FOWNER',
          'CAP_KILL',
          'CAP_SETGID',
          'CAP_SETUID',
        ],
      ),
      hostname: () => 'web',
      cpuTime: (us) => us,
      charge: (_, bytes) => this.charge(bytes),
      resources: () => ({
        rssBytes: this.rss,
        memoryLimitBytes: options.memoryLimitBytes,
        nodeMemoryBytes: 16 * 1024 ** 3,
        nodeCpus: 2,
      }),
      mayFork: () => this.table.size < 200,
    };
  }

  private charge(bytes: number): boolean {
    if (this.rss + bytes > (this.options.memoryLimitBytes ?? Number.POSITIVE_INFINITY)) return false;
    this.rss += bytes;
    return true;
  }

  /** Starts argv as the next process without a parent: PID 1 the first time. */
  start(argv: readonly string[]): ProcessHandle {
    const env = new Map(
      Object.entries({ PATH: '/sbin:/usr/sbin:/bin:/usr/bin', HOME: '/root', ...this.options.env }),
    );
    const [name = ''] = argv;
    const path = name.includes('/')
      ? name
      : ['/bin', '/usr/bin', '/usr/sbin']
          .map((directory) => `${directory}/${name}`)
          .find((candidate) => this.files.stat(candidate, ROOT).ok);
    const found = executableAt(this.files, path ?? name, argv, ROOT);
    const missing: Program = () => over(127);
    return this.table.start({
      context: this.context,
      program: found.ok ? found.value.program : missing,
      argv: found.ok ? found.value.argv : argv,
      env,
      cwd: '/',
      uid: this.options.uid ?? 0,
      gid: this.options.uid ?? 0,
      stdout: { write: (text) => (this.stdout += text) },
      stderr: { write: (text) => (this.stderr += text) },
    });
  }

  /** Runs `sh -c script` to its end, or until `untilUs`. */
  sh(script: string, ...args: readonly string[]): Ran {
    return this.finish(this.start(['sh', '-c', script, ...args]));
  }

  finish(handle: ProcessHandle, untilUs = 3_600_000_000): Ran {
    this.kernel.advance({ until: this.kernel.now() + untilUs, quiet: true, maxTurns: 3_000_000 });
    const exit = handle.done.settled ? handle.done.value().code : 'running';
    return { exit, stdout: this.stdout, stderr: this.stderr, tookUs: this.kernel.now() };
  }
}

/** The output of a script run in a machine of its own. */
export function sh(script: string, ...args: readonly string[]): Ran {
  return new Machine().sh(script, ...args);
}
