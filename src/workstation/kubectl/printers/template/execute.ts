import { goQuote } from '../../../../api/go-text.ts';
import { type Json, isObject } from '../../../../base/json.ts';
import { CommandError } from '../../errors.ts';
import { utf8Bytes } from '../../../../base/base64.ts';
import { Interrupted } from '../printer.ts';
import { ARGUMENTS, FUNCTIONS, type TemplateFunction, type Value, isTrue, printed } from './functions.ts';
import {
  type Command,
  type Expression,
  type ParsedTemplate,
  type Pipe,
  type TemplateNode,
  type Written,
  parseTemplate,
} from './parser.ts';

// Models text/template/exec.go over unstructured data (maps, lists and scalars).

/** A parsed Go template. */
export class GoTemplate {
  private readonly parsed: ParsedTemplate;

  private readonly source: string;
  private readonly allowMissing: boolean;

  constructor(source: string, { allowMissing = true }: { readonly allowMissing?: boolean } = {}) {
    this.source = source;
    this.allowMissing = allowMissing;
    this.parsed = parseTemplate(source);
  }

  /** The template's text for an object. Throws Interrupted. */
  text(data: Json): string {
    const run = new Execution(data, this.source, this.parsed.defined, this.allowMissing);
    try {
      run.walk(this.parsed.nodes, data);
    } catch (error) {
      throw error instanceof CommandError ? new Interrupted(run.out, error.message) : error;
    }
    return run.out;
  }
}

type Jump = 'break' | 'continue' | undefined;

class Execution {
  out = '';
  private variables: { readonly name: string; value: Value }[];
  private readonly defined: ParsedTemplate['defined'];
  /** The template that is carried out. */
  private name = 'output';
  private readonly source: string;
  private readonly allowMissing: boolean;

  constructor(data: Json, source: string, defined: ParsedTemplate['defined'], allowMissing: boolean) {
    this.source = source;
    this.defined = defined;
    this.allowMissing = allowMissing;
    this.variables = [{ name: '$', value: data }];
  }

  walk(nodes: readonly TemplateNode[], dot: Value): Jump {
    for (const node of nodes) {
      const jump = this.node(node, dot);
      if (jump !== undefined) return jump;
    }
    return undefined;
  }

  private node(node: TemplateNode, dot: Value): Jump {
    switch (node.kind) {
      case 'text':
        this.out += node.text;
        return undefined;
      case 'print': {
        const value = this.pipe(node.pipe, dot);
        if (node.pipe.declare.length === 0) this.out += printed(value);
        return undefined;
      }
      case 'break':
      case 'continue':
        return node.kind;
      case 'range':
        return this.range(node, dot);
      case 'template':
        this.template(node, dot);
        return undefined;
      case 'if':
      case 'with': {
        const mark = this.variables.length;
        const value = this.pipe(node.pipe, dot);
        const inner = node.kind === 'with' ? value : dot;
        const jump = isTrue(value) ? this.walk(node.body, inner) : this.walk(node.otherwise, dot);
        this.variables.length = mark;
        return jump;
      }
    }
  }

  /** A template called by its name sees its argument and no variables of the caller. */
  private template(node: Extract<TemplateNode, { kind: 'template' }>, dot: Value): void {
    const nodes = this.defined.get(node.name);
    if (nodes === undefined)
      return this.located(node, () => {
        throw new CommandError(`template ${goQuote(node.name)} not defined`);
      });
    const value = node.pipe === undefined ? undefined : this.pipe(node.pipe, dot);
    const [variables, name] = [this.variables, this.name];
    this.variables = [{ name: '$', value }];
    this.name = node.name;
    this.walk(nodes, value);
    this.variables = variables;
    this.name = name;
  }

  private range(node: Extract<TemplateNode, { kind: 'if' | 'with' | 'range' }>, dot: Value): Jump {
    const mark = this.variables.length;
    const over = this.pipe({ ...node.pipe, declare: [] }, dot);
    const items = this.located(node.pipe.commands[0], () => itemsOf(over));
    for (const [key, item] of items) {
      const { declare } = node.pipe;
      if (declare.length === 1) this.variables.push({ name: declare[0] as string, value: item });
      if (declare.length === 2)
        this.variables.push(
          { name: declare[0] as string, value: key },
          { name: declare[1] as string, value: item },
        );
      const jump = this.walk(node.body, item);
      this.variables.length = mark;
      if (jump === 'break') return undefined;
    }
    const jump = items.length === 0 ? this.walk(node.otherwise, dot) : undefined;
    this.variables.length = mark;
    return jump;
  }

  private pipe(pipe: Pipe, dot: Value): Value {
    let value: Value;
    for (const [at, command] of pipe.commands.entries())
      value = this.command(command, dot, at === 0 ? [] : [value]);
    for (const name of pipe.declare) {
      const held = pipe.assigns ? this.variables.findLast((variable) => variable.name === name) : undefined;
      if (held === undefined) this.variables.push({ name, value });
      else held.value = value;
    }
    return value;
  }

  private command({ words, ...written }: Command, dot: Value, piped: readonly Value[]): Value {
    const [first, ...rest] = words as [Expression, ...Expression[]];
    if (first.kind !== 'function') {
      const last = first.kind === 'field' || first.kind === 'variable' ? first.names.at(-1) : undefined;
      const refused =
        rest.length > 0 || piped.length > 0
          ? last === undefined
            ? `can't give argument to non-function ${first.text}`
            : `${last} is not a method but has arguments`
          : first.kind === 'value' && first.value === null
            ? 'nil is not a command'
            : undefined;
      if (refused !== undefined)
        return this.located(first, () => {
          throw new CommandError(refused);
        });
      return this.value(first, dot);
    }
    const call = FUNCTIONS[first.name] as TemplateFunction;
    const given = rest.length + piped.length;
    const { count, more } = ARGUMENTS[first.name] ?? { count: 0, more: true };
    if (given < count || (more !== true && given > count))
      this.located(first, () => {
        throw new CommandError(
          `wrong number of args for ${first.name}: want ${more === true ? 'at least ' : ''}${count} got ${given}`,
        );
      });
    const args = [...rest.map((word) => this.value(word, dot)), ...piped];
    return this.located(written, () => call(args));
  }

  /** Carries a step out; its error says where in the template it stands. Models template.ErrorContext. */
  private located<T>(written: Written | undefined, step: () => T): T {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof CommandError) || written === undefined) throw error;
      const before = this.source.slice(0, written.at);
      const line = before.split('\n').length;
      const column = utf8Bytes(before.slice(before.lastIndexOf('\n') + 1)).length;
      throw new CommandError(
        `template: output:${line}:${column}: executing ${goQuote(this.name)} at <${written.text}>: ${error.message}`,
      );
    }
  }

  private value(expression: Expression, dot: Value): Value {
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'pipe':
        return this.pipe(expression.pipe, dot);
      case 'function':
        return this.command({ words: [expression], at: expression.at, text: expression.text }, dot, []);
      case 'variable': {
        const held = this.variables.findLast(({ name }) => name === expression.name);
        return this.located(expression, () => this.fields(held?.value, expression.names));
      }
      case 'field': {
        const from = expression.of === undefined ? dot : this.value(expression.of, dot);
        return this.located(expression, () => this.fields(from, expression.names));
      }
    }
  }

  /** What is not there has no fields either, unless keys may not be missing. */
  private fields(from: Value, names: readonly string[]): Value {
    let here = from;
    for (const name of names) {
      if (here === undefined || here === null) {
        if (this.allowMissing) return undefined;
        throw new CommandError(`nil data; no entry for key ${goQuote(name)}`);
      }
      if (!isObject(here)) throw new CommandError(`can't evaluate field ${name} in type interface {}`);
      const next = here[name];
      if (next === undefined && !this.allowMissing)
        throw new CommandError(`map has no entry for key ${goQuote(name)}`);
      here = next;
    }
    return here;
  }
}

function itemsOf(over: Value): readonly (readonly [Value, Value])[] {
  if (over === undefined || over === null) return [];
  if (Array.isArray(over)) return (over as readonly Json[]).map((item, at) => [at, item] as const);
  if (isObject(over))
    return Object.keys(over)
      .sort()
      .map((key) => [key, over[key]] as const);
  if (typeof over === 'number') return Array.from({ length: over }, (_, at) => [at, at] as const);
  throw new CommandError(`range can't iterate over ${String(over)}`);
}
