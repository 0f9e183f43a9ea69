import { type Mark, parserProblem, plainProblem } from './problem.ts';
import { Scanner, type Token, type TokenType } from './scanner.ts';
import type { ScalarStyle } from './scalars.ts';

// From tokens to a tree of nodes with their places. Models libyaml's parser as go-yaml v2 carries it;
// the refusals are its own.

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly value: string;
  readonly style: ScalarStyle;
  /** `!!str`, `!local`, or '' when none is given */
  readonly tag: string;
  readonly mark: Mark;
}

export interface YamlSequence {
  readonly kind: 'sequence';
  readonly items: readonly YamlNode[];
  readonly tag: string;
  readonly mark: Mark;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly entries: readonly YamlEntry[];
  readonly tag: string;
  readonly mark: Mark;
}

export interface YamlEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export interface YamlAlias {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: YamlNode;
  readonly mark: Mark;
}

export type YamlNode = YamlScalar | YamlSequence | YamlMapping | YamlAlias;

const LONG_TAG_PREFIX = 'tag:yaml.org,2002:';
const ENTRY_ENDS: ReadonlySet<TokenType> = new Set(['block-entry', 'block-end']);
const KEY_ENDS: ReadonlySet<TokenType> = new Set(['key', 'value', 'block-end']);

interface Properties {
  readonly tag: string;
  readonly anchor: string | undefined;
  readonly start: Mark;
}

class Composer {
  private readonly scanner: Scanner;
  private readonly anchors = new Map<string, YamlNode>();
  private readonly handles = new Map<string, string>([
    ['!', '!'],
    ['!!', LONG_TAG_PREFIX],
  ]);

  constructor(text: string) {
    this.scanner = new Scanner(text);
  }

  /** The first document's root, undefined when the stream holds none. */
  document(): YamlNode | undefined {
    while (this.scanner.peek().type === 'document-end') this.scanner.take();
    if (this.scanner.peek().type === 'stream-end') return undefined;
    const sawDirective = this.directives();
    const first = this.scanner.peek();
    if (first.type === 'document-start') this.scanner.take();
    else if (sawDirective) throw parserProblem(first.start, 'did not find expected <document start>');
    const ends: ReadonlySet<TokenType> = new Set([
      'directive',
      'document-start',
      'document-end',
      'stream-end',
    ]);
    const next = this.scanner.peek();
    const root =
      first.type === 'document-start' && ends.has(next.type)
        ? emptyScalar(next.start)
        : this.node(true, false);
    this.scanner.peek();
    return root;
  }

  private directives(): boolean {
    let seen = false;
    let versions = 0;
    while (this.scanner.peek().type === 'directive') {
      const { value, start } = this.scanner.take();
      const [kind, first = '', second = ''] = value.split(' ');
      seen = true;
      if (kind === 'TAG') this.handles.set(first, second);
      else if (++versions > 1) throw parserProblem(start, 'found duplicate %YAML directive');
      else if (first !== '1.1') throw parserProblem(start, 'found incompatible YAML document');
    }
    return seen;
  }

  private properties(): Properties {
    const start = this.scanner.peek().start;
    let tag = '';
    let anchor: string | undefined;
    for (;;) {
      const token = this.scanner.peek();
      if (token.type === 'anchor' && anchor === undefined) anchor = this.scanner.take().value;
      else if (token.type === 'tag' && tag === '') tag = this.resolveTag(this.scanner.take(), start);
      else return { tag, anchor, start };
    }
  }

  private resolveTag({ handle = '', value, start }: Token, context: Mark): string {
    if (handle === '') return value;
    const prefix = this.handles.get(handle);
    if (prefix === undefined) throw parserProblem(start, 'found undefined tag handle', context);
    const long = prefix + value;
    return long.startsWith(LONG_TAG_PREFIX) ? `!!${long.slice(LONG_TAG_PREFIX.length)}` : long;
  }

  /** `indentless`: a sequence may stand at its key's own indentation. */
  private node(block: boolean, indentless: boolean): YamlNode {
    const alias = this.scanner.peek();
    if (alias.type === 'alias') {
      this.scanner.take();
      const target = this.anchors.get(alias.value);
      if (target === undefined) throw plainProblem(`unknown anchor '${alias.value}' referenced`);
      return { kind: 'alias', name: alias.value, target, mark: alias.start };
    }
    const properties = this.properties();
    const token = this.scanner.peek();
    if (indentless && token.type === 'block-entry') return this.indentlessSequence(properties);
    switch (token.type) {
      case 'scalar':
        return this.scalar(properties);
      case 'flow-sequence-start':
        return this.flowSequence(properties);
      case 'flow-mapping-start':
        return this.flowMapping(properties);
      case 'block-sequence-start':
        if (block) return this.blockSequence(properties);
        break;
      case 'block-mapping-start':
        if (block) return this.blockMapping(properties);
        break;
      default:
    }
    if (properties.anchor !== undefined || properties.tag !== '') {
      return this.register(properties.anchor, { ...emptyScalar(properties.start), tag: properties.tag });
    }
    throw parserProblem(token.start, 'did not find expected node content', properties.start);
  }

  private register<N extends YamlNode>(anchor: string | undefined, node: N): N {
    if (anchor !== undefined) this.anchors.set(anchor, node);
    return node;
  }

  private scalar({ tag, anchor }: Properties): YamlNode {
    const { value, style = 'plain', start } = this.scanner.take();
    return this.register(anchor, { kind: 'scalar', value, style, tag, mark: start });
  }

  private sequence({ tag, anchor, start }: Properties, fill: (items: YamlNode[]) => void): YamlNode {
    const items: YamlNode[] = [];
    const node = this.register(anchor, { kind: 'sequence', items, tag, mark: start });
    fill(items);
    return node;
  }

  private mapping({ tag, anchor, start }: Properties, fill: (entries: YamlEntry[]) => void): YamlNode {
    const entries: YamlEntry[] = [];
    const node = this.register(anchor, { kind: 'mapping', entries, tag, mark: start });
    fill(entries);
    return node;
  }

  private blockSequence(properties: Properties): YamlNode {
    const context = this.scanner.take().start;
    return this.sequence(properties, (items) => {
      while (this.scanner.peek().type === 'block-entry') items.push(this.entry(ENTRY_ENDS));
      const end = this.scanner.take();
      if (end.type !== 'block-end')
        throw parserProblem(end.start, "did not find expected '-' indicator", context);
    });
  }

  private indentlessSequence(properties: Properties): YamlNode {
    const ends: ReadonlySet<TokenType> = new Set(['block-entry', 'key', 'value', 'block-end']);
    return this.sequence(properties, (items) => {
      while (this.scanner.peek().type === 'block-entry') items.push(this.entry(ends));
    });
  }

  /** What follows a `-`. */
  private entry(ends: ReadonlySet<TokenType>): YamlNode {
    const { end } = this.scanner.take();
    return ends.has(this.scanner.peek().type) ? emptyScalar(end) : this.node(true, false);
  }

  private blockMapping(properties: Properties): YamlNode {
    const context = this.scanner.take().start;
    return this.mapping(properties, (entries) => {
      while (this.scanner.peek().type === 'key') {
        const { start } = this.scanner.peek();
        const key = this.blockPart();
        const value = this.scanner.peek().type === 'value' ? this.blockPart() : emptyScalar(start);
        entries.push({ key, value });
      }
      const end = this.scanner.take();
      if (end.type !== 'block-end') throw parserProblem(end.start, 'did not find expected key', context);
    });
  }

  /** What follows a `?` (or a simple key's place) or a `:`. */
  private blockPart(): YamlNode {
    const { end } = this.scanner.take();
    return KEY_ENDS.has(this.scanner.peek().type) ? emptyScalar(end) : this.node(true, true);
  }

  private flowSequence(properties: Properties): YamlNode {
    const context = this.scanner.take().start;
    return this.sequence(properties, (items) => {
      this.flowItems('flow-sequence-end', "did not find expected ',' or ']'", context, () => {
        items.push(this.scanner.peek().type === 'key' ? this.flowPair() : this.node(false, false));
      });
    });
  }

  private flowMapping(properties: Properties): YamlNode {
    const context = this.scanner.take().start;
    return this.mapping(properties, (entries) => {
      this.flowItems('flow-mapping-end', "did not find expected ',' or '}'", context, () => {
        entries.push(this.flowEntry());
      });
    });
  }

  private flowItems(end: TokenType, problem: string, context: Mark, item: () => void): void {
    for (let first = true; this.scanner.peek().type !== end; first = false) {
      if (!first) {
        const comma = this.scanner.peek();
        if (comma.type !== 'flow-entry') throw parserProblem(comma.start, problem, context);
        this.scanner.take();
        if (this.scanner.peek().type === end) break;
      }
      item();
    }
    this.scanner.take();
  }

  private flowPart(ends: ReadonlySet<TokenType>): YamlNode {
    const { end } = this.scanner.take();
    return ends.has(this.scanner.peek().type) ? emptyScalar(end) : this.node(false, false);
  }

  private flowEntry(): YamlEntry {
    const token = this.scanner.peek();
    const ends: ReadonlySet<TokenType> = new Set(['value', 'flow-entry', 'flow-mapping-end']);
    if (token.type !== 'key') return { key: this.node(false, false), value: emptyScalar(token.start) };
    const key = this.flowPart(ends);
    const value = this.scanner.peek().type === 'value' ? this.flowPart(ends) : emptyScalar(token.start);
    return { key, value };
  }

  /** `[a: b]`: a mapping of one pair. */
  private flowPair(): YamlNode {
    const mark = this.scanner.peek().start;
    const ends: ReadonlySet<TokenType> = new Set(['value', 'flow-entry', 'flow-sequence-end']);
    const key = this.flowPart(ends);
    const value = this.scanner.peek().type === 'value' ? this.flowPart(ends) : emptyScalar(mark);
    return { kind: 'mapping', entries: [{ key, value }], tag: '', mark };
  }
}

function emptyScalar(mark: Mark): YamlScalar {
  return { kind: 'scalar', value: '', style: 'plain', tag: '', mark };
}

/** The node tree of the first document. Throws YamlProblem. */
export function composeYaml(text: string): YamlNode | undefined {
  return new Composer(text).document();
}
