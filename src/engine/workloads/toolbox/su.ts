import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { findProgram } from '../shell/lookup.ts';
import { accounts } from './accounts.ts';
import { type Applet, badOption, fail, options } from './io.ts';

/** su [-] [-s SHELL] [-c COMMAND] [USER [ARG...]]. Models busybox loginutils/su.c: it becomes the shell itself. */
export function* su(sys: Syscalls, argv: readonly string[]): Task<number> {
  const login = argv.includes('-') || argv.includes('-l') || argv.includes('--login');
  const { flags, rest, bad } = options(
    argv.filter((arg) => arg !== '-' && !arg.startsWith('--')),
    '+lmps:c:',
  );
  if (bad !== undefined) return yield* badOption(sys, 'su', bad);
  // Options may also stand behind the name.
  const [name = 'root', ...after] = rest;
  const more = options(['su', ...after], '+lmps:c:');
  const given = new Map([...flags, ...more.flags]);
  const known = yield* accounts(sys);
  const account = known.account(name);
  if (account === undefined) return yield* fail(sys, `su: unknown user ${name}`);
  if (sys.uid !== 0) return yield* fail(sys, 'su: must be suid to work properly');
  const moved = sys.setUser(account.uid, account.gid, account.groups);
  if (!moved.ok) return yield* fail(sys, 'su: setgid: Operation not permitted');
  const home = known.home(account.uid) ?? '/';
  const shell = given.get('s') ?? known.shell(account.uid) ?? '/bin/sh';
  const env = new Map(login ? [] : sys.env);
  env.set('HOME', home).set('USER', name).set('LOGNAME', name).set('SHELL', shell);
  if (login) {
    sys.chdir(home);
    env.set('PATH', '/usr/local/bin:/bin:/usr/bin');
  }
  const command = given.get('c');
  const words = [shell, ...(command === undefined ? [] : ['-c', command]), ...more.rest];
  const error = yield* sys.exec(shell, words, env);
  return yield* fail(
    sys,
    `su: can't execute '${shell}': ${ERRNO_TEXT[error]}`,
    error === 'ENOENT' ? 127 : 126,
  );
}

/** gosu, su-exec and setpriv's simple use: becomes the program as another user. */
export function stepDown(name: string): Applet {
  return function* (sys, argv) {
    const [, who, ...command] = argv;
    const [program] = command;
    if (who === undefined || program === undefined)
      return yield* fail(sys, `Usage: ${name} user-spec command [args]`, name === 'gosu' ? 1 : 0);
    const [userName = '', groupName] = who.split(':');
    const known = yield* accounts(sys);
    const uid = known.uid(userName);
    if (uid === undefined)
      return yield* fail(
        sys,
        `error: failed switching to "${who}": unable to find user ${userName}: no matching entries in passwd file`,
      );
    const account = known.account(userName);
    const gid = groupName === undefined ? (account?.gid ?? 0) : (known.gid(groupName) ?? 0);
    const moved = sys.setUser(uid, gid, groupName === undefined ? (account?.groups ?? []) : []);
    if (!moved.ok) return yield* fail(sys, `error: failed switching to "${who}": operation not permitted`);
    const found = findProgram(sys, program);
    const env = new Map(sys.env).set('HOME', known.home(uid) ?? '/');
    const error = found.ok ? yield* sys.exec(found.value, command, env) : found.error;
    const why = error === 'ENOENT' ? 'executable file not found in $PATH' : ERRNO_TEXT[error];
    return yield* fail(sys, `error: exec: "${program}": ${why}`, error === 'ENOENT' ? 127 : 126);
  };
}
