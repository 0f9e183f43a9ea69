import type { Filter } from './ast.ts';
import { FUNCTIONS } from './functions.ts';

/** The first thing a filter names that there is not, as jq's compiler says it. */
export function undefinedIn(filter: Filter, variables: ReadonlySet<string>): string | undefined {
  switch (filter.kind) {
    case 'variable':
      return variables.has(filter.name) ? undefined : `$${filter.name} is not defined`;
    case 'call': {
      const name = `${filter.name}/${filter.args.length}`;
      return FUNCTIONS[name] === undefined ? `${name} is not defined` : firstIn(filter.args, variables);
    }
    case 'as':
      return (
        undefinedIn(filter.of, variables) ?? undefinedIn(filter.body, new Set(variables).add(filter.name))
      );
    case 'reduce':
      return (
        firstIn([filter.of, filter.start], variables) ??
        undefinedIn(filter.step, new Set(variables).add(filter.name))
      );
    default:
      return firstIn(partsOf(filter), variables);
  }
}

function firstIn(filters: readonly Filter[], variables: ReadonlySet<string>): string | undefined {
  for (const each of filters) {
    const problem = undefinedIn(each, variables);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function partsOf(filter: Filter): readonly Filter[] {
  switch (filter.kind) {
    case 'text':
      return filter.parts.filter((part) => typeof part !== 'string');
    case 'object':
      return filter.entries.flat();
    case 'if':
      return [filter.when, filter.good, filter.otherwise];
    default:
      return ['of', 'key', 'from', 'to', 'body', 'otherwise', 'left', 'right'].flatMap((name) => {
        const part = (filter as unknown as Readonly<Record<string, Filter | undefined>>)[name];
        return part === undefined ? [] : [part];
      });
  }
}
