import type { Expr } from './ast.ts';
import { COMPREHENSIONS, TYPES } from './evaluate.ts';
import { isFunction } from './functions.ts';
import { parse } from './parser.ts';
import { CelError, typeName } from './values.ts';

// Models apiserver/pkg/admission/plugin/cel/compile.go and cel-go's checker (1.36), as far as names and what an
// expression comes to. Not here: whether operands fit their operators.

/** What an expression may name, and what it must come to. */
export interface CelRules {
  readonly names: readonly string[];
  /** Types of `variables`, by name. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly returns?: readonly string[];
}

/** Why an expression cannot be stored, in upstream's words; undefined when it can. */
export function celProblem(text: string, rules: CelRules): string | undefined {
  const expr = parsed(text);
  if (expr instanceof CelError) {
    const found = expr.issues.length > 0 ? expr.issues : [{ message: expr.message, at: 0 }];
    return `compilation failed: ${found.map(({ message, at }) => issue(text, message, at)).join('\n')}`;
  }
  const issues: string[] = [];
  visit(expr, new Set(rules.names), (name, at) =>
    issues.push(issue(text, `undeclared reference to '${name}' (in container '')`, at)),
  );
  if (issues.length > 0) return `compilation failed: ${issues.join('\n')}`;
  const type = typeOf(expr, rules);
  const { returns } = rules;
  if (returns === undefined || type === UNKNOWN || returns.includes(type)) return undefined;
  return returns.length === 1
    ? `must evaluate to ${returns[0]}`
    : `must evaluate to one of [${returns.join(' ')}]`;
}

/** The type of an expression's value: `dyn` for what only the request tells, `unknown` for what is not worked out here. */
export function celType(text: string, rules: CelRules): string {
  const expr = parsed(text);
  return expr instanceof CelError ? UNKNOWN : typeOf(expr, rules);
}

function parsed(text: string): Expr | CelError {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
}

/** Models cel-go common.Error ToDisplayString: the line, and a mark below the column. */
function issue(text: string, message: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  const column = before.at(-1)?.length ?? 0;
  const line = text.split('\n')[before.length - 1] ?? '';
  return `ERROR: <input>:${before.length}:${column + 1}: ${message}\n | ${line.replaceAll('\t', ' ')}\n | ${'.'.repeat(column)}^`;
}

type Report = (name: string, at: number) => void;

/** Finds names that nobody declared, in order. */
function visit(expr: Expr, names: ReadonlySet<string>, report: Report): void {
  switch (expr.op) {
    case 'literal':
      return;
    case 'name':
      if (!names.has(expr.name) && !TYPES.has(expr.name)) report(expr.name, expr.at);
      return;
    case 'call':
      return visitCall(expr, names, report);
    case 'map':
      for (const entry of expr.entries) for (const part of entry) visit(part, names, report);
      return;
    default:
      for (const part of partsOf(expr)) visit(part, names, report);
  }
}

function partsOf(expr: Exclude<Expr, { op: 'literal' | 'name' | 'call' | 'map' }>): readonly Expr[] {
  switch (expr.op) {
    case 'select':
      return [expr.target];
    case 'index':
      return [expr.target, expr.index];
    case 'unary':
      return [expr.operand];
    case 'binary':
    case 'and':
    case 'or':
      return [expr.left, expr.right];
    case 'choose':
      return [expr.condition, expr.yes, expr.no];
    case 'list':
      return expr.items;
  }
}

function visitCall(
  { target, name, args, at }: Extract<Expr, { op: 'call' }>,
  names: ReadonlySet<string>,
  report: Report,
): void {
  if (target === undefined) {
    if (name !== 'has' && !isFunction(name)) return report(name, at);
  } else if (target.op === 'name' && !names.has(target.name)) {
    const full = `${target.name}.${name}`;
    if (!isFunction(full)) return report(target.name, target.at);
  } else visit(target, names, report);
  const bound = target !== undefined && COMPREHENSIONS.has(name) ? boundBy(name, args) : [];
  const inner = bound.length > 0 ? new Set([...names, ...bound]) : names;
  for (const arg of args.slice(bound.length)) visit(arg, inner, report);
}

/** The variables of a comprehension: one, or two of those that take two. */
function boundBy(name: string, args: readonly Expr[]): readonly string[] {
  const [first, second] = args;
  if (first?.op !== 'name') return [];
  const two = args.length === 3 && name !== 'map' && second?.op === 'name';
  return two ? [first.name, second.name] : [first.name];
}

const UNKNOWN = 'unknown';
const DYN = 'dyn';

const BOOLS: ReadonlySet<string> = new Set([
  ...[
    'has',
    'bool',
    'isQuantity',
    'isIP',
    'isCIDR',
    'isURL',
    'matches',
    'all',
    'exists',
    'exists_one',
    'existsOne',
  ],
  ...[
    'startsWith',
    'endsWith',
    'contains',
    'isSorted',
    'hasValue',
    'isGreaterThan',
    'isLessThan',
    'isInteger',
    'allowed',
  ],
]);
const STRINGS: ReadonlySet<string> = new Set([
  ...[
    'string',
    'lowerAscii',
    'upperAscii',
    'trim',
    'join',
    'replace',
    'substring',
    'charAt',
    'find',
    'format',
  ],
]);
const INTS: ReadonlySet<string> = new Set([
  'size',
  'int',
  'indexOf',
  'lastIndexOf',
  'compareTo',
  'asInteger',
]);
const REQUEST: Readonly<Record<string, string>> = {
  name: 'string',
  namespace: 'string',
  operation: 'string',
  subResource: 'string',
  dryRun: 'bool',
};

function typeOf(expr: Expr, rules: CelRules): string {
  switch (expr.op) {
    case 'literal':
      return typeName(expr.value);
    case 'name':
      return DYN;
    case 'select':
      return selectedType(expr, rules);
    case 'index':
      return expr.optional ? UNKNOWN : typeOf(expr.target, rules) === DYN ? DYN : UNKNOWN;
    case 'call':
      return calledType(expr.name);
    case 'unary':
      return expr.sign === '!' ? 'bool' : typeOf(expr.operand, rules);
    case 'binary':
      return '+-*/%'.includes(expr.sign) ? sameType(expr.left, expr.right, rules) : 'bool';
    case 'and':
    case 'or':
      return 'bool';
    case 'choose':
      return sameType(expr.yes, expr.no, rules);
    case 'list':
      return 'list';
    case 'map':
      return 'map';
  }
}

/** Both sides' type where it is one; how two different ones join is not worked out. */
function sameType(left: Expr, right: Expr, rules: CelRules): string {
  const type = typeOf(left, rules);
  return type === typeOf(right, rules) ? type : UNKNOWN;
}

function selectedType({ target, field, optional }: Extract<Expr, { op: 'select' }>, rules: CelRules): string {
  if (optional) return UNKNOWN;
  if (target.op === 'name' && target.name === 'variables') return rules.variables?.get(field) ?? UNKNOWN;
  if (target.op === 'name' && target.name === 'request') return REQUEST[field] ?? UNKNOWN;
  return typeOf(target, rules) === DYN ? DYN : UNKNOWN;
}

function calledType(name: string): string {
  if (BOOLS.has(name)) return 'bool';
  if (STRINGS.has(name)) return 'string';
  return INTS.has(name) ? 'int' : UNKNOWN;
}
