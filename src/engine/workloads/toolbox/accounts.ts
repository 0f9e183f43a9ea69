import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { linesOf, readFile } from './io.ts';

/** Names of users and groups from /etc/passwd and /etc/group. */
export interface Accounts {
  user(uid: number): string | undefined;
  group(gid: number): string | undefined;
  uid(name: string): number | undefined;
  gid(name: string): number | undefined;
  home(uid: number): string | undefined;
  shell(uid: number): string | undefined;
  /** A user by name or number, with the groups that list the name. */
  account(
    name: string,
  ): { readonly uid: number; readonly gid: number; readonly groups: readonly number[] } | undefined;
}

export function* accounts(sys: Syscalls): Task<Accounts> {
  const passwd = yield* readFile(sys, '/etc/passwd');
  const group = yield* readFile(sys, '/etc/group');
  const users = table(passwd.ok ? passwd.value : '');
  const groups = table(group.ok ? group.value : '');
  const named = (entries: readonly (readonly string[])[], id: number): string | undefined =>
    entries.find((entry) => Number(entry[2]) === id)?.[0];
  const numbered = (entries: readonly (readonly string[])[], name: string): number | undefined => {
    const entry = entries.find(([first]) => first === name);
    return entry === undefined ? (/^\d+$/.test(name) ? Number(name) : undefined) : Number(entry[2]);
  };
  return {
    user: (uid) => named(users, uid),
    group: (gid) => named(groups, gid),
    uid: (name) => numbered(users, name),
    gid: (name) => numbered(groups, name),
    account: (name) => {
      const entry = users.find(([first, , uid]) => first === name || uid === name);
      if (entry === undefined) return undefined;
      const member = groups.filter((fields) => (fields[3] ?? '').split(',').includes(entry[0] ?? ''));
      return {
        uid: Number(entry[2]),
        gid: Number(entry[3]),
        groups: member.map((fields) => Number(fields[2])),
      };
    },
    home: (uid) => users.find((entry) => Number(entry[2]) === uid)?.[5],
    shell: (uid) => users.find((entry) => Number(entry[2]) === uid)?.[6],
  };
}

function table(text: string): (readonly string[])[] {
  return linesOf(text).map((line) => line.split(':'));
}
