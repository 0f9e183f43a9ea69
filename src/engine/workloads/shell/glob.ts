import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { hasPattern, matchesPattern, unescapePattern } from './pattern.ts';

const MAX_PATHS = 20_000;

/** Names looked at between payments of CPU. */
const NAMES = 2_000;

/** The paths a pattern names, sorted; none when nothing matches. `pattern` has its literal characters escaped. */
export function* globPaths(sys: Syscalls, pattern: string): Task<string[]> {
  let looked = 0;
  const absolute = pattern.startsWith('/');
  const components = pattern.split('/').filter((part) => part !== '');
  let found: string[] = [absolute ? '/' : ''];
  for (const [index, component] of components.entries()) {
    const last = index === components.length - 1;
    const next: string[] = [];
    for (const base of found) {
      if (!hasPattern(component)) {
        const path = join(base, unescapePattern(component));
        if (sys.stat(path, { followLinks: false }).ok) next.push(path);
        continue;
      }
      const names = sys.readdir(base === '' ? '.' : base);
      if (!names.ok) continue;
      for (const name of names.value) {
        if (++looked % NAMES === 0) yield* sys.cpu(200, 4);
        if (name.startsWith('.') && !component.startsWith('.')) continue;
        if (!matchesPattern(component, name)) continue;
        const path = join(base, name);
        const stat = last ? undefined : sys.stat(path);
        if (stat === undefined || (stat.ok && stat.value.kind === 'directory')) next.push(path);
        if (next.length >= MAX_PATHS) break;
      }
      if (next.length >= MAX_PATHS) break;
    }
    found = next;
  }
  return found.sort(compareText);
}

function join(base: string, name: string): string {
  return base === '' || base.endsWith('/') ? base + name : `${base}/${name}`;
}
