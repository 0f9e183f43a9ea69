import { goQuote } from '../../../../api/go-text.ts';
import { type Json, isObject } from '../../../../base/json.ts';
import { CommandError } from '../../errors.ts';
import { FUNCTIONS, type Value, isTrue, printed } from './functions.ts';
import { type Expression, type Pipe, type TemplateNode, parseTemplate } from './parser.ts';

// Models text/template/exec.go over unstructured data (maps, lists and scalars).

/** A parsed Go template. */
export class GoTemplate {
  private readonly nodes: readonly TemplateNode[];

  constructor(source: string) {
    this.nodes = parseTemplate(source);
  }

  /** The template's text for an object. Throws CommandError. */
  text(data: Json): string {
    const run = new Execution(data);
    run.walk(this.nodes, data);
    return run.out;
  }
}

type Jump = 'break' | 'continue' | undefined;

class Execution {
  out = '';
  private readonly variables: { readonly name: string; value: Value }[];

  constructor(data: Json) {
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

  private range(node: Extract<TemplateNode, { kind: 'if' | 'with' | 'range' }>, dot: Value): Jump {
    const mark = this.variables.length;
    const over = this.pipe({ ...node.pipe, declare: [] }, dot);
    const items = itemsOf(over);
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
      if (pipe.assigns) {
        const held = this.variables.findLast((variable) => variable.name === name);
        if (held === undefined)
          throw new CommandError(`template: output:1: undefined variable ${goQuote(name)}`);
        held.value = value;
      } else this.variables.push({ name, value });
    }
    return value;
  }

  private command(words: readonly Expression[], dot: Value, piped: readonly Value[]): Value {
    const [first, ...rest] = words as [Expression, ...Expression[]];
    if (first.kind !== 'function') {
      if (rest.length > 0 || piped.length > 0) throw new CommandError("can't give argument to non-function");
      return this.value(first, dot);
    }
    const call = FUNCTIONS[first.name];
    if (call === undefined)
      throw new CommandError(`template: output:1: function ${goQuote(first.name)} not defined`);
    return call([...rest.map((word) => this.value(word, dot)), ...piped]);
  }

  private value(expression: Expression, dot: Value): Value {
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'pipe':
        return this.pipe(expression.pipe, dot);
      case 'function':
        return this.command([expression], dot, []);
      case 'variable': {
        const held = this.variables.findLast(({ name }) => name === expression.name);
        if (held === undefined)
          throw new CommandError(`template: output:1: undefined variable ${goQuote(expression.name)}`);
        return fields(held.value, expression.names);
      }
      case 'field':
        return fields(expression.of === undefined ? dot : this.value(expression.of, dot), expression.names);
    }
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

function fields(from: Value, names: readonly string[]): Value {
  let here = from;
  for (const name of names) {
    if (here === undefined || here === null)
      throw new CommandError(`nil data; no entry for key ${goQuote(name)}`);
    if (!isObject(here))
      throw new CommandError(
        `can't evaluate field ${name} in type ${typeof here === 'string' ? 'string' : 'interface {}'}`,
      );
    here = here[name];
  }
  return here;
}
