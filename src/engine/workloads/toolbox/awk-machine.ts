import type { Syscalls } from '../program.ts';
import { AwkError, type Expression, type Rule, type Statement } from './awk-parser.ts';
import { type Value, calculate, looksNumeric, num, str, truthy } from './awk-values.ts';
import { formatText } from './printf.ts';
import { type Regex, compileRegex } from './regex.ts';

type Jump = { readonly to: 'next' | 'break' | 'continue' | 'exit' } | undefined;

const MAX_STEPS = 2_000_000;
const MAX_OUTPUT = 2_000_000;

/** Runs the rules of one program over records; output gathers until it is taken. */
export class Machine {
  output = '';
  exited = false;
  code = 0;
  private readonly rules: readonly Rule[];
  private readonly variables: Map<string, Value>;
  private readonly arrays = new Map<string, Map<string, Value>>();
  private readonly open = new Set<Rule>();
  private readonly regexes = new Map<string, Regex>();
  private readonly sys: Syscalls;
  private fields: string[] = [''];
  private steps = 0;

  constructor(rules: readonly Rule[], variables: ReadonlyMap<string, Value>, sys: Syscalls) {
    this.rules = rules;
    this.sys = sys;
    this.variables = new Map<string, Value>([
      ['FS', ' '],
      ['OFS', ' '],
      ['ORS', '\n'],
      ['NR', 0],
      ['NF', 0],
      ['SUBSEP', '\x1c'],
      ...variables,
    ]);
    this.arrays.set('ENVIRON', new Map(sys.env));
  }

  get readsInput(): boolean {
    return this.rules.some((rule) => rule.when !== 'BEGIN');
  }

  begin(): void {
    this.runAll('BEGIN');
  }

  end(): void {
    this.runAll('END');
  }

  record(line: string): void {
    this.variables.set('NR', num(this.get('NR')) + 1);
    this.setRecord(line);
    for (const rule of this.rules) {
      if (rule.when === 'BEGIN' || rule.when === 'END' || !this.selected(rule)) continue;
      const jump = rule.body === undefined ? this.print([]) : this.run(rule.body);
      if (jump?.to === 'exit') this.exited = true;
      if (jump?.to === 'next' || jump?.to === 'exit') return;
    }
  }

  private runAll(when: 'BEGIN' | 'END'): void {
    for (const rule of this.rules) {
      if (rule.when !== when || rule.body === undefined || (this.exited && when === 'BEGIN')) continue;
      if (this.run(rule.body)?.to === 'exit') {
        this.exited = true;
        return;
      }
    }
  }

  private selected(rule: Rule): boolean {
    if (rule.when === 'always' || rule.when === 'BEGIN' || rule.when === 'END') return rule.when === 'always';
    if (rule.until === undefined) return truthy(this.value(rule.when));
    if (!this.open.has(rule)) {
      if (!truthy(this.value(rule.when))) return false;
      this.open.add(rule);
    }
    if (truthy(this.value(rule.until))) this.open.delete(rule);
    return true;
  }

  private setRecord(line: string): void {
    const separator = str(this.get('FS'));
    const fields =
      separator === ' '
        ? line
            .trim()
            .split(/\s+/)
            .filter((field) => field !== '')
        : line === ''
          ? []
          : this.split(line, separator);
    this.fields = [line, ...fields];
    this.variables.set('NF', fields.length);
  }

  private split(text: string, separator: string): string[] {
    if (separator === ' ')
      return text
        .trim()
        .split(/\s+/)
        .filter((part) => part !== '');
    if (separator.length === 1) return text.split(separator);
    const regex = this.regex(separator);
    const parts: string[] = [];
    let at = 0;
    for (let from = 0; from <= text.length; ) {
      const match = regex.exec(text, from);
      if (match === undefined) break;
      if (match.end === match.start) {
        from = match.end + 1;
        continue;
      }
      parts.push(text.slice(at, match.start));
      at = from = match.end;
    }
    return [...parts, text.slice(at)];
  }

  private run(statement: Statement): Jump {
    if (++this.steps > MAX_STEPS) throw new AwkError('too many steps');
    switch (statement.kind) {
      case 'block':
        for (const each of statement.body) {
          const jump = this.run(each);
          if (jump !== undefined) return jump;
        }
        return undefined;
      case 'expression':
        this.value(statement.value);
        return undefined;
      case 'print':
        return statement.format ? this.printf(statement.args) : this.print(statement.args);
      case 'if':
        if (truthy(this.value(statement.test))) return this.run(statement.yes);
        return statement.no === undefined ? undefined : this.run(statement.no);
      case 'loop':
        return this.loop(statement);
      case 'each':
        for (const key of [...(this.arrays.get(statement.array)?.keys() ?? [])]) {
          this.variables.set(statement.variable, key);
          const jump = this.run(statement.body);
          if (jump?.to === 'break') break;
          if (jump !== undefined && jump.to !== 'continue') return jump;
        }
        return undefined;
      case 'delete':
        if (statement.key === undefined) this.arrays.delete(statement.name);
        else this.arrays.get(statement.name)?.delete(str(this.value(statement.key)));
        return undefined;
      case 'jump':
        if (statement.to === 'exit' && statement.code !== undefined)
          this.code = num(this.value(statement.code)) & 0xff;
        return { to: statement.to };
    }
  }

  private loop(statement: Extract<Statement, { kind: 'loop' }>): Jump {
    if (statement.before !== undefined) this.run(statement.before);
    for (let first = true; ; first = false) {
      const skip = statement.atEnd && first;
      if (!skip && statement.test !== undefined && !truthy(this.value(statement.test))) return undefined;
      const jump = this.run(statement.body);
      if (jump?.to === 'break') return undefined;
      if (jump !== undefined && jump.to !== 'continue') return jump;
      if (statement.after !== undefined) this.run(statement.after);
    }
  }

  private print(args: readonly Expression[]): Jump {
    const text =
      args.length === 0
        ? (this.fields[0] as string)
        : args.map((arg) => str(this.value(arg))).join(str(this.get('OFS')));
    this.write(text + str(this.get('ORS')));
    return undefined;
  }

  private printf(args: readonly Expression[]): Jump {
    const [format = '', ...rest] = args.map((arg) => str(this.value(arg)));
    this.write(formatText(format, rest).text);
    return undefined;
  }

  private write(text: string): void {
    this.output += text;
    if (this.output.length > MAX_OUTPUT) throw new AwkError('too much output');
  }

  private get(name: string): Value {
    return this.variables.get(name) ?? '';
  }

  private array(name: string): Map<string, Value> {
    let found = this.arrays.get(name);
    if (found === undefined) this.arrays.set(name, (found = new Map()));
    return found;
  }

  private regex(source: string): Regex {
    let found = this.regexes.get(source);
    if (found === undefined) this.regexes.set(source, (found = compileRegex(source, { extended: true })));
    return found;
  }

  private value(expression: Expression): Value {
    if (++this.steps > MAX_STEPS) throw new AwkError('too many steps');
    switch (expression.kind) {
      case 'number':
      case 'string':
        return expression.value;
      case 'regex':
        return this.regex(expression.source).test(this.fields[0] as string) ? 1 : 0;
      case 'field':
        return this.fields[num(this.value(expression.index))] ?? '';
      case 'variable':
        return this.get(expression.name);
      case 'element':
        return this.array(expression.name).get(str(this.value(expression.key))) ?? '';
      case 'assign':
        return this.assign(expression);
      case 'step': {
        const old = num(this.value(expression.target));
        this.store(expression.target, old + expression.by);
        return expression.prefix ? old + expression.by : old;
      }
      case 'unary': {
        const operand = this.value(expression.operand);
        return expression.op === '!'
          ? truthy(operand)
            ? 0
            : 1
          : expression.op === '-'
            ? -num(operand)
            : num(operand);
      }
      case 'binary':
        return this.binary(expression);
      case 'in':
        return this.array(expression.name).has(str(this.value(expression.key))) ? 1 : 0;
      case 'choice':
        return truthy(this.value(expression.test)) ? this.value(expression.yes) : this.value(expression.no);
      case 'call':
        return this.call(expression.name, expression.args);
    }
  }

  private assign(expression: Extract<Expression, { kind: 'assign' }>): Value {
    const right = this.value(expression.value);
    const value =
      expression.op === '='
        ? right
        : calculate(expression.op[0] as string, num(this.value(expression.target)), num(right));
    this.store(expression.target, value);
    return value;
  }

  private store(target: Expression, value: Value): void {
    if (target.kind === 'variable') this.variables.set(target.name, value);
    else if (target.kind === 'element') this.array(target.name).set(str(this.value(target.key)), value);
    else if (target.kind === 'field') {
      const index = num(this.value(target.index));
      if (index === 0) return this.setRecord(str(value));
      if (index < 0 || index > 10_000) throw new AwkError('access to bad field');
      while (this.fields.length <= index) this.fields.push('');
      this.fields[index] = str(value);
      this.fields[0] = this.fields.slice(1).join(str(this.get('OFS')));
      this.variables.set('NF', this.fields.length - 1);
    }
  }

  private binary({ op, left, right }: Extract<Expression, { kind: 'binary' }>): Value {
    if (op === '&&') return truthy(this.value(left)) && truthy(this.value(right)) ? 1 : 0;
    if (op === '||') return truthy(this.value(left)) || truthy(this.value(right)) ? 1 : 0;
    if (op === '~' || op === '!~') {
      const source = right.kind === 'regex' ? right.source : str(this.value(right));
      return this.regex(source).test(str(this.value(left))) === (op === '~') ? 1 : 0;
    }
    const [a, b] = [this.value(left), this.value(right)];
    if (op === ' ') return str(a) + str(b);
    if ('+-*/%^'.includes(op)) return calculate(op, num(a), num(b));
    const numeric = looksNumeric(a) && looksNumeric(b);
    const [x, y] = numeric ? [num(a), num(b)] : [str(a), str(b)];
    const truth =
      op === '<'
        ? x < y
        : op === '<='
          ? x <= y
          : op === '=='
            ? x === y
            : op === '!='
              ? x !== y
              : op === '>'
                ? x > y
                : x >= y;
    return truth ? 1 : 0;
  }

  private call(name: string, args: readonly Expression[]): Value {
    const text = (index: number): string => (args[index] === undefined ? '' : str(this.value(args[index])));
    const number = (index: number): number => (args[index] === undefined ? 0 : num(this.value(args[index])));
    switch (name) {
      case 'length': {
        const [only] = args;
        if (only?.kind === 'variable' && this.arrays.has(only.name)) return this.array(only.name).size;
        return only === undefined ? (this.fields[0] as string).length : text(0).length;
      }
      case 'substr':
        return text(0).slice(
          Math.max(0, number(1) - 1),
          args[2] === undefined ? undefined : number(1) - 1 + number(2),
        );
      case 'index':
        return text(0).indexOf(text(1)) + 1;
      case 'toupper':
        return text(0).toUpperCase();
      case 'tolower':
        return text(0).toLowerCase();
      case 'int':
        return Math.trunc(number(0));
      case 'sqrt':
        return Math.sqrt(number(0));
      case 'exp':
        return Math.exp(number(0));
      case 'log':
        return Math.log(number(0));
      case 'sin':
        return Math.sin(number(0));
      case 'cos':
        return Math.cos(number(0));
      case 'rand':
        return this.sys.random().next();
      case 'srand':
        return 0;
      case 'systime':
        return Math.floor(this.sys.unixUs() / 1e6);
      case 'sprintf':
        return formatText(
          text(0),
          args.slice(1).map((arg) => str(this.value(arg))),
        ).text;
      case 'split':
        return this.splitInto(args);
      case 'sub':
      case 'gsub':
        return this.replace(args, name === 'gsub');
      case 'match': {
        const [, pattern] = args;
        const found = this.regex(pattern?.kind === 'regex' ? pattern.source : text(1)).exec(text(0));
        this.variables.set('RSTART', found === undefined ? 0 : found.start + 1);
        this.variables.set('RLENGTH', found === undefined ? -1 : found.end - found.start);
        return this.get('RSTART');
      }
      default:
        throw new AwkError(`call to undefined function`);
    }
  }

  private splitInto(args: readonly Expression[]): number {
    const [source, array, separator] = args;
    if (source === undefined || array?.kind !== 'variable') throw new AwkError('not enough args to split');
    const by =
      separator === undefined
        ? str(this.get('FS'))
        : separator.kind === 'regex'
          ? separator.source
          : str(this.value(separator));
    const text = str(this.value(source));
    const parts = text === '' ? [] : this.split(text, by);
    this.arrays.set(array.name, new Map(parts.map((part, index) => [String(index + 1), part])));
    return parts.length;
  }

  private replace(args: readonly Expression[], all: boolean): number {
    const [pattern, replacement, target = { kind: 'field', index: { kind: 'number', value: 0 } }] = args;
    if (pattern === undefined || replacement === undefined) throw new AwkError('not enough args to sub');
    const regex = this.regex(pattern.kind === 'regex' ? pattern.source : str(this.value(pattern)));
    const by = str(this.value(replacement));
    const text = str(this.value(target));
    let result = '';
    let at = 0;
    let count = 0;
    while (at <= text.length) {
      const match = regex.exec(text, at);
      if (match === undefined) break;
      result +=
        text.slice(at, match.start) +
        by.replace(/\\&|&/g, (mark) => (mark === '&' ? text.slice(match.start, match.end) : '&'));
      count++;
      at = match.end;
      if (match.end === match.start) result += text[at++] ?? '';
      if (!all) break;
    }
    if (count > 0) this.store(target, result + text.slice(at));
    return count;
  }
}
