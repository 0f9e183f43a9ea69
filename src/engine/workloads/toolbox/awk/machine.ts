import type { Task } from '../../../kernel/task.ts';
import { call as nested } from '../../process/frames.ts';
import type { Syscalls } from '../../program.ts';
import type { AwkProgram, Expression, Rule, Statement } from './ast.ts';
import { callBuiltin } from './functions.ts';
import { AwkError } from './lexer.ts';
import { AwkState, type Cell, MAX_FIELDS } from './state.ts';
import type { Input } from './streams.ts';
import { type Value, calculate, compare, fromInput, num, sprintf, str, truthy } from './values.ts';

type Jump = Extract<Statement, { kind: 'jump' }>['to'] | undefined;

/** Steps between payments of CPU. */
const STEPS = 500;
const STEPS_US = 50;
const MAX_CALLS = 1_000;
const LARGE = 1_000_000;
const TOO_LARGE = 32_000_000;

/** Runs one program. What takes time is paid for, so an endless loop costs CPU and hangs nothing. */
export class AwkMachine extends AwkState {
  exited = false;
  code = 0;
  /** What is read record by record; undefined when there is nothing more. */
  nextInput: () => Task<Input | undefined> = function* () {
    return undefined;
  };
  input: Input | undefined;
  private readonly program: AwkProgram;
  private readonly open = new Set<Rule>();
  private calls = 0;
  private steps = 0;
  private returned: Value;

  constructor(program: AwkProgram, sys: Syscalls) {
    super(sys);
    this.program = program;
  }

  get readsInput(): boolean {
    return this.program.rules.some(({ when }) => when !== 'BEGIN');
  }

  *section(when: 'BEGIN' | 'END'): Task {
    for (const rule of this.program.rules) {
      if (rule.when !== when || rule.body === undefined) continue;
      if ((yield* this.run(rule.body)) !== 'exit') continue;
      this.exited = true;
      return;
    }
  }

  /** All records of the input through the rules. */
  *main(): Task {
    while (!this.exited) {
      const line = yield* this.readRecord();
      if (line === undefined) return;
      this.setRecord(line);
      for (const rule of this.program.rules) {
        if (rule.when === 'BEGIN' || rule.when === 'END' || !(yield* this.selected(rule))) continue;
        const jump =
          rule.body === undefined
            ? yield* this.print({ kind: 'print', format: false, args: [] })
            : yield* this.run(rule.body);
        if (jump === 'exit') this.exited = true;
        if (jump === 'nextfile') this.input = undefined;
        if (jump === 'next' || jump === 'nextfile' || jump === 'exit') break;
      }
    }
  }

  /** The next record of the files, counted. */
  *readRecord(): Task<string | undefined> {
    const cut = this.patterns.recordOf(str(this.get('RS')));
    for (;;) {
      this.input ??= yield* this.nextInput();
      if (this.input === undefined) return undefined;
      const record = yield* this.input.record(cut);
      if (record !== undefined) {
        for (const counter of ['NR', 'FNR']) this.set(counter, num(this.get(counter)) + 1);
        return record;
      }
      this.input = undefined;
    }
  }

  private *selected(rule: Rule): Task<boolean> {
    if (typeof rule.when === 'string') return rule.when === 'always';
    if (rule.until === undefined) return truthy(yield* this.value(rule.when));
    if (!this.open.has(rule)) {
      if (!truthy(yield* this.value(rule.when))) return false;
      this.open.add(rule);
    }
    if (truthy(yield* this.value(rule.until))) this.open.delete(rule);
    return true;
  }

  /** CPU for what has been done. */
  private *step(): Task {
    if (++this.steps % STEPS === 0) yield* this.sys.cpu(STEPS_US);
  }

  private *run(statement: Statement): Task<Jump> {
    yield* this.step();
    switch (statement.kind) {
      case 'block':
        for (const each of statement.body) {
          const jump = yield* this.run(each);
          if (jump !== undefined) return jump;
        }
        return undefined;
      case 'expression':
        yield* this.value(statement.value);
        return undefined;
      case 'print':
        return yield* this.print(statement);
      case 'if':
        if (truthy(yield* this.value(statement.test))) return yield* this.run(statement.yes);
        return statement.no === undefined ? undefined : yield* this.run(statement.no);
      case 'loop':
        return yield* this.loop(statement);
      case 'each':
        return yield* this.each(statement);
      case 'delete':
        if (statement.keys === undefined) this.array(statement.name).clear();
        else this.array(statement.name).delete(yield* this.key(statement.keys));
        return undefined;
      case 'jump':
        if (statement.value !== undefined) {
          const value = yield* this.value(statement.value);
          if (statement.to === 'exit') this.code = num(value) & 0xff;
          else this.returned = value;
        } else if (statement.to === 'return') this.returned = undefined;
        return statement.to;
    }
  }

  private *loop(statement: Extract<Statement, { kind: 'loop' }>): Task<Jump> {
    if (statement.before !== undefined) yield* this.run(statement.before);
    for (let first = true; ; first = false) {
      const skip = statement.atEnd && first;
      if (!skip && statement.test !== undefined && !truthy(yield* this.value(statement.test)))
        return undefined;
      const jump = yield* this.run(statement.body);
      if (jump === 'break') return undefined;
      if (jump !== undefined && jump !== 'continue') return jump;
      if (statement.after !== undefined) yield* this.run(statement.after);
    }
  }

  private *each(statement: Extract<Statement, { kind: 'each' }>): Task<Jump> {
    for (const key of [...this.array(statement.array).keys()]) {
      this.set(statement.variable, fromInput(key));
      const jump = yield* this.run(statement.body);
      if (jump === 'break') break;
      if (jump !== undefined && jump !== 'continue') return jump;
    }
    return undefined;
  }

  private *print({ format, args, to }: Extract<Statement, { kind: 'print' }>): Task<Jump> {
    const values: Value[] = [];
    for (const arg of args) values.push(yield* this.value(arg));
    const [first, ...rest] = values;
    const shown = (value: Value): string => str(value, str(this.get('OFMT')));
    const text = format
      ? sprintf(str(first), rest)
      : (args.length === 0 ? (this.fields[0] as string) : values.map(shown).join(str(this.get('OFS')))) +
        str(this.get('ORS'));
    if (to === undefined) yield* this.streams.write(text);
    else yield* this.streams.write(text, to.how, str(yield* this.value(to.name)));
    return undefined;
  }

  /** Several keys are one text with SUBSEP between. */
  *key(keys: readonly Expression[]): Task<string> {
    const [only] = keys;
    if (keys.length === 1 && only !== undefined) return this.text(yield* this.value(only));
    const parts: string[] = [];
    for (const key of keys) parts.push(this.text(yield* this.value(key)));
    return parts.join(str(this.get('SUBSEP')));
  }

  *value(expression: Expression): Task<Value> {
    yield* this.step();
    switch (expression.kind) {
      case 'number':
      case 'string':
        return expression.value;
      case 'group':
        return yield* this.value(expression.inner);
      case 'regex':
        return this.patterns.regex(expression.source).test(this.fields[0] as string) ? 1 : 0;
      case 'field':
        return fromInput(this.fields[this.index(yield* this.value(expression.index))] ?? '');
      case 'variable':
        return this.get(expression.name);
      case 'element':
        return yield* this.element(expression.name, expression.keys);
      case 'in':
        return this.array(expression.name).has(yield* this.key(expression.keys)) ? 1 : 0;
      case 'assign': {
        const right = yield* this.value(expression.value);
        const value =
          expression.op === ''
            ? right
            : calculate(expression.op, num(yield* this.value(expression.target)), num(right));
        yield* this.store(expression.target, value);
        return value;
      }
      case 'step': {
        const old = num(yield* this.value(expression.target));
        yield* this.store(expression.target, old + expression.by);
        return expression.prefix ? old + expression.by : old;
      }
      case 'unary': {
        const operand = yield* this.value(expression.operand);
        if (expression.op === '!') return truthy(operand) ? 0 : 1;
        return expression.op === '-' ? -num(operand) : num(operand);
      }
      case 'binary':
        return yield* this.binary(expression);
      case 'choice':
        return yield* this.value(truthy(yield* this.value(expression.test)) ? expression.yes : expression.no);
      case 'getline':
        return yield* this.getline(expression);
      case 'call':
        return yield* this.call(expression);
    }
  }

  private index(value: Value): number {
    const index = Math.trunc(num(value));
    if (index < 0) throw new AwkError('cmd. line:1: Access to negative field');
    return index;
  }

  private *element(name: string, keys: readonly Expression[]): Task<Value> {
    const array = this.array(name);
    const key = yield* this.key(keys);
    if (!array.has(key)) {
      array.set(key, undefined);
      if (array.size % 10_000 === 0) yield* this.grow(LARGE);
    }
    return array.get(key);
  }

  private *grow(bytes: number): Task {
    if (bytes > TOO_LARGE) throw new AwkError('out of memory');
    yield* this.sys.grow(bytes);
  }

  *store(target: Expression, value: Value): Task {
    if (target.kind === 'group') return yield* this.store(target.inner, value);
    if (target.kind === 'variable') this.set(target.name, value);
    else if (target.kind === 'element') {
      const array = this.array(target.name);
      array.set(yield* this.key(target.keys), value);
      if (array.size % 10_000 === 0) yield* this.grow(LARGE);
    } else if (target.kind === 'field') {
      const index = this.index(yield* this.value(target.index));
      if (index > MAX_FIELDS) throw new AwkError('cmd. line:1: out of memory');
      if (index === 0) return this.setRecord(this.text(value));
      while (this.fields.length <= index) this.fields.push('');
      this.fields[index] = this.text(value);
      this.cell('NF').value = this.fields.length - 1;
      this.joinFields();
    }
  }

  private *binary({ op, left, right }: Extract<Expression, { kind: 'binary' }>): Task<Value> {
    if (op === '&&' || op === '||') {
      if (truthy(yield* this.value(left)) !== (op === '&&')) return op === '&&' ? 0 : 1;
      return truthy(yield* this.value(right)) ? 1 : 0;
    }
    const a = yield* this.value(left);
    if (op === '~' || op === '!~') {
      const matched = this.patterns.regex(yield* this.pattern(right)).test(this.text(a));
      return matched === (op === '~') ? 1 : 0;
    }
    const b = yield* this.value(right);
    if (op === ' ') {
      const joined = this.text(a) + this.text(b);
      if (joined.length > LARGE) yield* this.grow(joined.length);
      return joined;
    }
    return '+-*/%^'.includes(op) ? calculate(op, num(a), num(b)) : compare(op, a, b) ? 1 : 0;
  }

  *pattern(expression: Expression): Task<string> {
    return expression.kind === 'regex' ? expression.source : this.text(yield* this.value(expression));
  }

  private *getline({ from, source, target }: Extract<Expression, { kind: 'getline' }>): Task<number> {
    let record: string | undefined;
    if (from === undefined || source === undefined) record = yield* this.readRecord();
    else {
      const input = yield* this.streams.input(from, this.text(yield* this.value(source)));
      if (input === undefined) return -1;
      record = yield* input.record(this.patterns.recordOf(str(this.get('RS'))));
      if (record !== undefined && from === 'command') this.set('NR', num(this.get('NR')) + 1);
    }
    if (record === undefined) return 0;
    if (target === undefined) this.setRecord(record);
    else yield* this.store(target, fromInput(record));
    return 1;
  }

  private *call({ name, args }: Extract<Expression, { kind: 'call' }>): Task<Value> {
    const own = this.program.functions.get(name);
    if (own === undefined) return yield* callBuiltin(this, name, args);
    if (args.length > own.parameters.length) throw new AwkError(`cmd. line:1: Too many args`);
    if (this.calls >= MAX_CALLS) throw new AwkError('cmd. line:1: out of memory');
    const frame = new Map<string, Cell>();
    for (const [index, parameter] of own.parameters.entries()) {
      const arg = args[index];
      frame.set(parameter, arg === undefined ? {} : yield* this.argument(arg));
    }
    const before = this.frame;
    this.calls++;
    this.frame = frame;
    this.returned = undefined;
    const jump = yield* nested(this.run(own.body));
    this.frame = before;
    this.calls--;
    if (jump === 'exit') {
      // Ends the program from within an expression.
      yield* this.finish();
    }
    const value = this.returned;
    this.returned = undefined;
    return value;
  }

  private *finish(): Task {
    this.exited = true;
    yield* this.streams.finish();
    yield* this.sys.exit(this.code);
  }

  /** A bare name is handed over itself: it may be, or become, an array. */
  private *argument(arg: Expression): Task<Cell> {
    if (arg.kind !== 'variable') return { value: yield* this.value(arg) };
    const cell = this.cell(arg.name);
    if (cell.array !== undefined) return { array: cell.array };
    return cell.value === undefined ? { given: cell } : { value: cell.value };
  }
}
