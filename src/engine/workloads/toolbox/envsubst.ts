import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { fail, out, readAll } from './io.ts';

const VARIABLE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** gettext's envsubst: variables of the environment in place of their names; an operand says which ones alone. */
export function* envsubst(sys: Syscalls): Task<number> {
  const [only] = sys.argv.slice(1);
  const chosen =
    only === undefined ? undefined : new Set([...only.matchAll(VARIABLE)].map((m) => m[1] ?? m[2]));
  const text = yield* readAll(sys, 0);
  if (!text.ok) return yield* fail(sys, `envsubst: error while reading standard input`);
  yield* out(
    sys,
    text.value.replace(VARIABLE, (all, braced?: string, plain?: string) => {
      const name = braced ?? plain ?? '';
      return chosen === undefined || chosen.has(name) ? (sys.env.get(name) ?? '') : all;
    }),
  );
  return 0;
}
