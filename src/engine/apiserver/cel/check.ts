import type { Expr } from './ast.ts';
import { COMPREHENSIONS, TYPES } from './evaluate.ts';
import { isFunction } from './functions.ts';
import { parse } from './parser.ts';
import { CelError } from './error.ts';
import { typeName } from './values.ts';

// Models apiserver/pkg/admission/plugin/cel/compile.go and cel-go's checker (1.36), as far as names and what an
// expression comes to. Not here: whether operands fit their operators.

/** What an expression may name, and what it must come to. */
export interface CelRules {
  readonly names: readonly string[];
  /** Types of `variables`, by name. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly returns?: readonly string[];
  /** Fields of names whose fields are known. */
  readonly fields?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Why an expression cannot be stored, in upstream's words; undefined when it can. */
export function celProblem(text: string, rules: CelRules): string | undefined {
  const expr = parsed(text);
  if (expr instanceof CelError) {
    const found = expr.issues.length > 0 ? expr.issues : [{ message: expr.message, at: 0 }];
    return `compilation failed: ${found.map(({ message, at }) => issue(text, message, at)).join('\n')}`;
  }
  const issues: string[] = [];
  const known = { names: new Set(rules.names), fields: fieldsOf(rules) };
  visit(expr, known, (message, at) => issues.push(issue(text, message, at)));
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

type Report = (message: string, at: number) => void;

/** What an expression may name, and the fields of names whose fields are known. */
interface Known {
  readonly names: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Fields of `request`. Models BuildRequestType. */
const REQUEST_FIELDS: ReadonlySet<string> = new Set(
  'kind resource subResource requestKind requestResource requestSubResource name namespace operation userInfo dryRun options'.split(
    ' ',
  ),
);

function fieldsOf({ names, variables, fields: given }: CelRules): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, ReadonlySet<string>>(given);
  if (names.includes('request')) fields.set('request', REQUEST_FIELDS);
  if (variables !== undefined) fields.set('variables', new Set(variables.keys()));
  return fields;
}

function undeclared(name: string): string {
  return `undeclared reference to '${name}' (in container '')`;
}

/** Finds names that nobody declared, in order. */
function visit(expr: Expr, known: Known, report: Report): void {
  switch (expr.op) {
    case 'literal':
      return;
    case 'name':
      if (!known.names.has(expr.name) && !TYPES.has(expr.name)) report(undeclared(expr.name), expr.at);
      return;
    case 'call':
      return visitCall(expr, known, report);
    case 'map':
      for (const entry of expr.entries) for (const part of entry) visit(part, known, report);
      return;
    case 'select': {
      const { target, field, at } = expr;
      const fields = target.op === 'name' ? known.fields.get(target.name) : undefined;
      visit(target, known, report);
      if (fields?.has(field) === false) report(`undefined field '${field}'`, at);
      return;
    }
    default:
      for (const part of partsOf(expr)) visit(part, known, report);
  }
}

function partsOf(
  expr: Exclude<Expr, { op: 'literal' | 'name' | 'call' | 'map' | 'select' }>,
): readonly Expr[] {
  switch (expr.op) {
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
  known: Known,
  report: Report,
): void {
  const { names } = known;
  if (target === undefined) {
    if (name !== 'has' && !isFunction(name)) return report(undeclared(name), at);
  } else if (target.op === 'name' && !names.has(target.name)) {
    const full = `${target.name}.${name}`;
    if (!isFunction(full)) return report(undeclared(target.name), target.at);
  } else visit(target, known, report);
  const bound = target !== undefined && COMPREHENSIONS.has(name) ? boundBy(name, args) : [];
  const inner = bound.length > 0 ? { ...known, names: new Set([...names, ...bound]) } : known;
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
