import { type Result, err, ok } from '../../../base/result.ts';
import type { Vfs } from '../../workloads/vfs/port.ts';
import type { OciUser } from './spec.ts';

// Models containerd pkg/oci WithUser, WithUsername and WithAdditionalGIDs: /etc/passwd and /etc/group of the image.

const ROOT = { uid: 0, gid: 0, groups: [], override: true };

function lines(vfs: Vfs, path: string): string[][] {
  const file = vfs.lookup(path, ROOT);
  if (!file.ok || file.value.kind !== 'file') return [];
  return file.value.content
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(':'));
}

export interface UserRequest {
  /** uid, or `user[:group]` by names or numbers. */
  readonly user: number | string;
  readonly group?: number;
  readonly supplementalGroups: readonly number[];
  /** Memberships of the image's /etc/group do not count. */
  readonly strict?: boolean;
}

/** Who the process runs as; the error is the one of a user that the image does not know. */
export function resolveUser(vfs: Vfs, request: UserRequest): Result<OciUser, string> {
  const [name = '', groupName = ''] = String(request.user).split(':');
  const passwd = lines(vfs, '/etc/passwd');
  let uid = Number(name);
  let gid = 0;
  let login = '';
  const byName = /^\d+$/.test(name)
    ? passwd.find(([, , id]) => Number(id) === uid)
    : passwd.find(([user]) => user === name);
  if (!/^\d+$/.test(name)) {
    if (byName === undefined) return err('no users found');
    uid = Number(byName[2]);
  }
  if (byName !== undefined) {
    gid = Number(byName[3]);
    login = byName[0] ?? '';
  }
  if (groupName !== '') {
    const group = lines(vfs, '/etc/group').find(([group_, , id]) => group_ === groupName || id === groupName);
    if (group === undefined && !/^\d+$/.test(groupName)) return err('no groups found');
    gid = group === undefined ? Number(groupName) : Number(group[2]);
  }
  if (request.group !== undefined) gid = request.group;
  const memberOf = lines(vfs, '/etc/group')
    .filter(
      ([, , , members = '']) => request.strict !== true && login !== '' && members.split(',').includes(login),
    )
    .map(([, , id]) => Number(id));
  const additionalGids = [...new Set([gid, ...memberOf, ...request.supplementalGroups])].sort(
    (a, b) => a - b,
  );
  return ok({ uid, gid, additionalGids });
}
