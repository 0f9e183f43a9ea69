import { LIMITS } from '../../kernel/limits.ts';
import type { Program } from '../program.ts';
import { FileText } from './file-text.ts';
import type { DeviceNode, DirectoryNode, FileNode, FileSystem, FsNode, SymlinkNode } from './port.ts';

export function fileBytes(file: FileNode): number {
  return file.content.bytes + file.zeros;
}

export interface TreeOptions {
  /** As df and mount print it: `overlay`, `tmpfs`, `/dev/vda1`. */
  readonly source: string;
  readonly type: string;
  readonly sizeBytes?: number;
  /** Unix time in µs given to what is made without one. */
  readonly nowUs?: number;
  /** A tree below: shared, never changed, copied up as it is written to. */
  readonly lower?: DirectoryNode;
}

const NO_BOUND = 2 ** 50;

/**
 * A tree of files. With `lower` it is a writable layer over a shared tree: a directory or file is copied when first
 * changed, as overlayfs copies up, so that a container costs what it writes.
 */
export class FileTree implements FileSystem {
  readonly source: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly root: DirectoryNode;
  private readonly nowUs: number;
  private readonly owned: WeakSet<FsNode> | undefined;
  private used = 0;
  /** Characters of text that are held for it, and not only counted. */
  private held = 0;
  private inodes: number;

  constructor(options: TreeOptions) {
    this.source = options.source;
    this.type = options.type;
    this.sizeBytes = options.sizeBytes ?? NO_BOUND;
    this.nowUs = options.nowUs ?? 0;
    if (options.lower === undefined) {
      this.inodes = 1;
      this.root = {
        kind: 'directory',
        inode: 1,
        mode: 0o755,
        uid: 0,
        gid: 0,
        modifiedUs: this.nowUs,
        entries: new Map(),
      };
      this.owned = undefined;
    } else {
      this.inodes = 1_000_000;
      this.root = { ...options.lower, entries: new Map(options.lower.entries) };
      this.owned = new WeakSet([this.root]);
    }
  }

  usedBytes(): number {
    return this.used;
  }

  /** Takes room (or gives it back); false when there is not enough. */
  charge(bytes: number): boolean {
    if (bytes > 0 && this.used + bytes > this.sizeBytes) return false;
    this.used += bytes;
    return true;
  }

  /** Holds so much more text (or less); false when it already holds all it may, and the rest is only counted. */
  hold(chars: number): boolean {
    if (chars > 0 && this.held + chars > LIMITS.volumeText) return false;
    this.held = Math.max(0, this.held + chars);
    return true;
  }

  /** The directory at `path` from the root, copied up so that it may be changed. Every part must be a directory. */
  own(path: readonly string[]): DirectoryNode {
    let at = this.root;
    for (const part of path) {
      const next = this.ownChild(at, part);
      if (next?.kind !== 'directory') return at;
      at = next;
    }
    return at;
  }

  /** The entry of an owned directory, copied up. */
  ownChild(parent: DirectoryNode, name: string): FsNode | undefined {
    const node = parent.dynamic?.lookup(name) ?? parent.entries.get(name);
    if (node === undefined || this.owned === undefined || this.owned.has(node) || node.kind === 'device')
      return node;
    const copy: FsNode =
      node.kind === 'directory'
        ? { ...node, entries: new Map(node.entries) }
        : node.kind === 'file'
          ? { ...node, content: node.content.copy() }
          : { ...node };
    if (copy.kind === 'file') this.used += fileBytes(copy);
    this.owned.add(copy);
    parent.entries.set(name, copy);
    return copy;
  }

  newDirectory(mode = 0o755, uid = 0, gid = 0, nowUs = this.nowUs): DirectoryNode {
    return this.adopt({
      kind: 'directory',
      inode: ++this.inodes,
      mode,
      uid,
      gid,
      modifiedUs: nowUs,
      entries: new Map(),
    });
  }

  newFile(content = '', mode = 0o644, nowUs = this.nowUs): FileNode {
    return this.adopt({
      kind: 'file',
      inode: ++this.inodes,
      mode,
      uid: 0,
      gid: 0,
      modifiedUs: nowUs,
      content: new FileText(content),
      zeros: 0,
    });
  }

  newSymlink(target: string, nowUs = this.nowUs): SymlinkNode {
    return this.adopt({
      kind: 'symlink',
      inode: ++this.inodes,
      mode: 0o777,
      uid: 0,
      gid: 0,
      modifiedUs: nowUs,
      target,
    });
  }

  newDevice(read: () => string, write?: DeviceNode['write'], mode = 0o666): DeviceNode {
    return this.adopt({
      kind: 'device',
      inode: ++this.inodes,
      mode,
      uid: 0,
      gid: 0,
      modifiedUs: this.nowUs,
      read,
      write,
    });
  }

  /** Makes the directories of `path` (absolute within the tree); answers the last. For builders, not for programs. */
  mkdirs(path: string, mode = 0o755): DirectoryNode {
    let at = this.root;
    for (const part of parts(path)) {
      let next = this.ownChild(at, part);
      if (next?.kind !== 'directory') {
        next = this.newDirectory(mode);
        at.entries.set(part, next);
      }
      at = next;
    }
    return at;
  }

  /** Puts a node at `path`, making directories on the way. For builders. */
  put<T extends FsNode>(path: string, node: T): T {
    const all = parts(path);
    const name = all.pop();
    if (name === undefined) return node;
    const parent = this.mkdirs(all.join('/'));
    const old = parent.entries.get(name);
    if (old?.kind === 'file') this.used -= fileBytes(old);
    parent.entries.set(name, node);
    if (node.kind === 'file') this.used += fileBytes(node);
    return node;
  }

  /** Takes away what is at `path`, with everything below. For builders. */
  remove(path: string): void {
    const all = parts(path);
    const name = all.pop();
    if (name === undefined) return;
    const parent = this.own(all);
    const node = parent.entries.get(name);
    if (node === undefined) return;
    this.used -= treeBytes(node);
    parent.entries.delete(name);
  }

  /** Writes a text file. For builders. */
  text(path: string, content: string, mode = 0o644): FileNode {
    return this.put(path, this.newFile(content, mode));
  }

  /** Puts an executable: its bulk counts as `bytes`. For builders. */
  executable(path: string, program: Program | undefined, bytes = 0, mode = 0o755): FileNode {
    const file = this.newFile('', mode);
    file.zeros = bytes;
    file.program = program;
    return this.put(path, file);
  }

  link(path: string, target: string): SymlinkNode {
    return this.put(path, this.newSymlink(target));
  }

  private adopt<T extends FsNode>(node: T): T {
    this.owned?.add(node);
    return node;
  }
}

/** Bytes of every regular file at and below the node. */
export function treeBytes(node: FsNode): number {
  if (node.kind === 'file') return fileBytes(node);
  if (node.kind !== 'directory') return 0;
  let bytes = 0;
  for (const child of node.entries.values()) bytes += treeBytes(child);
  return bytes;
}

/** A writable layer over an image's tree: what a container's root is. */
export function imageRoot(image: FileSystem, sizeBytes?: number): FileTree {
  return new FileTree({ source: 'overlay', type: 'overlay', lower: image.root, sizeBytes });
}

/** The parts of a path without empty ones and '.'. */
export function parts(path: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at <= path.length; at++) {
    if (at < path.length && path.charCodeAt(at) !== 47) continue;
    if (at > start && !(at === start + 1 && path.charCodeAt(start) === 46)) found.push(path.slice(start, at));
    start = at + 1;
  }
  return found;
}
