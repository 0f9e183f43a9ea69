import { ERRNO_TEXT, type Errno, errnoNumber } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { NginxConfig } from './nginx-config.ts';

/** Where an nginx was built to keep what clients send and servers answer, and whom its workers run as. */
export interface NginxFiles {
  readonly cache: string;
  readonly user: number;
}

const OTHER_WORDS: Partial<Record<Errno, string>> = { EADDRINUSE: 'Address already in use' };
const KINDS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

/** `13: Permission denied` */
export function errnoText(error: Errno): string {
  return `${errnoNumber(error)}: ${OTHER_WORDS[error] ?? ERRNO_TEXT[error]}`;
}

/** Makes the folders of temporary files as the master does before it listens: what it warns of, and why it gives up. */
export function prepareFiles(
  sys: Syscalls,
  config: NginxConfig,
  { cache, user }: NginxFiles,
): { readonly warnings: readonly string[]; readonly problem?: string } {
  const warnings: string[] = [];
  if (config.userLine !== undefined && sys.uid !== 0)
    warnings.push(
      `the "user" directive makes sense only if the master process runs with super-user privileges, ignored in /etc/nginx/nginx.conf:${config.userLine}`,
    );
  for (const kind of KINDS) {
    const folder = kind === 'client_body' ? 'client' : kind;
    const path = config.temps[`${kind}_temp_path`] ?? `${cache}/${folder}_temp`;
    const made = sys.mkdir(path, 0o700);
    if (!made.ok && made.error !== 'EEXIST')
      return { warnings, problem: `mkdir() "${path}" failed (${errnoText(made.error)})` };
    if (sys.uid !== 0) continue;
    const stat = sys.stat(path);
    if (stat.ok && stat.value.uid === user) continue;
    const given = sys.chown(path, user, stat.ok ? stat.value.gid : user);
    if (!given.ok)
      return { warnings, problem: `chown("${path}", ${user}) failed (${errnoText(given.error)})` };
  }
  return { warnings };
}

/** Why its process id cannot be written down. */
export function pidProblem(sys: Syscalls, path: string): string | undefined {
  const opened = sys.open(path, 'write', { create: true });
  if (!opened.ok) return `open() "${path}" failed (${errnoText(opened.error)})`;
  sys.close(opened.value);
  return undefined;
}
