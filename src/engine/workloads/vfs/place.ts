import type { Credentials, DirectoryNode, FileSystem, FsNode } from './port.ts';
import type { FileStat } from './stat.ts';
import { fileBytes, parts } from './tree.ts';

/** A file system, or a part of one, in its place. */
export interface Mount {
  readonly target: string;
  readonly fs: FileSystem;
  readonly readOnly: boolean;
  readonly node: FsNode;
  /** Where `node` is in its own tree. */
  readonly base: readonly string[];
}

/** One directory on the way. */
export interface Step {
  readonly mount: Mount;
  readonly node: FsNode;
  readonly real: string;
  readonly name: string;
}

/** Where a path led: `node` is absent when only the last part does not exist. */
export interface Place {
  readonly mount: Mount;
  readonly node: FsNode | undefined;
  readonly parent: DirectoryNode;
  /** '' for the root itself. */
  readonly name: string;
  /** Real path in this container. */
  readonly real: string;
  /** The directories on the way, from the root to the parent. */
  readonly steps: readonly Step[];
}

/** Path of the place inside its own mounted tree. */
export function innerPath(place: Place): readonly string[] {
  const names = place.mount.base.slice();
  for (const step of place.steps)
    if (step.mount === place.mount && step.node !== place.mount.node) names.push(step.name);
  if (place.node !== place.mount.node) names.push(place.name);
  return names;
}

/** Whether the rights of the node allow it: r 4, w 2, x 1. Models generic_permission (Linux fs/namei.c). */
export function permitted(node: FsNode, as: Credentials, want: number): boolean {
  if (as.override) return (want & 1) === 0 || node.kind === 'directory' || (node.mode & 0o111) !== 0;
  const shift = as.uid === node.uid ? 6 : as.gid === node.gid || as.groups.includes(node.gid) ? 3 : 0;
  return ((node.mode >> shift) & want) === want;
}

/** An entry of a directory. */
export function child(directory: DirectoryNode, name: string): FsNode | undefined {
  return directory.dynamic?.lookup(name) ?? directory.entries.get(name);
}

/** A new entry belongs to its maker; in a set-group-ID directory to the directory's group. */
export function belongTo(node: FsNode, as: Credentials, parent: DirectoryNode): void {
  node.uid = as.uid;
  node.gid = (parent.mode & 0o2000) !== 0 ? parent.gid : as.gid;
}

/** Whether the sticky bit keeps this entry from being taken away. */
export function sticky(parent: DirectoryNode, node: FsNode, as: Credentials): boolean {
  return (parent.mode & 0o1000) !== 0 && !as.override && as.uid !== node.uid && as.uid !== parent.uid;
}

/** The path without dots and double slashes. */
export function normal(path: string): string {
  return `/${parts(path).join('/')}`;
}

export function statOf(place: Place & { readonly node: FsNode }): FileStat {
  const { node, mount } = place;
  return {
    kind: node.kind,
    inode: node.inode,
    mode: node.mode,
    uid: node.uid,
    gid: node.gid,
    sizeBytes:
      node.kind === 'file'
        ? fileBytes(node)
        : node.kind === 'symlink'
          ? node.target.length
          : node.kind === 'directory'
            ? 4096
            : 0,
    modifiedUs: node.modifiedUs,
    links:
      node.kind === 'directory'
        ? 2 + [...node.entries.values()].filter((entry) => entry.kind === 'directory').length
        : 1,
    target: node.kind === 'symlink' ? node.target : undefined,
    readOnly: mount.readOnly,
    device: mount.fs.source,
  };
}
