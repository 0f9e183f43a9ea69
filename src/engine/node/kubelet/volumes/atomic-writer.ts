import { formatMicroTime } from '../../../../api/time.ts';
import { type Result, ok } from '../../../../base/result.ts';
import type { FileOwner, HostDisk } from '../../cri/port/host.ts';
import type { Payload } from './payload.ts';

// Models pkg/volume/util/atomic_writer.go (1.36): a timestamped folder behind the link ..data, and links to what is in it.

/** Writes the files so that readers see all of the old or all of the new. Does nothing when they are there already. */
export function writeAtomically(
  disk: HostDisk,
  target: string,
  payload: Payload,
  { owner, unixUs }: { readonly owner: FileOwner; readonly unixUs: number },
): Result<void, string> {
  const old = currentFolder(disk, target);
  if (old !== undefined && samePayload(disk, `${target}/${old}`, payload)) return ok();
  const folder = `..${formatMicroTime(unixUs).replace(/[-:]/g, '_').replace('T', '_').replace('Z', '')}`;
  // A file system group may read all files, whatever mode was asked for, and what is made in a folder is the group's.
  const [shared, folders] = owner.gid === undefined ? [0, 0o755] : [0o440, 0o2755];
  const made = disk.makeDirectory(`${target}/${folder}`, { ...owner, mode: folders });
  if (!made.ok) return made;
  for (const [path, file] of payload) {
    const its = { ...owner, ...(file.uid === undefined ? {} : { uid: file.uid }), mode: file.mode | shared };
    const written = disk.writeFile(`${target}/${folder}/${path}`, file.text, its);
    if (!written.ok) return written;
  }
  disk.remove(`${target}/..data`);
  disk.symlink(`${target}/..data`, folder);
  const visible = new Set([...payload.keys()].map((path) => path.split('/')[0] as string));
  for (const name of disk.list(target)) {
    if (!name.startsWith('..') && !visible.has(name)) disk.remove(`${target}/${name}`);
  }
  for (const name of visible) {
    if (disk.stat(`${target}/${name}`) === undefined) disk.symlink(`${target}/${name}`, `..data/${name}`);
  }
  if (old !== undefined) disk.remove(`${target}/${old}`);
  return ok();
}

function currentFolder(disk: HostDisk, target: string): string | undefined {
  return disk.list(target).find((name) => name.startsWith('..') && name !== '..data');
}

function samePayload(disk: HostDisk, folder: string, payload: Payload): boolean {
  if (countFiles(disk, folder) !== payload.size) return false;
  for (const [path, { text }] of payload) {
    const there = disk.readFile(`${folder}/${path}`);
    if (!there.ok || there.value !== text) return false;
  }
  return true;
}

function countFiles(disk: HostDisk, folder: string): number {
  let count = 0;
  for (const name of disk.list(folder)) {
    const path = `${folder}/${name}`;
    count += disk.stat(path)?.type === 'directory' ? countFiles(disk, path) : 1;
  }
  return count;
}
