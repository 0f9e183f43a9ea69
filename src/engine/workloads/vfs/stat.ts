/** What stat(2) answers. */
export interface FileStat {
  readonly kind: 'file' | 'directory' | 'symlink' | 'device';
  readonly inode: number;
  /** Permission bits with set-id and sticky bits: 0o7777. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly sizeBytes: number;
  /** Unix time in µs. */
  readonly modifiedUs: number;
  readonly links: number;
  /** Where a symbolic link points. */
  readonly target?: string;
  readonly readOnly: boolean;
  /** Name of the file system it is on. */
  readonly device: string;
}
