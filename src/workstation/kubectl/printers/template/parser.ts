import { goQuote } from '../../../../api/go-text.ts';
import { CommandError } from '../../errors.ts';
import { FUNCTIONS } from './functions.ts';

// Models Go's text/template/parse, as far as kubectl's templates go: actions, pipelines, if, with, range, variables.

/** Where something stands in the template, and how it is written. */
export interface Written {
  readonly at: number;
  readonly text: string;
}

export type Expression = Written & Operand;

type Operand =
  | { readonly kind: 'field'; readonly of?: Expression; readonly names: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'pipe'; readonly pipe: Pipe };

export interface Pipe {
  readonly declare: readonly string[];
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

export interface Command extends Written {
  readonly words: readonly Expression[];
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipe: Pipe }
  | {
      readonly kind: 'if' | 'with' | 'range';
      readonly pipe: Pipe;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  | { readonly kind: 'break' | 'continue' };

interface Part {
  /** `unclosed` is an action whose end is missing: what is wrong with it before is told first. */
  readonly kind: 'text' | 'action' | 'unclosed';
  readonly text: string;
  readonly at: number;
}

/** The tree of a template. Throws CommandError in text/template's words. */
export function parseTemplate(source: string): readonly TemplateNode[] {
  const parts = split(source);
  const state = { parts, at: 0, variables: new Set(['$']) };
  const { nodes, end } = block(state);
  if (end !== undefined) throw problem(`unexpected {{${end}}}`);
  return nodes;
}

const problem = (message: string): CommandError => new CommandError(`template: output:1: ${message}`);

function split(source: string): readonly Part[] {
  const out: Part[] = [];
  let at = 0;
  let trimNext = false;
  for (;;) {
    const open = source.indexOf('{{', at);
    let text = source.slice(at, open < 0 ? undefined : open);
    if (trimNext) text = text.trimStart();
    if (open < 0) {
      if (text !== '') out.push({ kind: 'text', text, at });
      return out;
    }
    const close = closing(source, open + 2);
    if (close === undefined) {
      if (text !== '') out.push({ kind: 'text', text, at });
      out.push({ kind: 'unclosed', text: source.slice(open + 2), at: open + 2 });
      return out;
    }
    let inner = source.slice(open + 2, close);
    let from = open + 2;
    if (/^-\s/.test(inner)) {
      text = text.trimEnd();
      inner = inner.slice(1);
      from++;
    }
    trimNext = /\s-$/.test(inner);
    if (trimNext) inner = inner.slice(0, -1);
    if (text !== '') out.push({ kind: 'text', text, at });
    if (!/^\s*\/\*[\s\S]*\*\/\s*$/.test(inner)) out.push({ kind: 'action', text: inner, at: from });
    at = close + 2;
  }
}

/** Where an action ends; undefined when it does not. */
function closing(source: string, from: number): number | undefined {
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const letter = source[at] as string;
    if (quote !== '') {
      if (letter === '\\' && quote !== '`') at++;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === '`') quote = letter;
    else if (source.startsWith('}}', at)) return at;
  }
  return undefined;
}

interface State {
  readonly parts: readonly Part[];
  at: number;
  /** Variables declared so far. */
  readonly variables: Set<string>;
}

/** Nodes up to `end` or `else …`. */
function block(state: State): { readonly nodes: TemplateNode[]; readonly end: string | undefined } {
  const nodes: TemplateNode[] = [];
  while (state.at < state.parts.length) {
    const part = state.parts[state.at++] as Part;
    if (part.kind === 'text') {
      nodes.push({ kind: 'text', text: part.text });
      continue;
    }
    if (part.kind === 'unclosed') {
      const written = { text: part.text, at: part.at };
      if (!/^-?\s*(?:if|with|range|end|else)\b|["`']/.test(part.text)) pipeOf(state, written);
      throw problem('unclosed action');
    }
    const words = part.text.trim();
    const from = part.at + part.text.indexOf(words);
    const keyword = /^(if|with|range|end|else|break|continue)\b/.exec(words)?.[1];
    if (keyword === 'end' || keyword === 'else') return { nodes, end: words };
    if (keyword === 'if' || keyword === 'with' || keyword === 'range')
      nodes.push(branch(state, keyword, { text: words.slice(keyword.length), at: from + keyword.length }));
    else if (keyword === 'break' || keyword === 'continue') nodes.push({ kind: keyword });
    else nodes.push({ kind: 'print', pipe: pipeOf(state, { text: words, at: from }) });
  }
  return { nodes, end: undefined };
}

function branch(state: State, kind: 'if' | 'with' | 'range', words: Written): TemplateNode {
  if (words.text.trim() === '') throw problem(`missing value for ${kind}`);
  const pipe = pipeOf(state, words);
  const body = block(state);
  if (body.end === undefined) throw problem('unexpected EOF');
  if (!body.end.startsWith('else')) return { kind, pipe, body: body.nodes, otherwise: [] };
  const chained = /^else\s+(if|with)\b([\s\S]*)$/.exec(body.end);
  if (chained !== null) {
    return {
      kind,
      pipe,
      body: body.nodes,
      otherwise: [branch(state, chained[1] as 'if' | 'with', { text: chained[2] ?? '', at: 0 })],
    };
  }
  const otherwise = block(state);
  if (otherwise.end !== 'end') throw problem('unexpected EOF');
  return { kind, pipe, body: body.nodes, otherwise: otherwise.nodes };
}

interface Token extends Written {
  readonly kind: 'word' | 'string' | 'mark';
  readonly tight: boolean;
}

function tokensOf({ text: source, at: from }: Written): Token[] {
  const out: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const blank = /^\s+/.exec(rest)?.[0];
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const tight = at > 0 && !/\s/.test(source[at - 1] ?? ' ');
    const found =
      /^"(?:[^"\\]|\\.)*"|^`[^`]*`|^'(?:[^'\\]|\\.)*'/.exec(rest)?.[0] ??
      /^(?::=|[|()=,])/.exec(rest)?.[0] ??
      /^[^\s|()=,:]+/.exec(rest)?.[0];
    if (found === undefined) throw problem(`unexpected ${goQuote(rest[0] ?? '')} in command`);
    const kind = /^["`']/.test(found) ? 'string' : /^(?::=|[|()=,])$/.test(found) ? 'mark' : 'word';
    out.push({ kind, text: found, tight, at: from + at });
    at += found.length;
  }
  return out;
}

function pipeOf(state: State, source: Written): Pipe {
  const tokens = tokensOf(source);
  const declare: string[] = [];
  let assigns = false;
  const mark = tokens.findIndex(({ kind, text }) => kind === 'mark' && (text === ':=' || text === '='));
  if (mark > 0 && tokens.slice(0, mark).every(({ text }) => text === ',' || text.startsWith('$'))) {
    for (const { text } of tokens.splice(0, mark)) if (text !== ',') declare.push(text);
    assigns = tokens.shift()?.text === '=';
    for (const name of declare) if (!assigns) state.variables.add(name);
  }
  const commands = commandsOf(state, tokens);
  if (tokens.length > 0) throw problem('unexpected right paren');
  return { declare, assigns, commands };
}

/** Reads commands up to a closing parenthesis (left in place) or the end. */
function commandsOf(state: State, tokens: Token[]): readonly Command[] {
  const commands: Expression[][] = [[]];
  for (;;) {
    const token = tokens[0];
    if (token === undefined || token.text === ')') break;
    tokens.shift();
    const command = commands.at(-1) as Expression[];
    if (token.text === '|' && token.kind === 'mark') commands.push([]);
    else if (token.text === '(' && token.kind === 'mark') command.push(inParentheses(state, tokens, token));
    else if (
      token.kind === 'word' &&
      token.tight &&
      token.text.startsWith('.') &&
      command.at(-1)?.kind === 'pipe'
    ) {
      const of = command.pop() as Expression;
      const { at, text } = token;
      command.push({ kind: 'field', of, names: namesOf(text), at, text: of.text + text });
    } else command.push(operand(state, token));
  }
  if (commands.some((command) => command.length === 0)) throw problem('missing value for command');
  return commands.map((words) => ({
    words,
    at: words[0]?.at ?? 0,
    text: words.map(({ text }) => text).join(' '),
  }));
}

function inParentheses(state: State, tokens: Token[], { at }: Token): Expression {
  const commands = commandsOf(state, tokens);
  if (tokens.shift()?.text !== ')') throw problem('unclosed left paren');
  const text = `(${commands.map((command) => command.text).join(' | ')})`;
  return { kind: 'pipe', pipe: { declare: [], assigns: false, commands }, at, text };
}

const namesOf = (text: string): readonly string[] => text.split('.').filter((name) => name !== '');

/** Fields behind the first are what a chain of them is placed at. */
function chainAt({ at, text }: Token): number {
  const second = text.indexOf('.', 1);
  return second < 0 ? at : at + second;
}

function operand({ variables }: State, token: Token): Expression {
  const { kind, text, at } = token;
  if (kind === 'string') return { kind: 'value', value: stringOf(text), at, text };
  if (text.startsWith('.')) return { kind: 'field', names: namesOf(text), at: chainAt(token), text };
  if (text.startsWith('$')) {
    const [name = '', ...names] = text.split('.');
    if (!variables.has(name)) throw problem(`undefined variable ${goQuote(name)}`);
    return { kind: 'variable', name, names, at: chainAt(token), text };
  }
  if (/^[+-]?(\d|\.\d)/.test(text)) return { kind: 'value', value: Number(text), at, text };
  if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true', at, text };
  if (text === 'nil') return { kind: 'value', value: null, at, text };
  if (FUNCTIONS[text] === undefined) throw problem(`function ${goQuote(text)} not defined`);
  return { kind: 'function', name: text, at, text };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

function stringOf(text: string): string | number {
  if (text.startsWith('`')) return text.slice(1, -1);
  const inner = text
    .slice(1, -1)
    .replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (_, code: string) =>
      code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code),
    );
  return text.startsWith("'") ? (inner.codePointAt(0) ?? 0) : inner;
}
