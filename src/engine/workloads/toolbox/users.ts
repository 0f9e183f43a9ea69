import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { type Applet, badOption, fail, linesOf, options, readFile, writeAll } from './io.ts';

// adduser and addgroup of busybox, useradd, groupadd and usermod of Debian: lines of /etc/passwd and /etc/group.

const FIRST_ID = 1_000;
const FIRST_SYSTEM_ID = 100;

type Table = string[][];

function* table(sys: Syscalls, path: string): Task<Table> {
  const text = yield* readFile(sys, path);
  return linesOf(text.ok ? text.value : '').map((line) => line.split(':'));
}

function* save(sys: Syscalls, path: string, rows: Table): Task<string | undefined> {
  const opened = sys.open(path, 'write', { create: true, truncate: true });
  if (!opened.ok) return ERRNO_TEXT[opened.error];
  yield* writeAll(sys, opened.value, rows.map((row) => `${row.join(':')}\n`).join(''));
  sys.close(opened.value);
  return undefined;
}

function freeId(rows: Table, from: number): number {
  const taken = new Set(rows.map((row) => Number(row[2])));
  let id = from;
  while (taken.has(id)) id++;
  return id;
}

/** A group by name or number, or undefined. */
function groupOf(rows: Table, word: string): string[] | undefined {
  return rows.find(([name, , id]) => name === word || id === word);
}

export function addUser(name: 'adduser' | 'useradd'): Applet {
  return function* (sys, argv) {
    const busybox = name === 'adduser';
    const { flags, rest, bad } = options(
      argv.filter((arg) => !arg.startsWith('--')),
      busybox ? 'h:g:s:G:SDHu:k:' : 'mMrUNlu:g:G:d:s:c:p:',
    );
    if (bad !== undefined) return yield* badOption(sys, name, bad);
    const [user, group] = rest;
    if (user === undefined) return yield* fail(sys, `${name}: missing operand`);
    const users = yield* table(sys, '/etc/passwd');
    const groups = yield* table(sys, '/etc/group');
    // adduser USER GROUP makes a member of what is there.
    if (busybox && group !== undefined) return yield* join(sys, user, group);
    if (users.some(([known]) => known === user))
      return yield* fail(
        sys,
        busybox ? `adduser: user '${user}' in use` : `useradd: user '${user}' already exists`,
        busybox ? 1 : 9,
      );
    const system = flags.has('S') || flags.has('r');
    const uid = flags.get('u') ?? String(freeId(users, system ? FIRST_SYSTEM_ID : FIRST_ID));
    const wanted = (busybox ? flags.get('G') : flags.get('g')) ?? '';
    const standing = wanted === '' ? undefined : groupOf(groups, wanted);
    if (wanted !== '' && standing === undefined)
      return yield* fail(
        sys,
        busybox ? `adduser: unknown group ${wanted}` : `useradd: group '${wanted}' does not exist`,
        busybox ? 1 : 6,
      );
    const own = wanted === '' && !(busybox && system);
    const gid = standing?.[2] ?? (own ? uid : '65533');
    if (own) groups.push([user, 'x', gid, '']);
    for (const also of busybox ? [] : (flags.get('G') ?? '').split(',')) addMember(groups, also, user);
    const home = flags.get(busybox ? 'h' : 'd') ?? `/home/${user}`;
    const shell = flags.get('s') ?? (system && busybox ? '/sbin/nologin' : '/bin/sh');
    users.push([
      user,
      'x',
      uid,
      gid,
      flags.get(busybox ? 'g' : 'c') ?? (busybox ? 'Linux User,,,' : ''),
      home,
      shell,
    ]);
    const failed = (yield* save(sys, '/etc/passwd', users)) ?? (yield* save(sys, '/etc/group', groups));
    if (failed !== undefined) return yield* fail(sys, `${name}: /etc/passwd: ${failed}`);
    if (busybox ? !flags.has('H') : flags.has('m')) {
      sys.mkdir(home, 0o755);
      sys.chown(home, Number(uid), Number(gid));
    }
    return 0;
  };
}

function addMember(groups: Table, name: string, user: string): boolean {
  const row = groupOf(groups, name);
  if (row === undefined) return false;
  const members = (row[3] ?? '').split(',').filter((member) => member !== '');
  if (!members.includes(user)) row[3] = [...members, user].join(',');
  return true;
}

function* join(sys: Syscalls, user: string, group: string): Task<number> {
  const groups = yield* table(sys, '/etc/group');
  if (!addMember(groups, group, user)) return yield* fail(sys, `adduser: unknown group ${group}`);
  const failed = yield* save(sys, '/etc/group', groups);
  return failed === undefined ? 0 : yield* fail(sys, `adduser: /etc/group: ${failed}`);
}

export function addGroup(name: 'addgroup' | 'groupadd'): Applet {
  return function* (sys, argv) {
    const { flags, rest, bad } = options(
      argv.filter((arg) => !arg.startsWith('--')),
      name === 'addgroup' ? 'g:S' : 'g:rf',
    );
    if (bad !== undefined) return yield* badOption(sys, name, bad);
    const [first, second] = rest;
    if (first === undefined) return yield* fail(sys, `${name}: missing operand`);
    if (second !== undefined) return yield* join(sys, first, second);
    const groups = yield* table(sys, '/etc/group');
    if (groups.some(([known]) => known === first)) {
      if (flags.has('f')) return 0;
      return yield* fail(
        sys,
        name === 'addgroup'
          ? `addgroup: group '${first}' in use`
          : `groupadd: group '${first}' already exists`,
        name === 'addgroup' ? 1 : 9,
      );
    }
    const system = flags.has('S') || flags.has('r');
    groups.push([
      first,
      'x',
      flags.get('g') ?? String(freeId(groups, system ? FIRST_SYSTEM_ID : FIRST_ID)),
      '',
    ]);
    const failed = yield* save(sys, '/etc/group', groups);
    return failed === undefined ? 0 : yield* fail(sys, `${name}: /etc/group: ${failed}`);
  };
}

/** usermod -aG, -G, -s, -d. */
export function* usermod(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'aG:s:d:g:u:');
  if (bad !== undefined) return yield* badOption(sys, 'usermod', bad);
  const [user = ''] = rest;
  const users = yield* table(sys, '/etc/passwd');
  const groups = yield* table(sys, '/etc/group');
  const row = users.find(([name]) => name === user);
  if (row === undefined) return yield* fail(sys, `usermod: user '${user}' does not exist`, 6);
  for (const [flag, column] of [
    ['u', 2],
    ['g', 3],
    ['d', 5],
    ['s', 6],
  ] as const) {
    const value = flags.get(flag);
    if (value !== undefined) row[column] = flag === 'g' ? (groupOf(groups, value)?.[2] ?? value) : value;
  }
  for (const group of (flags.get('G') ?? '').split(',').filter((name) => name !== ''))
    if (!addMember(groups, group, user))
      return yield* fail(sys, `usermod: group '${group}' does not exist`, 6);
  const failed = (yield* save(sys, '/etc/passwd', users)) ?? (yield* save(sys, '/etc/group', groups));
  return failed === undefined ? 0 : yield* fail(sys, `usermod: ${failed}`);
}

/** deluser, userdel, delgroup, groupdel. */
export function remover(name: string): Applet {
  return function* (sys, argv) {
    const { rest } = options(argv, 'rf');
    const path = name.includes('group') ? '/etc/group' : '/etc/passwd';
    const rows = yield* table(sys, path);
    const left = rows.filter(([known]) => known !== rest[0]);
    if (left.length === rows.length)
      return yield* fail(
        sys,
        `${name}: ${name.includes('group') ? 'unknown group' : 'unknown user'} ${rest[0] ?? ''}`,
      );
    const failed = yield* save(sys, path, left);
    return failed === undefined ? 0 : yield* fail(sys, `${name}: ${path}: ${failed}`);
  };
}
