import { type Result, err, ok } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type {
  Credentials,
  DirectoryNode,
  FileNode,
  FileStat,
  FileSystem,
  FsChange,
  FsNode,
  MountOptions,
  OpenFile,
  Vfs,
} from './port.ts';
import { HandleOfDevice, HandleOfFile } from './handles.ts';
import {
  type Mount,
  type Place,
  type Step,
  belongTo,
  child,
  innerPath,
  normal,
  permitted,
  statOf,
  sticky,
} from './place.ts';
import { FileTree, fileBytes, parts } from './tree.ts';

/** The kernel's own memory for the pages of a file in tmpfs: a node of 576 bytes for 64 pages. */
const TMPFS_NODES = 0.0022;
const MAX_LINKS = 40;
const NAME_MAX = 255;
const PATH_MAX = 4_096;
const ROOT: Credentials = { uid: 0, gid: 0, groups: [], override: true };

/** The Vfs of one container. Models Linux path walk: links, mounts, rights. */
export class Files implements Vfs {
  private readonly table = new Map<string, Mount>();
  /** Last parts of mount points: most parts of a path need no look at the table. */
  private readonly mountNames = new Set<string>();
  private readonly rootMount: Mount;
  private readonly rootStep: Step;

  /** Takes memory for what is kept in tmpfs. */
  private readonly memory: ((bytes: number) => void) | undefined;

  constructor(
    root: FileSystem,
    options: { readonly readOnly?: boolean; readonly memory?: (bytes: number) => void } = {},
  ) {
    this.memory = options.memory;
    this.rootMount = {
      target: '/',
      fs: root,
      readOnly: options.readOnly ?? false,
      node: root.root,
      base: [],
    };
    this.rootStep = { mount: this.rootMount, node: root.root, real: '/', name: '' };
  }

  mount(target: string, fs: FileSystem, options: MountOptions = {}): Result<void, Errno> {
    let node: FsNode = fs.root;
    const base = parts(options.subPath ?? '');
    for (const part of base) {
      const next: FsNode | undefined = node.kind === 'directory' ? child(node, part) : undefined;
      if (next === undefined) return err('ENOENT');
      node = next;
    }
    const place = this.makeMountPoint(target, node.kind === 'directory');
    const real = place ?? normal(target);
    this.table.delete(real);
    this.mountNames.add(parts(real).at(-1) ?? '');
    this.table.set(real, { target: real, fs, readOnly: options.readOnly ?? false, node, base });
    return ok();
  }

  unmount(target: string): void {
    this.table.delete(normal(target));
  }

  mounts(): readonly { readonly target: string; readonly fs: FileSystem; readonly readOnly: boolean }[] {
    return [this.rootMount, ...this.table.values()];
  }

  stat(path: string, as: Credentials, followLinks = true): Result<FileStat, Errno> {
    const found = this.existing(path, as, followLinks);
    return found.ok ? ok(statOf(found.value)) : found;
  }

  lookup(path: string, as: Credentials): Result<FsNode, Errno> {
    const found = this.existing(path, as, true);
    return found.ok ? ok(found.value.node) : found;
  }

  realpath(path: string, as: Credentials): Result<string, Errno> {
    const found = this.existing(path, as, true);
    return found.ok ? ok(found.value.real) : found;
  }

  readlink(path: string, as: Credentials): Result<string, Errno> {
    const found = this.existing(path, as, false);
    if (!found.ok) return found;
    return found.value.node.kind === 'symlink' ? ok(found.value.node.target) : err('EINVAL');
  }

  readdir(path: string, as: Credentials): Result<readonly string[], Errno> {
    const found = this.existing(path, as, true);
    if (!found.ok) return found;
    const { node, real } = found.value;
    if (node.kind !== 'directory') return err('ENOTDIR');
    if (!permitted(node, as, 4)) return err('EACCES');
    const names = [...(node.dynamic?.list() ?? []), ...node.entries.keys()];
    // A mount point made over a tree that lacks it (a read-only root) is still there to be seen.
    const prefix = real === '/' ? '/' : `${real}/`;
    for (const target of this.table.keys()) {
      const rest = target.startsWith(prefix) ? target.slice(prefix.length) : '';
      if (rest !== '' && !rest.includes('/') && !names.includes(rest)) names.push(rest);
    }
    return ok(names);
  }

  access(path: string, as: Credentials, want: 'read' | 'write' | 'execute'): Result<void, Errno> {
    const found = this.existing(path, as, true);
    if (!found.ok) return found;
    const { node, mount } = found.value;
    if (want === 'write' && mount.readOnly && node.kind !== 'device') return err('EROFS');
    return permitted(node, as, want === 'read' ? 4 : want === 'write' ? 2 : 1) ? ok() : err('EACCES');
  }

  open(path: string, as: Credentials, want: Parameters<Vfs['open']>[2]): Result<OpenFile, Errno> {
    const walked = this.walk(path, as, true);
    if (!walked.ok) return walked;
    const place = walked.value;
    if (place.node === undefined) {
      if (want.create !== true) return err('ENOENT');
      if (path.endsWith('/')) return err('EISDIR');
      return this.createFile(place, as, want.mode ?? 0o644, want.nowUs);
    }
    const { node, mount } = place;
    if (want.create === true && want.exclusive === true) return err('EEXIST');
    if (node.kind === 'directory') return err('EISDIR');
    if (want.read === true && !permitted(node, as, 4)) return err('EACCES');
    if (want.write === true && !permitted(node, as, 2)) return err('EACCES');
    if (want.write === true && node.kind === 'file' && mount.readOnly) return err('EROFS');
    if (node.kind === 'device') return ok(new HandleOfDevice(node));
    if (node.kind !== 'file') return err('ELOOP');
    if (want.write !== true) return ok(new HandleOfFile(node));
    const owned = this.ownNode(place);
    if (owned?.kind !== 'file') return err('EIO');
    if (want.truncate === true) {
      this.release(mount.fs, owned);
      owned.content.clear();
      owned.zeros = 0;
      owned.modifiedUs = want.nowUs;
    }
    return ok(this.handle(owned, mount.fs));
  }

  change(op: FsChange, as: Credentials, nowUs: number): Result<void, Errno> {
    if (op.op === 'rename') return this.rename(op.from, op.to, as, nowUs);
    const walked = this.walk(op.path, as, op.op === 'chmod' || op.op === 'chown' || op.op === 'utime');
    if (!walked.ok) return walked;
    const place = walked.value;
    switch (op.op) {
      case 'mkdir':
      case 'symlink':
        return this.createEntry(place, as, op, nowUs);
      case 'rmdir':
      case 'unlink':
        return this.removeEntry(place, as, op.op, nowUs);
      case 'chmod':
      case 'chown':
      case 'utime':
        return this.changeNode(place, as, op);
    }
  }

  private changeNode(
    place: Place,
    as: Credentials,
    op: Extract<FsChange, { op: 'chmod' | 'chown' | 'utime' }>,
  ): Result<void, Errno> {
    if (place.node === undefined) return err('ENOENT');
    if (place.node.kind === 'device') return ok();
    if (place.mount.readOnly) return err('EROFS');
    const owner = as.override || as.uid === place.node.uid;
    const mayTouch = owner || (op.op === 'utime' && permitted(place.node, as, 2));
    if (!mayTouch || (op.op === 'chown' && !as.override && op.uid !== place.node.uid)) return err('EPERM');
    const node = this.ownNode(place);
    if (node === undefined) return err('ENOENT');
    if (op.op === 'chmod') node.mode = op.mode & 0o7777;
    else if (op.op === 'chown') {
      node.uid = op.uid;
      node.gid = op.gid;
    } else node.modifiedUs = op.modifiedUs;
    return ok();
  }

  /** Takes room on a file system; what is in tmpfs is memory of whoever writes it. */
  private charge(fs: FileSystem, bytes: number): boolean {
    if (!(fs instanceof FileTree)) return true;
    if (!fs.charge(bytes)) return false;
    if (fs.type === 'tmpfs') this.memory?.(Math.round(bytes * (1 + TMPFS_NODES)));
    return true;
  }

  private createFile(place: Place, as: Credentials, mode: number, nowUs: number): Result<OpenFile, Errno> {
    const parent = this.writableParent(place, as);
    if (!parent.ok) return parent;
    const { fs } = place.mount;
    if (!(fs instanceof FileTree)) return err('EROFS');
    const file = fs.newFile('', mode, nowUs);
    belongTo(file, as, parent.value);
    parent.value.entries.set(place.name, file);
    parent.value.modifiedUs = nowUs;
    return ok(this.handle(file, fs));
  }

  private handle(file: FileNode, fs: FileSystem): OpenFile {
    return new HandleOfFile(
      file,
      (bytes) => this.charge(fs, bytes),
      (chars) => !(fs instanceof FileTree) || fs.hold(chars),
    );
  }

  /** Gives back the room a file takes. */
  private release(fs: FileSystem, file: FileNode): void {
    this.charge(fs, -fileBytes(file));
    if (fs instanceof FileTree) fs.hold(-file.content.length);
  }

  private createEntry(
    place: Place,
    as: Credentials,
    op: Extract<FsChange, { op: 'mkdir' | 'symlink' }>,
    nowUs: number,
  ): Result<void, Errno> {
    if (op.op === 'symlink' && (op.target === '' || op.target.length >= PATH_MAX))
      return err(op.target === '' ? 'ENOENT' : 'ENAMETOOLONG');
    if (place.node !== undefined || place.name === '') return err('EEXIST');
    const parent = this.writableParent(place, as);
    if (!parent.ok) return parent;
    const { fs } = place.mount;
    if (!(fs instanceof FileTree)) return err('EROFS');
    const node = op.op === 'mkdir' ? fs.newDirectory(op.mode, 0, 0, nowUs) : fs.newSymlink(op.target, nowUs);
    belongTo(node, as, parent.value);
    if (node.kind === 'directory' && (parent.value.mode & 0o2000) !== 0) node.mode |= 0o2000;
    parent.value.entries.set(place.name, node);
    parent.value.modifiedUs = nowUs;
    return ok();
  }

  private removeEntry(
    place: Place,
    as: Credentials,
    op: 'rmdir' | 'unlink',
    nowUs: number,
  ): Result<void, Errno> {
    const { node } = place;
    if (node === undefined) return err('ENOENT');
    if (this.table.has(place.real) || place.name === '') return err('EBUSY');
    if (op === 'rmdir' && node.kind !== 'directory') return err('ENOTDIR');
    if (op === 'unlink' && node.kind === 'directory') return err('EISDIR');
    const parent = this.writableParent(place, as);
    if (!parent.ok) return parent;
    if (sticky(parent.value, node, as)) return err('EPERM');
    if (node.kind === 'directory' && node.entries.size > 0) return err('ENOTEMPTY');
    if (!parent.value.entries.delete(place.name)) return err('EPERM');
    if (node.kind === 'file') this.release(place.mount.fs, node);
    parent.value.modifiedUs = nowUs;
    return ok();
  }

  private rename(from: string, to: string, as: Credentials, nowUs: number): Result<void, Errno> {
    const source = this.walk(from, as, false);
    if (!source.ok) return source;
    const target = this.walk(to, as, false);
    if (!target.ok) return target;
    const node = source.value.node;
    if (node === undefined) return err('ENOENT');
    if (this.table.has(source.value.real) || this.table.has(target.value.real)) return err('EBUSY');
    if (source.value.mount !== target.value.mount) return err('EXDEV');
    if (`${target.value.real}/`.startsWith(`${source.value.real}/`))
      return source.value.real === target.value.real ? ok() : err('EINVAL');
    const there = target.value.node;
    if (there?.kind === 'directory' && node.kind !== 'directory') return err('EISDIR');
    if (there !== undefined && there.kind !== 'directory' && node.kind === 'directory') return err('ENOTDIR');
    if (there?.kind === 'directory' && there.entries.size > 0) return err('ENOTEMPTY');
    const fromParent = this.writableParent(source.value, as);
    if (!fromParent.ok) return fromParent;
    const toParent = this.writableParent(target.value, as);
    if (!toParent.ok) return toParent;
    if (sticky(fromParent.value, node, as)) return err('EPERM');
    if (there?.kind === 'file') this.release(target.value.mount.fs, there);
    fromParent.value.entries.delete(source.value.name);
    toParent.value.entries.set(target.value.name, node);
    fromParent.value.modifiedUs = nowUs;
    toParent.value.modifiedUs = nowUs;
    return ok();
  }

  private writableParent(place: Place, as: Credentials): Result<DirectoryNode, Errno> {
    if (place.mount.readOnly) return err('EROFS');
    if (!permitted(place.parent, as, 3)) return err('EACCES');
    if (place.name.length > NAME_MAX) return err('ENAMETOOLONG');
    const { fs } = place.mount;
    return fs instanceof FileTree ? ok(fs.own(innerPath(place).slice(0, -1))) : err('EROFS');
  }

  private ownNode(place: Place): FsNode | undefined {
    const { fs } = place.mount;
    const inner = innerPath(place);
    if (!(fs instanceof FileTree) || inner.length === 0) return place.node;
    return fs.ownChild(fs.own(inner.slice(0, -1)), inner[inner.length - 1] as string);
  }

  private existing(
    path: string,
    as: Credentials,
    follow: boolean,
  ): Result<Place & { readonly node: FsNode }, Errno> {
    // A slash behind a link means what it leads to.
    const walked = this.walk(path, as, follow || path.endsWith('/'));
    if (!walked.ok) return walked;
    const { node } = walked.value;
    if (node === undefined) return err('ENOENT');
    if (path.endsWith('/') && node.kind !== 'directory') return err('ENOTDIR');
    return ok({ ...walked.value, node });
  }

  /** Walks the path part by part. Models link_path_walk. */
  private walk(path: string, as: Credentials, follow: boolean): Result<Place, Errno> {
    if (path === '') return err('ENOENT');
    if (path.length > PATH_MAX) return err('ENAMETOOLONG');
    const rest = parts(path).reverse();
    const trail: Step[] = [this.rootStep];
    let links = 0;
    while (rest.length > 0) {
      const part = rest.pop() as string;
      const here = trail[trail.length - 1] as Step;
      if (here.node.kind !== 'directory') return err('ENOTDIR');
      if (part === '..') {
        if (trail.length > 1) trail.pop();
        continue;
      }
      if (!as.override && !permitted(here.node, as, 1)) return err('EACCES');
      const real = here.real === '/' ? `/${part}` : `${here.real}/${part}`;
      const mounted = this.mountNames.has(part) ? this.table.get(real) : undefined;
      const node = mounted?.node ?? child(here.node, part);
      if (node === undefined) {
        if (rest.length > 0) return err('ENOENT');
        return ok({ mount: here.mount, node: undefined, parent: here.node, name: part, real, steps: trail });
      }
      if (node.kind === 'symlink' && (follow || rest.length > 0)) {
        if (++links > MAX_LINKS) return err('ELOOP');
        if (node.target.startsWith('/')) trail.length = 1;
        rest.push(...parts(node.target).reverse());
        continue;
      }
      trail.push({ mount: mounted ?? here.mount, node, real, name: part });
    }
    const last = trail[trail.length - 1] as Step;
    const above = trail[trail.length - 2];
    const parent = above?.node.kind === 'directory' ? above.node : (this.rootMount.node as DirectoryNode);
    trail.pop();
    return ok({
      mount: last.mount,
      node: last.node,
      real: last.real,
      parent,
      name: trail.length === 0 ? '' : last.name,
      steps: trail,
    });
  }

  /** Makes a directory (or an empty file) to mount on, as runc does; answers the real path. */
  private makeMountPoint(target: string, directory: boolean): string | undefined {
    const there = this.walk(target, ROOT, true);
    if (there.ok && there.value.node !== undefined) return there.value.real;
    let path = '';
    const all = parts(target);
    for (const [index, part] of all.entries()) {
      path += `/${part}`;
      const walked = this.walk(path, ROOT, true);
      if (!walked.ok) return undefined;
      const { node, mount } = walked.value;
      if (node !== undefined) path = walked.value.real;
      else if (mount.fs instanceof FileTree) {
        const last = index === all.length - 1;
        const made = last && !directory ? mount.fs.newFile('') : mount.fs.newDirectory();
        mount.fs.own(innerPath(walked.value).slice(0, -1)).entries.set(part, made);
      }
    }
    return path === '' ? '/' : path;
  }
}
