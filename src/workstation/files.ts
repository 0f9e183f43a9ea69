import { type Result, err, ok } from '../base/result.ts';

/** The learner's files. Paths are relative to the home directory or absolute below it. */
export interface LocalFiles {
  read(path: string): Result<string, 'missing' | 'directory'>;
  write(path: string, text: string): void;
  /** Names in a directory, sorted; undefined when there is none of that path. */
  list(path: string): readonly string[] | undefined;
  remove(path: string): void;
}

export const HOME = '/root';

/** Files by absolute path; a directory is what paths have in common. */
export class HomeFiles implements LocalFiles {
  private readonly texts = new Map<string, string>();

  read(path: string): Result<string, 'missing' | 'directory'> {
    const text = this.texts.get(absolute(path));
    if (text !== undefined) return ok(text);
    return err(this.list(path) === undefined ? 'missing' : 'directory');
  }

  write(path: string, text: string): void {
    this.texts.set(absolute(path), text);
  }

  list(path: string): readonly string[] | undefined {
    const at = absolute(path);
    const prefix = at === '/' ? '/' : `${at}/`;
    const names = new Set<string>();
    for (const file of this.texts.keys()) {
      if (file.startsWith(prefix)) names.add(file.slice(prefix.length).split('/')[0] as string);
    }
    return names.size === 0 && at !== HOME && at !== '/' ? undefined : [...names].sort();
  }

  remove(path: string): void {
    this.texts.delete(absolute(path));
  }
}

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
