import { type Result, err, ok } from '../../../base/result.ts';
import type { Random } from '../../../base/rng.ts';
import type { SimTime } from '../../../trace/ids.ts';
import { Future, type Task, sleep, wait, waitUpTo } from '../../kernel/task.ts';
import type { Errno } from '../errno.ts';
import type {
  Blocked,
  Connection,
  Data,
  Disposition,
  ListenSocket,
  Lookup,
  NetError,
  OpenFlags,
  Program,
  SpawnRequest,
  Syscalls,
  WaitStatus,
} from '../program.ts';
import type { Signal } from '../signals.ts';
import type { Payload } from '../sockets.ts';
import type { Credentials, FileStat, FsChange } from '../vfs/port.ts';
import type { NetListener, NetStream } from './context.ts';
import { type Description, fileDescription, pipeDescriptions } from './descriptors.ts';
import { executableAt } from './exec.ts';
import type { Process } from './process.ts';
import type { ProcessHost } from './port.ts';

/** CPU that calls cost, in µs; it is charged in lumps. */
const CALL_US = 1;
const FORK_US = 500;
const BYTES_PER_US = 2_000;
const LUMP_US = 100;
/** CPU calls without a sleep after which a busy loop's CPU time is stretched, so that it costs the engine little. */
const BUSY_CALLS = 1_000;
const BUSY_DOUBLING = 100;
const LONGEST_BURST_US = 1_000_000;
const PRUNE_SOCKETS = 64;

/** The system calls of one process of a table. */
export class SyscallsOf implements Syscalls {
  private readonly table: ProcessHost;
  private readonly process: Process;
  private owedUs = 0;

  constructor(table: ProcessHost, process: Process) {
    this.table = table;
    this.process = process;
  }

  get pid(): number {
    return this.process.pid;
  }
  get ppid(): number {
    return this.process.ppid;
  }
  get argv(): readonly string[] {
    return this.process.argv;
  }
  get env(): ReadonlyMap<string, string> {
    return this.process.env;
  }
  get uid(): number {
    return this.process.uid;
  }
  get gid(): number {
    return this.process.gid;
  }
  get groups(): readonly number[] {
    return this.process.groups;
  }

  hostname(): string {
    return this.process.context.hostname();
  }
  cwd(): string {
    return this.process.cwd;
  }
  now(): SimTime {
    return this.table.kernel.now();
  }
  unixUs(): number {
    return this.table.kernel.unixUs();
  }
  random(): Random {
    return this.process.context.random;
  }
  resources(): ReturnType<Syscalls['resources']> {
    return { ...this.process.context.resources(), rssBytes: this.process.rssBytes };
  }
  umask(mask?: number): number {
    const old = this.process.umask;
    if (mask !== undefined) this.process.umask = mask & 0o777;
    return old;
  }

  chdir(path: string): Result<void, Errno> {
    const real = this.vfs.realpath(this.absolute(path), this.credentials);
    if (!real.ok) return real;
    const stat = this.vfs.stat(real.value, this.credentials);
    if (!stat.ok) return stat;
    if (stat.value.kind !== 'directory') return err('ENOTDIR');
    const enter = this.vfs.access(real.value, this.credentials, 'execute');
    if (!enter.ok) return enter;
    this.process.cwd = real.value;
    return ok();
  }

  *sleep(us: number): Blocked<'elapsed'> {
    if (us >= 1_000) this.process.busyCalls = 0;
    const answer = yield* this.block(new Future(), us);
    return answer === 'interrupted' ? 'interrupted' : 'elapsed';
  }

  *pause(): Task {
    yield* this.block(new Future());
  }

  *cpu(us: number): Task {
    const { process } = this;
    const over = Math.floor((++process.busyCalls - BUSY_CALLS) / BUSY_DOUBLING);
    const stretched = over <= 0 ? us : Math.min(us * 2 ** Math.min(over, 20), Math.max(us, LONGEST_BURST_US));
    process.cpuUs += stretched;
    process.state = 'R';
    yield* sleep(process.context.cpuTime(stretched));
    process.state = 'S';
  }

  *grow(bytes: number): Task {
    const { process } = this;
    const rounded = Math.max(Math.round(bytes), -process.rssBytes);
    // The OOM killer may have picked another process of the cgroup; then there is room again.
    for (let tries = 0; !process.context.charge(process.pid, rounded); tries++) {
      if (tries > 3) this.table.deliver(process, 'SIGKILL', true);
      yield* sleep(0);
    }
    process.rssBytes += rounded;
  }

  signal(signal: Signal, disposition: Disposition): Disposition {
    const old = this.process.dispositions.get(signal) ?? 'default';
    if (signal === 'SIGKILL' || signal === 'SIGSTOP') return old;
    if (disposition === 'default') this.process.dispositions.delete(signal);
    else this.process.dispositions.set(signal, disposition);
    return old;
  }

  kill(pid: number, signal: Signal | 0): Result<void, Errno> {
    this.owedUs += CALL_US;
    const everyone = pid === 0 || pid === -1;
    const targets = everyone
      ? this.table
          .list()
          .map((info) => info.pid)
          .filter((other) => other !== 1 && (pid === 0 || other !== this.pid))
      : [Math.abs(pid)];
    let sent = false;
    for (const target of targets) {
      const process = this.table.get(target);
      if (process === undefined) continue;
      if (this.uid !== process.uid && !this.has('CAP_KILL')) {
        if (!everyone) return err('EPERM');
        continue;
      }
      sent = true;
      if (signal !== 0) this.table.deliver(process, signal, false);
    }
    return sent ? ok() : err('ESRCH');
  }

  fork(program: Program, options: Partial<SpawnRequest> = {}): Result<number, Errno> {
    return this.child(program, options.argv ?? this.process.argv, options);
  }

  spawn(path: string, request: SpawnRequest): Result<number, Errno> {
    const found = executableAt(this.vfs, this.absolute(path), request.argv, this.credentials);
    return found.ok ? this.child(found.value.program, found.value.argv, request) : found;
  }

  private child(
    program: Program,
    argv: readonly string[],
    options: Partial<SpawnRequest>,
  ): Result<number, Errno> {
    const { process } = this;
    this.owedUs += FORK_US;
    const kept = [...process.dispositions]
      .filter(([, disposition]) => disposition === 'ignore')
      .map(([signal]) => signal);
    const fds = process.shareFds(options.fds);
    const child = this.table.addChild(
      process,
      {
        argv,
        env: options.env ?? process.env,
        cwd: options.cwd ?? process.cwd,
        uid: process.uid,
        gid: process.gid,
        groups: process.groups,
        umask: process.umask,
        fds,
        ignored: [...kept, ...(options.ignored ?? [])],
      },
      program,
    );
    if (child !== undefined) return ok(child.pid);
    for (const description of fds.values()) description.refs--;
    return err('EAGAIN');
  }

  *exec(path: string, argv: readonly string[], env?: ReadonlyMap<string, string>): Task<Errno> {
    const found = executableAt(this.vfs, this.absolute(path), argv, this.credentials);
    if (!found.ok) return found.error;
    this.table.replace(this.process, found.value.program, found.value.argv, env ?? this.process.env);
    yield* wait(new Future());
    return 'EINTR';
  }

  *wait(pid?: number, poll?: boolean): Blocked<WaitStatus | 'ECHILD' | undefined> {
    yield* this.pay();
    for (;;) {
      const children = this.table
        .childrenOf(this.process.pid)
        .filter((child) => pid === undefined || child.pid === pid);
      if (children.length === 0) return 'ECHILD';
      const ended = children.find((child) => child.state === 'Z');
      if (ended?.status !== undefined) {
        this.table.reap(ended);
        return ended.status;
      }
      if (poll === true) return undefined;
      if ((yield* this.block(this.process.nextChildEnd())) === 'interrupted') return 'interrupted';
    }
  }

  *exit(code: number): Task<never> {
    this.table.end(this.process, code & 0xff);
    yield* wait(new Future());
    throw new Error('an ended process ran on');
  }

  processes(): ReturnType<Syscalls['processes']> {
    this.owedUs += CALL_US;
    return this.table.list();
  }

  *read(fd: number, maxBytes = 65_536): Blocked<Result<string, Errno>> {
    yield* this.pay();
    for (;;) {
      const description = this.process.fds.get(fd);
      if (description === undefined) return err('EBADF');
      const ready = description.ready();
      const answer = description.read(maxBytes);
      if (answer !== 'again') {
        this.owedUs += CALL_US + (answer.ok ? answer.value.length / BYTES_PER_US : 0);
        return answer;
      }
      if ((yield* this.block(ready)) === 'interrupted') return 'interrupted';
    }
  }

  *write(fd: number, data: Data): Blocked<Result<number, Errno>> {
    yield* this.pay();
    const total = typeof data === 'string' ? data.length : data.zeros;
    let done = 0;
    while (done < total || total === 0) {
      const description = this.process.fds.get(fd);
      if (description === undefined) return err('EBADF');
      const ready = description.ready();
      const rest = done === 0 ? data : typeof data === 'string' ? data.slice(done) : { zeros: total - done };
      const answer = description.write(rest, this.unixUs());
      if (answer === 'again') {
        if ((yield* this.block(ready)) === 'interrupted') return 'interrupted';
        continue;
      }
      if (!answer.ok) return this.brokenPipe(answer.error);
      done += answer.value;
      this.owedUs += CALL_US + answer.value / BYTES_PER_US;
      if (total === 0) break;
    }
    return ok(total);
  }

  thread(task: Task): void {
    this.table.thread(this.process, task);
  }

  declaredPorts(): readonly number[] {
    return this.process.context.declaredPorts ?? [];
  }

  private brokenPipe(error: Errno): Result<number, Errno> {
    if (error === 'EPIPE') this.table.deliver(this.process, 'SIGPIPE', false);
    return err(error);
  }

  open(path: string, flags: OpenFlags, options: Parameters<Syscalls['open']>[2] = {}): Result<number, Errno> {
    this.owedUs += CALL_US;
    const write = flags !== 'read';
    const read = flags === 'read' || flags === 'readwrite';
    const opened = this.vfs.open(this.absolute(path), this.credentials, {
      read,
      write,
      create: options.create,
      truncate: options.truncate,
      exclusive: options.exclusive,
      mode: (options.mode ?? 0o666) & ~this.process.umask,
      nowUs: this.unixUs(),
    });
    if (!opened.ok) return opened;
    return this.install(fileDescription(opened.value, { append: flags === 'append', read, write }));
  }

  close(fd: number): Result<void, Errno> {
    return this.process.closeFd(fd) ? ok() : err('EBADF');
  }

  dup(from: number, to?: number): Result<number, Errno> {
    const description = this.process.fds.get(from);
    if (description === undefined) return err('EBADF');
    const target = to ?? this.process.freeFd();
    if (target !== from) this.process.setFd(target, description);
    return ok(target);
  }

  pipe(): readonly [number, number] {
    const [reader, writer] = pipeDescriptions();
    const from = this.process.freeFd();
    this.process.setFd(from, reader);
    const to = this.process.freeFd();
    this.process.setFd(to, writer);
    return [from, to];
  }

  isTerminal(fd: number): boolean {
    return this.process.fds.get(fd)?.terminal ?? false;
  }

  stat(path: string, options: { readonly followLinks?: boolean } = {}): Result<FileStat, Errno> {
    this.owedUs += CALL_US;
    return this.vfs.stat(this.absolute(path), this.credentials, options.followLinks ?? true);
  }

  readdir(path: string): Result<readonly string[], Errno> {
    this.owedUs += CALL_US;
    return this.vfs.readdir(this.absolute(path), this.credentials);
  }

  readlink(path: string): Result<string, Errno> {
    return this.vfs.readlink(this.absolute(path), this.credentials);
  }

  mkdir(path: string, mode = 0o777): Result<void, Errno> {
    return this.change({ op: 'mkdir', path: this.absolute(path), mode: mode & ~this.process.umask });
  }
  rmdir(path: string): Result<void, Errno> {
    return this.change({ op: 'rmdir', path: this.absolute(path) });
  }
  unlink(path: string): Result<void, Errno> {
    return this.change({ op: 'unlink', path: this.absolute(path) });
  }
  rename(from: string, to: string): Result<void, Errno> {
    return this.change({ op: 'rename', from: this.absolute(from), to: this.absolute(to) });
  }
  symlink(target: string, path: string): Result<void, Errno> {
    return this.change({ op: 'symlink', path: this.absolute(path), target });
  }
  chmod(path: string, mode: number): Result<void, Errno> {
    return this.change({ op: 'chmod', path: this.absolute(path), mode });
  }
  chown(path: string, uid: number, gid: number): Result<void, Errno> {
    return this.change({ op: 'chown', path: this.absolute(path), uid, gid });
  }
  utime(path: string, unixUs?: number): Result<void, Errno> {
    return this.change({ op: 'utime', path: this.absolute(path), modifiedUs: unixUs ?? this.unixUs() });
  }
  access(path: string, want: 'read' | 'write' | 'execute'): Result<void, Errno> {
    this.owedUs += CALL_US;
    return this.vfs.access(this.absolute(path), this.credentials, want);
  }

  mounts(): ReturnType<Syscalls['mounts']> {
    return this.vfs.mounts().map(({ target, fs, readOnly }) => ({
      source: fs.source,
      target,
      type: fs.type,
      options: `${readOnly ? 'ro' : 'rw'},relatime`,
    }));
  }

  statfs(path: string): ReturnType<Syscalls['statfs']> {
    const real = this.vfs.realpath(this.absolute(path), this.credentials);
    if (!real.ok) return real;
    let best = this.vfs.mounts()[0];
    for (const mount of this.vfs.mounts()) {
      const inside =
        mount.target === '/' || real.value === mount.target || real.value.startsWith(`${mount.target}/`);
      if (inside && (best === undefined || mount.target.length >= best.target.length)) best = mount;
    }
    if (best === undefined) return err('ENOENT');
    return ok({
      source: best.fs.source,
      target: best.target,
      sizeBytes: best.fs.sizeBytes,
      usedBytes: best.fs.usedBytes(),
    });
  }

  /** Ports below 1024 need no right: containerd sets net.ipv4.ip_unprivileged_port_start=0. */
  listen(port: number, options: Parameters<Syscalls['listen']>[1] = {}): Result<ListenSocket, Errno> {
    const { net } = this.process.context;
    if (net === undefined) return err('EADDRNOTAVAIL');
    const socket = net.listen(port, options);
    if (socket.ok) this.process.sockets.add(socket.value);
    return socket;
  }

  *accept(socket: ListenSocket): Blocked<Connection | 'closed'> {
    yield* this.pay();
    const listener = socket as NetListener;
    for (;;) {
      const ready = listener.ready();
      const client = listener.poll();
      if (client === 'closed') return client;
      if (client !== undefined) {
        this.track(client);
        return client;
      }
      this.process.busyCalls = 0;
      if ((yield* this.block(ready)) === 'interrupted') return 'interrupted';
    }
  }

  *connect(
    address: string,
    port: number,
    options: Parameters<Syscalls['connect']>[2] = {},
  ): Blocked<Result<Connection, NetError>> {
    yield* this.pay();
    const { net } = this.process.context;
    if (net === undefined) return err('unreachable');
    const connected = yield* net.connect(address, port, options);
    if (connected.ok) this.track(connected.value);
    return connected;
  }

  *receive(connection: Connection, timeoutUs?: number): Blocked<Result<Payload | 'end', NetError>> {
    yield* this.pay();
    const stream = connection as NetStream;
    const until = timeoutUs === undefined ? undefined : this.now() + timeoutUs;
    for (;;) {
      const ready = stream.ready();
      const payload = stream.poll();
      if (payload !== undefined) return payload;
      if (until !== undefined && this.now() >= until) return err('timeout');
      const left = until === undefined ? undefined : until - this.now();
      if ((yield* this.block(ready, left)) === 'interrupted') return 'interrupted';
    }
  }

  send(connection: Connection, payload: Payload): Result<void, NetError> {
    this.owedUs += CALL_US;
    return (connection as NetStream).send(payload);
  }

  *resolve(name: string, options: Parameters<Syscalls['resolve']>[1] = {}): Blocked<Lookup> {
    yield* this.pay();
    const { net } = this.process.context;
    if (net === undefined) return { server: '', status: 'timeout', name, records: [], asked: [name] };
    return yield* net.resolve(name, options);
  }

  *ping(address: string, timeoutUs: number): Blocked<number | undefined> {
    yield* this.pay();
    const { net } = this.process.context;
    return net === undefined ? undefined : yield* net.ping(address, timeoutUs);
  }

  interfaces(): ReturnType<Syscalls['interfaces']> {
    return this.process.context.net?.interfaces() ?? [];
  }

  private track(stream: NetStream): void {
    const { sockets } = this.process;
    if (sockets.size >= PRUNE_SOCKETS) {
      for (const socket of sockets) if ('closed' in socket && socket.closed === true) sockets.delete(socket);
    }
    sockets.add(stream);
  }

  private get vfs() {
    return this.process.context.vfs;
  }

  private get credentials(): Credentials {
    const { uid, gid, groups } = this.process;
    return { uid, gid, groups, override: this.has('CAP_DAC_OVERRIDE') };
  }

  private has(capability: string): boolean {
    return this.process.uid === 0 && this.process.context.capabilities.has(capability);
  }

  private absolute(path: string): string {
    return path === '' || path.startsWith('/') ? path : `${this.process.cwd}/${path}`;
  }

  private install(description: Description): Result<number, Errno> {
    const fd = this.process.freeFd();
    this.process.setFd(fd, description);
    return ok(fd);
  }

  private change(op: FsChange): Result<void, Errno> {
    this.owedUs += CALL_US;
    return this.vfs.change(op, this.credentials, this.unixUs());
  }

  /** Pays for earlier calls once that is worth a turn. */
  private *pay(): Task {
    if (this.owedUs < LUMP_US) return;
    const owed = Math.round(this.owedUs);
    this.owedUs = 0;
    yield* this.cpu(owed);
  }

  /** Suspends until the future settles, the time is up, or a handler ran. */
  private *block(future: Future, timeoutUs?: number): Task<'ready' | 'interrupted' | 'timeout'> {
    const wake = new Future<'ready' | 'interrupted'>();
    const forget = future.subscribe(() => wake.resolve('ready'));
    const { process } = this;
    const interrupt = (): void => wake.resolve('interrupted');
    process.interrupts.add(interrupt);
    try {
      if (timeoutUs === undefined) return yield* wait(wake);
      const answer = yield* waitUpTo(wake, timeoutUs);
      return typeof answer === 'symbol' ? 'timeout' : answer;
    } finally {
      forget();
      process.interrupts.delete(interrupt);
    }
  }
}
