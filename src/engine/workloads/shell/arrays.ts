import type { Task } from '../../kernel/task.ts';
import type { Assignment } from './ast.ts';
import type { ShellCore } from './port.ts';

const MAX_ELEMENTS = 10_000;

/** Gives an array its elements, or one of them; false when it is no array that is assigned. */
export function* assignArray(
  shell: ShellCore,
  { name, value, index, items, append }: Assignment,
): Task<boolean> {
  const { arrays } = shell.state;
  if (items === undefined && index === undefined) return false;
  const standing = arrays.get(name) ?? [];
  if (items !== undefined) {
    const fields = yield* shell.expander.fields(items);
    arrays.set(name, append === true ? [...standing, ...fields] : fields);
    shell.state.variables.delete(name);
    return true;
  }
  const changed = [...standing];
  const at = Number(yield* shell.expander.arithmetic(index ?? []));
  if (at >= 0 && at < MAX_ELEMENTS) changed[at] = yield* shell.expander.text(value);
  arrays.set(
    name,
    Array.from(changed, (each) => each ?? ''),
  );
  return true;
}
