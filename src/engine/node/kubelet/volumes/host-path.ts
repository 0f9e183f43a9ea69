import type { HostPathVolumeSource } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { HostDisk } from '../../cri/port/host.ts';

// Models pkg/volume/hostpath/host_path.go checkType (1.36).

/** Checks (or makes) what the type asks for. */
export function checkHostPath(
  disk: HostDisk,
  { path, type = '' }: HostPathVolumeSource,
): Result<void, string> {
  const found = disk.stat(path)?.type;
  const failed = (what: string): Result<void, string> =>
    err(`hostPath type check failed: ${path} is not ${what}`);
  switch (type) {
    case 'DirectoryOrCreate':
      if (found === undefined) return disk.makeDirectory(path, { mode: 0o755 });
      return found === 'directory' ? ok() : failed('a directory');
    case 'Directory':
      return found === 'directory' ? ok() : failed('a directory');
    case 'FileOrCreate':
      if (found === undefined) return makeFile(disk, path);
      return found === 'file' ? ok() : failed('a file');
    case 'File':
      return found === 'file' ? ok() : failed('a file');
    case 'Socket':
      return found === 'socket' ? ok() : failed('a socket file');
    case 'CharDevice':
      return found === 'char' ? ok() : failed('a character device');
    case 'BlockDevice':
      return found === 'block' ? ok() : failed('a block device');
    default:
      return ok();
  }
}

/** The folder above is not made: without it the file cannot be. */
function makeFile(disk: HostDisk, path: string): Result<void, string> {
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  if (disk.stat(folder) === undefined) return err(`open ${path}: no such file or directory`);
  return disk.writeFile(path, '', { mode: 0o644 });
}
