import type { Result } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type { Program } from '../program.ts';
import type { FileText } from './file-text.ts';
import type { FileStat } from './stat.ts';

export type { FileStat } from './stat.ts';

/** Who asks for a file. `override` is CAP_DAC_OVERRIDE: root of a container that kept it. */
export interface Credentials {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  readonly override: boolean;
}

interface NodeCommon {
  readonly inode: number;
  mode: number;
  uid: number;
  gid: number;
  modifiedUs: number;
}

/** A regular file. `content` is its text; `zeros` counts bytes after it that nobody holds (a binary's bulk, dd's output). */
export interface FileNode extends NodeCommon {
  readonly kind: 'file';
  readonly content: FileText;
  zeros: number;
  /** What runs when it is executed. A file without one is a script with #! or no program at all (ENOEXEC). */
  program?: Program;
}

export interface DirectoryNode extends NodeCommon {
  readonly kind: 'directory';
  readonly entries: Map<string, FsNode>;
  /** Entries that exist only when asked for (/proc/<pid>): tried before `entries`. */
  readonly dynamic?: { lookup(name: string): FsNode | undefined; list(): readonly string[] };
}

export interface SymlinkNode extends NodeCommon {
  readonly kind: 'symlink';
  readonly target: string;
}

/** A file whose contents are made when read: /proc files, /dev/null, the container's own stdout under /proc/1/fd/1. */
export interface DeviceNode extends NodeCommon {
  readonly kind: 'device';
  /** The whole contents at this moment. */
  read(): string;
  /** Each read gives the contents again: /dev/zero. */
  readonly endless?: boolean;
  /** Takes what is written. */
  write?(text: string): Result<void, Errno>;
}

export type FsNode = FileNode | DirectoryNode | SymlinkNode | DeviceNode;

/** A tree of files that can be mounted: an image's root, an emptyDir, a ConfigMap volume, a hostPath. May be shared. */
export interface FileSystem {
  /** `overlay`, `tmpfs`, `/dev/vda1` …: what df and mount print. */
  readonly source: string;
  readonly type: string;
  readonly root: DirectoryNode;
  /** Bytes in use by regular files, and the bound (ENOSPC beyond it). */
  usedBytes(): number;
  readonly sizeBytes: number;
}

export interface MountOptions {
  readonly readOnly?: boolean;
  /** A path inside the mounted file system that appears at the target: a subPath mount or a bind of one file. */
  readonly subPath?: string;
}

/**
 * The files one container sees: a root with other file systems mounted in it. Paths are absolute.
 * Writable layers are copy-on-write copies of the image's tree: `imageRoot()` in vfs/tree.ts makes one in O(changes).
 */
export interface Vfs {
  mount(target: string, fs: FileSystem, options?: MountOptions): Result<void, Errno>;
  unmount(target: string): void;
  stat(path: string, as: Credentials, followLinks?: boolean): Result<FileStat, Errno>;
  /** The node itself, links followed: for exec, and for the runtime's own look-ups. */
  lookup(path: string, as: Credentials): Result<FsNode, Errno>;
  /** Checks rights and creates or truncates as asked; answers the node and whether it may be written. */
  open(
    path: string,
    as: Credentials,
    want: {
      readonly read?: boolean;
      readonly write?: boolean;
      readonly create?: boolean;
      readonly truncate?: boolean;
      readonly exclusive?: boolean;
      readonly mode?: number;
      readonly nowUs: number;
    },
  ): Result<OpenFile, Errno>;
  readdir(path: string, as: Credentials): Result<readonly string[], Errno>;
  readlink(path: string, as: Credentials): Result<string, Errno>;
  /** Changes of the tree. `nowUs` is Unix time for the parent's time of change. */
  change(op: FsChange, as: Credentials, nowUs: number): Result<void, Errno>;
  access(path: string, as: Credentials, want: 'read' | 'write' | 'execute'): Result<void, Errno>;
  /** Resolves links and dots; answers the real path of a directory (for cwd). */
  realpath(path: string, as: Credentials): Result<string, Errno>;
  mounts(): readonly { readonly target: string; readonly fs: FileSystem; readonly readOnly: boolean }[];
}

/** An open file: reads and writes go through it so that copy-on-write and room are kept in one place. */
export interface OpenFile {
  readonly node: FileNode | DeviceNode;
  /** Text from `offset` (code units) on, at most `max`. */
  read(offset: number, max: number): string;
  /** Writes at the offset (or the end); answers the new offset. */
  write(
    offset: number,
    data: string | { readonly zeros: number },
    append: boolean,
    nowUs: number,
  ): Result<number, Errno>;
}

export type FsChange =
  | { readonly op: 'mkdir'; readonly path: string; readonly mode: number }
  | { readonly op: 'rmdir'; readonly path: string }
  | { readonly op: 'unlink'; readonly path: string }
  | { readonly op: 'rename'; readonly from: string; readonly to: string }
  | { readonly op: 'symlink'; readonly path: string; readonly target: string }
  | { readonly op: 'chmod'; readonly path: string; readonly mode: number }
  | { readonly op: 'chown'; readonly path: string; readonly uid: number; readonly gid: number }
  | { readonly op: 'utime'; readonly path: string; readonly modifiedUs: number };
