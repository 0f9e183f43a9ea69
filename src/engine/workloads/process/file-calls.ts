import { type Result, err, ok } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type { Blocked, Data, OpenFlags, Syscalls } from '../program.ts';
import type { FsChange } from '../vfs/port.ts';
import type { FileStat } from '../vfs/stat.ts';
import { CALL_US, CallBase } from './call-base.ts';
import { fileDescription, pipeDescriptions } from './descriptors.ts';

const BYTES_PER_US = 2_000;
const NAMES_PER_US = 20;

/** What lets root change what is not its own, where that is not CAP_DAC_OVERRIDE. */
const CAPABILITIES: Partial<Record<FsChange['op'], string>> = {
  chown: 'CAP_CHOWN',
  chmod: 'CAP_FOWNER',
  utime: 'CAP_FOWNER',
};

/** Opening one is another of the same descriptor. */
const OWN_DESCRIPTOR = /^\/(?:dev|proc\/self)\/fd\/(\d{1,4})$/;

const PIPE_STAT: FileStat = {
  kind: 'device',
  inode: 0,
  mode: 0o600,
  uid: 0,
  gid: 0,
  sizeBytes: 0,
  modifiedUs: 0,
  links: 1,
  readOnly: false,
  device: 'pipefs',
};

/** Descriptors, files and mounts. */
export abstract class FileCalls extends CallBase {
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

  *read(fd: number, maxBytes = 65_536): Blocked<Result<string, Errno>> {
    for (let tries = 0; ; tries++) {
      yield* this.pay();
      const description = this.process.fds.get(fd);
      if (description === undefined) return err('EBADF');
      const ready = description.ready();
      const answer = description.read(maxBytes);
      if (answer !== 'again') {
        this.owedUs += CALL_US + (answer.ok ? answer.value.length / BYTES_PER_US : 0);
        return answer;
      }
      // One of many readers of a pipe wakes for nothing.
      if (tries > 0) this.owedUs += CALL_US;
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

  protected brokenPipe(error: Errno): Result<number, Errno> {
    if (error === 'EPIPE') this.table.deliver(this.process, 'SIGPIPE', false);
    return err(error);
  }

  open(path: string, flags: OpenFlags, options: Parameters<Syscalls['open']>[2] = {}): Result<number, Errno> {
    this.owedUs += CALL_US;
    const own = OWN_DESCRIPTOR.exec(path)?.[1];
    if (own !== undefined) return this.process.fds.has(Number(own)) ? this.dup(Number(own)) : err('ENOENT');
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
    if (!this.process.mayOpen()) return err('EMFILE');
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
    const own = OWN_DESCRIPTOR.exec(path)?.[1];
    if (own !== undefined && this.process.fds.has(Number(own)))
      return ok({ ...PIPE_STAT, inode: Number(own) });
    return this.vfs.stat(this.absolute(path), this.credentials, options.followLinks ?? true);
  }

  readdir(path: string): Result<readonly string[], Errno> {
    const names = this.vfs.readdir(this.absolute(path), this.credentials);
    this.owedUs += CALL_US + (names.ok ? Math.floor(names.value.length / NAMES_PER_US) : 0);
    return names;
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

  protected change(op: FsChange): Result<void, Errno> {
    this.owedUs += CALL_US;
    const capability = CAPABILITIES[op.op];
    const as = capability === undefined ? this.credentials : this.credentialsBy(capability);
    return this.vfs.change(op, as, this.unixUs());
  }
}
