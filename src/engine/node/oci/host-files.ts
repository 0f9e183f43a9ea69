import { type Result, err, ok } from '../../../base/result.ts';
import { Files } from '../../workloads/vfs/files.ts';
import type { Credentials, FileSystem, FsNode } from '../../workloads/vfs/port.ts';
import { FileTree, parts, treeBytes } from '../../workloads/vfs/tree.ts';

/** Who a file on the node belongs to. */
export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
  readonly mode?: number;
}

/** Where a path of the node really is: what a container's bind mount takes. */
export interface HostPlace {
  readonly fs: FileSystem;
  /** Path inside `fs`. */
  readonly path: string;
  readonly node: FsNode;
  /** No link was followed on the way. */
  readonly straight?: boolean;
}

const ROOT: Credentials = { uid: 0, gid: 0, groups: [], override: true };
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EISDIR: 'is a directory',
  EEXIST: 'file exists',
  EACCES: 'permission denied',
  ENOSPC: 'no space left on device',
  EROFS: 'read-only file system',
};
const MAX_LINKS = 40;

const SETGID = 0o2000;

/** Whose what root makes in a folder is: the folder's group where it passes that on. */
const groupIn = ({ mode, gid }: FsNode): number => ((mode & SETGID) === 0 ? 0 : gid);

/** The node's own file system: a tree, and what is mounted or bound in it. */
export class HostFiles {
  readonly tree: FileTree;
  readonly files: Files;
  private readonly mounted = new Map<string, FileTree>();
  private readonly bound = new Map<string, HostPlace>();
  /** Last parts of the paths in `mounted` and `bound`, now or once: most parts of a path need no look at those. */
  private readonly mountNames = new Set<string>();
  private readonly shared: (key: string) => FileTree;
  private readonly nowUs: () => number;

  constructor(options: {
    readonly sizeBytes: number;
    readonly nowUs: () => number;
    readonly shared: (key: string) => FileTree;
  }) {
    this.tree = new FileTree({
      source: '/dev/vda1',
      type: 'ext4',
      sizeBytes: options.sizeBytes,
      nowUs: options.nowUs(),
    });
    this.files = new Files(this.tree);
    this.shared = options.shared;
    this.nowUs = options.nowUs;
  }

  /** The place of a path, links and mounts followed; undefined when there is nothing. */
  place(path: string): HostPlace | undefined {
    const known = this.folders.get(path);
    if (known !== undefined) return known;
    const found = this.resolve(path, 0);
    if (found?.node.kind === 'directory' && found.straight === true) this.folders.set(path, found);
    return found;
  }

  /** Folders by path, until something is taken away or mounted. */
  private readonly folders = new Map<string, HostPlace>();

  private resolve(path: string, links: number): HostPlace | undefined {
    const bound = this.bound.get(path);
    if (bound !== undefined) return bound;
    let fs: FileTree = this.tree;
    let node: FsNode = this.tree.root;
    const names = parts(path);
    // The path inside `fs`: what stands at the mount, then the names from there on.
    let base: readonly string[] = [];
    let from = 0;
    for (let at = 0; at < names.length; at++) {
      const part = names[at] as string;
      if (node.kind !== 'directory') return undefined;
      const real = this.mountNames.has(part) ? pathOf(names.slice(0, at + 1)) : undefined;
      const over = real === undefined ? undefined : this.bound.get(real);
      const mount = real === undefined ? undefined : this.mounted.get(real);
      const next: FsNode | undefined = over?.node ?? mount?.root ?? node.entries.get(part);
      if (next === undefined) return undefined;
      if (next.kind === 'symlink') {
        if (links >= MAX_LINKS) return undefined;
        const target = next.target.startsWith('/') ? [next.target] : [...names.slice(0, at), next.target];
        return this.resolve(pathOf([...target, ...names.slice(at + 1)]), links + 1);
      }
      if (over !== undefined && over.fs instanceof FileTree) {
        fs = over.fs;
        base = parts(over.path);
        from = at + 1;
      } else if (mount !== undefined) {
        fs = mount;
        base = [];
        from = at + 1;
      }
      node = next;
    }
    return { fs, path: pathOf([...base, ...names.slice(from)]), node, straight: links === 0 };
  }

  stat(path: string):
    | {
        readonly type: 'file' | 'directory' | 'symlink' | 'char';
        readonly mode: number;
        readonly size: number;
      }
    | undefined {
    const place = this.place(path);
    if (place === undefined) return undefined;
    const { node } = place;
    const size = node.kind === 'file' ? treeBytes(node) : 0;
    return { type: node.kind === 'device' ? 'char' : node.kind, mode: node.mode, size };
  }

  readFile(path: string): Result<string, string> {
    const place = this.place(path);
    if (place === undefined) return err(`open ${path}: no such file or directory`);
    if (place.node.kind === 'file') return ok(place.node.content.toString());
    if (place.node.kind === 'device') return ok(place.node.read());
    return err(`read ${path}: is a directory`);
  }

  writeFile(path: string, text: string, owner: Owner = {}): Result<void, string> {
    const all = parts(path);
    const name = all.pop();
    const folder = this.folder(all);
    if (!folder.ok) return folder;
    const { fs, node } = folder.value;
    if (!(fs instanceof FileTree) || name === undefined || node.kind !== 'directory')
      return err(`open ${path}: ${WORDS['EROFS']}`);
    const file = fs.newFile(text, owner.mode ?? 0o644, this.nowUs());
    file.uid = owner.uid ?? 0;
    file.gid = owner.gid ?? 0;
    const old = node.entries.get(name);
    fs.charge(treeBytes(file) - (old === undefined ? 0 : treeBytes(old)));
    node.entries.set(name, file);
    return ok();
  }

  private folder(path: readonly string[]): Result<HostPlace, string> {
    const known = this.folders.get(`/${path.join('/')}`);
    return known === undefined ? this.ensure(path, {}) : ok(known);
  }

  makeDirectory(path: string, owner: Owner = {}): Result<void, string> {
    const made = this.ensure(parts(path), owner);
    return made.ok ? ok() : made;
  }

  /** The directory, made where it is missing; only the last new one gets the owner. */
  private ensure(path: readonly string[], owner: Owner): Result<HostPlace, string> {
    const whole = `/${path.join('/')}`;
    let above: HostPlace | undefined = this.place(whole);
    let depth = path.length;
    while (above === undefined) above = this.place(`/${path.slice(0, --depth).join('/')}`);
    if (above.node.kind !== 'directory') return err(`mkdir ${whole}: ${WORDS['ENOTDIR']}`);
    if (depth < path.length && !(above.fs instanceof FileTree))
      return err(`mkdir ${whole}: ${WORDS['EROFS']}`);
    for (; depth < path.length; depth++) {
      const name = path[depth] as string;
      const parent: HostPlace = above;
      const { fs, node, path: inner } = parent;
      if (!(fs instanceof FileTree) || node.kind !== 'directory') break;
      const own = depth === path.length - 1 ? owner : {};
      const mode = (own.mode ?? 0o755) | (node.mode & SETGID);
      const made = fs.newDirectory(mode, own.uid ?? 0, own.gid ?? groupIn(node), this.nowUs());
      node.entries.set(name, made);
      above = {
        fs,
        path: `${inner === '/' ? '' : inner}/${name}`,
        node: made,
        straight: parent.straight === true,
      };
    }
    return ok(above);
  }

  symlink(path: string, target: string): Result<void, string> {
    const all = parts(path);
    const name = all.pop();
    const folder = this.folder(all);
    if (!folder.ok) return folder;
    const { fs, node } = folder.value;
    if (!(fs instanceof FileTree) || name === undefined || node.kind !== 'directory')
      return err(`symlink ${path}: ${WORDS['EROFS']}`);
    const link = fs.newSymlink(target, this.nowUs());
    link.gid = groupIn(node);
    node.entries.set(name, link);
    return ok();
  }

  list(path: string): readonly string[] {
    const node = this.place(path)?.node;
    return node?.kind === 'directory' ? [...node.entries.keys()] : [];
  }

  remove(path: string): void {
    this.folders.clear();
    const prefix = `${path}/`;
    for (const table of [this.mounted, this.bound]) {
      for (const key of table.keys()) if (key === path || key.startsWith(prefix)) table.delete(key);
    }
    const above = this.place(`/${parts(path).slice(0, -1).join('/')}`);
    if (above !== undefined && above.fs instanceof FileTree)
      above.fs.remove(`${above.path}/${parts(path).at(-1)}`);
  }

  mount(
    path: string,
    volume:
      | { readonly kind: 'tmpfs'; readonly sizeLimitBytes?: number }
      | { readonly kind: 'shared'; readonly key: string },
  ): void {
    if (this.mounted.has(path)) return;
    this.folders.clear();
    const size = volume.kind === 'tmpfs' ? volume.sizeLimitBytes : undefined;
    const tree =
      volume.kind === 'shared'
        ? this.shared(volume.key)
        : new FileTree({
            source: 'tmpfs',
            type: 'tmpfs',
            nowUs: this.nowUs(),
            ...(size === undefined ? {} : { sizeBytes: size }),
          });
    if (volume.kind === 'tmpfs') tree.root.mode = 0o1777;
    this.mountNames.add(parts(path).at(-1) ?? '');
    this.mounted.set(path, tree);
  }

  unmount(path: string): void {
    this.folders.clear();
    this.mounted.delete(path);
  }

  /** What is only in memory is gone, with all mounts. */
  powerOff(): void {
    this.folders.clear();
    this.mounted.clear();
    this.bound.clear();
    this.mountNames.clear();
  }

  bind(source: string, target: string): Result<void, string> {
    const place = this.place(source);
    if (place === undefined) return err(`${source}: ${WORDS['ENOENT']}`);
    const folder = this.ensure(parts(target).slice(0, -1), {});
    if (!folder.ok) return folder;
    this.folders.clear();
    this.mountNames.add(parts(target).at(-1) ?? '');
    this.bound.set(target, place);
    return ok();
  }

  usage(path: string): number {
    const node = this.place(path)?.node;
    return node === undefined ? 0 : treeBytes(node);
  }

  usedBytes(): number {
    return this.tree.usedBytes();
  }

  /** A Vfs over the whole node, for commands run on it. */
  credentials(): Credentials {
    return ROOT;
  }
}

const pathOf = (names: readonly string[]): string => `/${names.join('/')}`;

/** An errno in the kernel's own words as Go prints them. */
export function errnoWords(errno: string): string {
  return WORDS[errno] ?? errno.toLowerCase();
}
