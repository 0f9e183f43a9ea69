import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { Redirect } from './ast.ts';
import type { ShellCore } from './port.ts';

/** What stood before: descriptor → where it was put aside, or undefined when it was closed. */
export type SavedFds = readonly (readonly [number, number | undefined])[];

/** Descriptors put aside live here; children do not get them. */
const ASIDE = 10;

/** Carries out redirections; with `save` they can be undone. Answers undefined when one failed (and has been told). */
export function* applyRedirects(
  shell: ShellCore,
  redirects: readonly Redirect[],
  save: boolean,
): Task<SavedFds | undefined> {
  const saved: (readonly [number, number | undefined])[] = [];
  for (const redirect of redirects) {
    if (save) saved.push([redirect.fd, putAside(shell.sys, redirect.fd)]);
    const problem = yield* applyOne(shell, redirect);
    if (problem === undefined) continue;
    restoreRedirects(shell.sys, saved);
    yield* shell.complain(problem);
    return undefined;
  }
  return saved;
}

export function restoreRedirects(sys: Syscalls, saved: SavedFds): void {
  for (const [fd, aside] of [...saved].reverse()) {
    if (aside === undefined) sys.close(fd);
    else {
      sys.dup(aside, fd);
      sys.close(aside);
    }
  }
}

function putAside(sys: Syscalls, fd: number): number | undefined {
  for (let aside = ASIDE; aside < ASIDE + 200; aside++) {
    // A free descriptor is one that cannot be duplicated.
    const probe = sys.dup(aside, aside);
    if (!probe.ok) {
      const moved = sys.dup(fd, aside);
      return moved.ok ? aside : undefined;
    }
  }
  return undefined;
}

function* applyOne(shell: ShellCore, redirect: Redirect): Task<string | undefined> {
  const { sys } = shell;
  const text = yield* shell.expander.text(redirect.target);
  if (redirect.op === '<<') {
    const [reader, writer] = sys.pipe();
    // More than a pipe holds is written by a child.
    const pid = text.length > 60_000 ? sys.fork(feed(text, writer)) : undefined;
    if (pid === undefined) yield* sys.write(writer, text);
    sys.close(writer);
    move(sys, reader, redirect.fd);
    return undefined;
  }
  if (redirect.op === '<&' || redirect.op === '>&') {
    if (text === '-') {
      sys.close(redirect.fd);
      return undefined;
    }
    if (!/^\d+$/.test(text))
      return redirect.op === '>&' ? openOnto(sys, redirect, text) : `syntax error: bad fd number`;
    const dup = sys.dup(Number(text), redirect.fd);
    return dup.ok ? undefined : `${text}: ${ERRNO_TEXT[dup.error]}`;
  }
  return openOnto(sys, redirect, text);
}

/** A program that writes the text into a pipe, for as long as that takes. */
function feed(text: string, fd: number) {
  return function* (sys: Syscalls): Task<number> {
    yield* sys.write(fd, text);
    return 0;
  };
}

function openOnto(sys: Syscalls, redirect: Redirect, path: string): string | undefined {
  const opened =
    redirect.op === '<'
      ? sys.open(path, 'read')
      : redirect.op === '<>'
        ? sys.open(path, 'readwrite', { create: true })
        : redirect.op === '>>'
          ? sys.open(path, 'append', { create: true })
          : sys.open(path, 'write', { create: true, truncate: true });
  if (!opened.ok)
    return redirect.op === '<'
      ? `can't open ${path}: ${reason(opened.error, 'no such file')}`
      : `can't create ${path}: ${reason(opened.error, 'nonexistent directory')}`;
  move(sys, opened.value, redirect.fd);
  return undefined;
}

function reason(error: Errno, missing: string): string {
  return error === 'ENOENT' || error === 'ENOTDIR' ? missing : ERRNO_TEXT[error];
}

function move(sys: Syscalls, from: number, to: number): void {
  if (from === to) return;
  sys.dup(from, to);
  sys.close(from);
}
