import { type Result, err, ok } from '../../../base/result.ts';
import type { Random } from '../../../base/rng.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Future } from '../../kernel/task.ts';
import type { Program, WaitStatus } from '../../workloads/program.ts';
import type { NetPort, ProcessContext } from '../../workloads/process/context.ts';
import type { Stream } from '../../workloads/process/descriptors.ts';
import { executableAt } from '../../workloads/process/exec.ts';
import type { ProcessHandle, ProcessTable } from '../../workloads/process/table.ts';
import type { Signal } from '../../workloads/signals.ts';
import { Files } from '../../workloads/vfs/files.ts';
import type { Credentials, FileSystem } from '../../workloads/vfs/port.ts';
import { type FileTree, imageRoot } from '../../workloads/vfs/tree.ts';
import type { Cgroup } from './cgroups.ts';
import { type HostFiles, type HostPlace, errnoWords } from './host-files.ts';
import { devTree, procTree, sysTree } from './pseudo-files.ts';
import type { OciMount, OciSpec } from './spec.ts';

// Models runc 1.3 (libcontainer) and the shim around it: create, start, exec, kill.

export interface OciContainerOptions {
  readonly kernel: Kernel;
  readonly id: string;
  readonly name: string;
  readonly pod: ObjectRef;
  readonly spec: OciSpec;
  readonly image: FileSystem;
  readonly host: HostFiles;
  readonly cgroup: Cgroup;
  readonly table: ProcessTable;
  /** Ends only its own processes when it shares a table. */
  readonly sharesTable: boolean;
  readonly net: NetPort | undefined;
  readonly shm: FileTree;
  readonly node: {
    readonly memoryBytes: number;
    readonly diskBytes: number;
    usedMemoryBytes(): number;
    readonly cpus: number;
    readonly nodeName: string;
    mayFork(): boolean;
    uptimeSeconds(): number;
  };
  readonly sysctls: Readonly<Record<string, string>>;
  /** Ports below it need a capability. */
  readonly unprivilegedPortStart: number;
}

const ROOT: Credentials = { uid: 0, gid: 0, groups: [], override: true };
/** Before what runc's init says. */
export const INIT_ERROR = 'unable to start container process: error during container init: ';
/** A change of memory is told when it is this part of the limit, or, without one, so much or half of what there was. */
const TOLD_PART = 24;
const TOLD_BYTES = 4 * 1024 * 1024;
/** runc's own init needs about this much. */
const RUNC_MEMORY = 4 * 1024 * 1024;

/** A program that is not there, not one that may not be run. */
const MISSING = /not found in \$PATH|no such file or directory/;

interface Prepared {
  readonly program: Program;
  readonly argv: readonly string[];
}

/** One container: files, namespaces and the process that is its first. */
export class OciContainer {
  readonly id: string;
  readonly name: string;
  readonly options: OciContainerOptions;
  readonly vfs: Files;
  readonly context: ProcessContext;
  readonly rootfs: FileTree;
  private readonly env: ReadonlyMap<string, string>;
  private init: ProcessHandle | undefined;
  private prepared: Prepared | undefined;
  private readonly execs = new Set<ProcessHandle>();
  oomKilled = false;
  private toldBytes = 0;
  stdin: Stream | undefined;
  stdout: Stream = {};
  stderr: Stream = {};

  constructor(options: OciContainerOptions) {
    this.options = options;
    this.id = options.id;
    this.name = options.name;
    this.rootfs = imageRoot(options.image, options.node.diskBytes);
    this.vfs = new Files(this.rootfs, {
      readOnly: options.spec.readonlyRootfs,
      memory: (bytes) => void this.charge(bytes),
    });
    this.env = new Map(options.spec.env);
    this.context = this.makeContext();
    options.cgroup.onOom = () => this.oom();
  }

  get pid(): number | undefined {
    return this.init?.pid;
  }

  get done(): Future<WaitStatus> | undefined {
    return this.init?.done;
  }

  private makeContext(): ProcessContext {
    const { kernel, id, spec, cgroup, node, net } = this.options;
    const random: Random = kernel.random(
      `container/${this.options.pod.namespace}/${this.options.pod.name}/${this.name}/${id.slice(0, 8)}`,
    );
    return {
      name: this.name,
      vfs: this.vfs,
      random,
      ...(net === undefined ? {} : { net }),
      declaredPorts: spec.declaredPorts,
      runsToEnd: spec.runsToEnd,
      ...(spec.standIn === undefined ? {} : { standIn: spec.standIn }),
      mainPid: () => this.init?.pid,
      unprivilegedPortStart: this.options.unprivilegedPortStart,
      capabilities: spec.capabilities,
      hostname: () => spec.hostname,
      cpuTime: (us) => cgroup.cpuTime(us, kernel.now()),
      rest: (millis) => cgroup.rest(millis, kernel.now()),
      charge: (_pid, bytes) => this.charge(bytes),
      resources: () => ({
        rssBytes: 0,
        nodeMemoryBytes: node.memoryBytes,
        nodeUsedBytes: node.usedMemoryBytes(),
        nodeCpus: node.cpus,
        ...((cgroup.limits.memoryLimitBytes ?? 0) > 0
          ? { memoryLimitBytes: cgroup.limits.memoryLimitBytes }
          : {}),
        ...((cgroup.limits.cpuQuotaUs ?? 0) > 0
          ? { cpuMillis: Math.round((cgroup.limits.cpuQuotaUs ?? 0) / 100) }
          : {}),
      }),
      mayFork: () => node.mayFork(),
    };
  }

  /** Memory over a limit: the kernel kills the whole cgroup whose limit it is. */
  private charge(bytes: number): boolean {
    const full = this.options.cgroup.charge(bytes);
    if (full === undefined) {
      this.tellMemory();
      return true;
    }
    full.oomKills++;
    if (full !== this.options.cgroup) this.options.cgroup.oomKills++;
    const kill = full.onOom ?? this.options.cgroup.onOom;
    this.options.kernel.after(0, () => kill?.());
    return false;
  }

  private tellMemory(): void {
    const { kernel, cgroup, node, pod } = this.options;
    const bytes = cgroup.memoryBytes;
    const limitBytes = cgroup.limits.memoryLimitBytes ?? 0;
    const step = limitBytes > 0 ? limitBytes / TOLD_PART : Math.max(TOLD_BYTES, this.toldBytes / 2);
    if (Math.abs(bytes - this.toldBytes) < step) return;
    this.toldBytes = bytes;
    kernel.record(`runc/${node.nodeName}`, 'cgroup.memory', {
      node: node.nodeName,
      pod,
      container: this.name,
      bytes,
      ...(limitBytes > 0 ? { limitBytes } : {}),
    });
  }

  private oom(): void {
    this.oomKilled = true;
    this.kill('SIGKILL');
  }

  /** Makes namespaces, mounts and the rest, and looks the program up. Errors are runc's, from `unable to start …` on. */
  create(): Result<void, string> {
    const { cgroup, spec } = this.options;
    const limit = cgroup.limits.memoryLimitBytes ?? 0;
    if (limit > 0 && limit < RUNC_MEMORY)
      return err('unable to start container process: container init was OOM-killed (memory limit too low?)');
    const mounted = this.mountAll();
    if (mounted !== undefined) return err(INIT_ERROR + mounted);
    const entered = this.enterWorkingDirectory();
    if (entered !== undefined) return err(INIT_ERROR + entered);
    const found = this.find(spec.args);
    if (!found.ok) return err(INIT_ERROR + found.error);
    this.prepared = found.value;
    return ok();
  }

  private mountAll(): string | undefined {
    const { cgroup, table, node, sysctls, shm, spec, host } = this.options;
    const output = (fd: 1 | 2, text: string): void => (fd === 1 ? this.stdout : this.stderr).write?.(text);
    const pseudo = {
      table,
      cgroup,
      nodeMemoryBytes: node.memoryBytes,
      nodeCpus: node.cpus,
      uptimeSeconds: () => node.uptimeSeconds(),
      sysctls,
      spec,
      writable: spec.privileged,
      rootIs: spec.rootIs,
      output,
    };
    this.vfs.mount('/proc', procTree(pseudo));
    this.vfs.mount('/dev', devTree(this.context.random));
    this.vfs.mount('/dev/shm', shm);
    this.vfs.mount('/sys', sysTree(cgroup), { readOnly: true });
    for (const mount of [...spec.mounts].sort((a, b) => depth(a.destination) - depth(b.destination))) {
      const place =
        mount.image === undefined ? host.place(mount.source) : inImage(mount.image.tree, mount.image.subPath);
      if (place === undefined)
        return `error mounting "${mount.source}" to rootfs at "${mount.destination}": stat ${mount.source}: no such file or directory`;
      const failed = this.bind(mount, place);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }

  private bind({ source, destination, readonly }: OciMount, place: HostPlace): string | undefined {
    const there = this.vfs.lookup(destination, ROOT);
    const directory = place.node.kind === 'directory';
    if (there.ok && (there.value.kind === 'directory') !== directory) {
      const flags = readonly ? 'MS_RDONLY|MS_BIND|MS_REC' : 'MS_BIND|MS_REC';
      return `error mounting "${source}" to rootfs at "${destination}": mount src=${source}, dst=${destination}, dstFd=/proc/thread-self/fd/14, flags=${flags}: not a directory`;
    }
    const mounted = this.vfs.mount(destination, place.fs, { readOnly: readonly, subPath: place.path });
    return mounted.ok
      ? undefined
      : `error mounting "${source}" to rootfs at "${destination}": ${errnoWords(mounted.error)}`;
  }

  /** A missing one is made. */
  private enterWorkingDirectory(): string | undefined {
    const { cwd } = this.options.spec;
    let path = '';
    for (const part of cwd.split('/').filter((each) => each !== '')) {
      path += `/${part}`;
      const there = this.vfs.lookup(path, ROOT);
      if (there.ok && there.value.kind !== 'directory') return `mkdir ${path}: not a directory`;
      if (!there.ok) this.rootfs.mkdirs(path);
    }
    const allowed = this.vfs.access(cwd, this.credentials(), 'execute');
    return allowed.ok
      ? undefined
      : `chdir to cwd ("${cwd}") set in config.json failed: ${errnoWords(allowed.error)}`;
  }

  private credentials(): Credentials {
    const { user, capabilities } = this.options.spec;
    return {
      uid: user.uid,
      gid: user.gid,
      groups: user.additionalGids,
      override: capabilities.has('CAP_DAC_OVERRIDE'),
    };
  }

  /** Looks a program up as runc does with Go's exec.LookPath. */
  private find(args: readonly string[]): Result<Prepared, string> {
    const name = args[0] ?? '';
    const { standIn } = this.options.spec;
    const looked = this.lookPath(name);
    const path = looked.ok || standIn === undefined || !MISSING.test(looked.error) ? looked : ok(standIn);
    if (!path.ok) return err(`exec: "${name}": ${path.error}`);
    const found = executableAt(this.vfs, path.value, args, this.credentials());
    if (found.ok) return ok(found.value);
    // The kernel refuses it after runc is gone: the container is started all the same.
    const why = found.error === 'ENOEXEC' ? 'exec format error' : errnoWords(found.error);
    return ok({ program: refusedByKernel(path.value, why), argv: args });
  }

  private lookPath(name: string): Result<string, string> {
    const as = this.credentials();
    if (name.includes('/')) {
      const path = name.startsWith('/') ? name : `${this.options.spec.cwd}/${name}`;
      const there = this.vfs.lookup(path, as);
      if (!there.ok) return err(`stat ${name}: ${errnoWords(there.error)}`);
      if (there.value.kind === 'directory') return err('is a directory');
      return this.vfs.access(path, as, 'execute').ok ? ok(path) : err('permission denied');
    }
    for (const folder of (this.env.get('PATH') ?? '').split(':')) {
      const path = `${folder === '' ? '.' : folder}/${name}`;
      const there = this.vfs.lookup(path, as);
      if (there.ok && there.value.kind !== 'directory' && this.vfs.access(path, as, 'execute').ok)
        return ok(path);
    }
    return err('executable file not found in $PATH');
  }

  /** Runs what was looked up. */
  start(): void {
    const { prepared } = this;
    if (prepared === undefined) return;
    const { stdin, stdout, stderr } = this;
    this.init = this.run(prepared, { ...(stdin === undefined ? {} : { stdin }), stdout, stderr });
  }

  private run(
    { program, argv }: Prepared,
    streams: { readonly stdin?: Stream; readonly stdout: Stream; readonly stderr: Stream },
  ): ProcessHandle {
    const { table, spec } = this.options;
    return table.start({
      context: this.context,
      program,
      argv,
      env: this.env,
      cwd: spec.cwd === '' ? '/' : spec.cwd,
      uid: spec.user.uid,
      gid: spec.user.gid,
      groups: spec.user.additionalGids,
      ...streams,
    });
  }

  /** Another process in the container. */
  exec(
    args: readonly string[],
    streams: { readonly stdin?: Stream; readonly stdout: Stream; readonly stderr: Stream },
  ): Result<ProcessHandle, string> {
    const found = this.find(args);
    if (!found.ok)
      return err(`OCI runtime exec failed: exec failed: unable to start container process: ${found.error}`);
    const handle = this.run(found.value, streams);
    this.execs.add(handle);
    handle.done.subscribe(() => this.execs.delete(handle));
    return ok(handle);
  }

  /** Ctrl-C at the container's terminal. */
  interrupt(): void {
    this.init?.interrupt();
  }

  /** A signal to the first process; SIGKILL to all. */
  kill(signal: Signal): void {
    this.init?.kill(signal);
    if (signal !== 'SIGKILL') return;
    for (const handle of [...this.execs]) handle.kill('SIGKILL');
    if (!this.options.sharesTable) return;
    for (const { pid } of this.options.table.list()) {
      const process = this.options.table.get(pid);
      if (process !== undefined && process.context === this.context)
        this.options.table.deliver(process, 'SIGKILL', true);
    }
  }

  /** SIGTERM to each of its processes, from the node. */
  terminate(): void {
    const { table } = this.options;
    for (const { pid } of table.list()) {
      const process = table.get(pid);
      if (process !== undefined && process.context === this.context) table.deliver(process, 'SIGTERM', true);
    }
  }

  /** What is left of it is killed. */
  cleanUp(): void {
    this.kill('SIGKILL');
  }
}

function inImage(fs: FileSystem, subPath: string): HostPlace | undefined {
  const found = new Files(fs).lookup(`/${subPath}`, ROOT);
  return found.ok ? { fs, path: subPath, node: found.value } : undefined;
}

function depth(path: string): number {
  return path.split('/').length;
}

/** execve fails after the container was started: runc's init says so and ends with 255. */
function refusedByKernel(path: string, why: string): Program {
  return function* (sys) {
    yield* sys.write(2, `exec ${path}: ${why}\n`);
    return 255;
  };
}
