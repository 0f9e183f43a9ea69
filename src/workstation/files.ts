import type { Result } from '../base/result.ts';

/** The learner's files. Paths are relative to the home directory or absolute below it. */
export interface LocalFiles {
  read(path: string): Result<string, 'missing' | 'directory'>;
  write(path: string, text: string): void;
  /** Names in a directory, sorted; undefined when there is none of that path. */
  list(path: string): readonly string[] | undefined;
  remove(path: string): void;
}

export const HOME = '/root';

/** Resolves `.`, `..`, `~` and relative paths against the home directory. */
export function absolute(path: string, cwd = HOME): string {
  const from = path.startsWith('~') ? HOME + path.slice(1) : path.startsWith('/') ? path : `${cwd}/${path}`;
  const parts: string[] = [];
  for (const part of from.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
