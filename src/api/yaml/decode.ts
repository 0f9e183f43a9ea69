import type { Json } from '../../base/json.ts';
import { goFloat, goQuote } from '../go-text.ts';
import type { YamlMapping, YamlNode } from './composer.ts';
import { YamlProblem, plainProblem } from './problem.ts';
import { resolveScalar } from './resolve.ts';

// From nodes to JSON values: aliases expanded, `<<` merged, keys made text. Models go-yaml v2's
// decoder and sigs.k8s.io/yaml's conversion to JSON. Of two equal keys the last wins.

/** Before keys have become text. */
type Key = string | number | boolean | null;
type Value = Key | readonly Value[] | ReadonlyMap<Key, Value>;

const ALIAS_RATIO_LOW = 400_000;
const ALIAS_RATIO_HIGH = 4_000_000;

/** The share of nodes that may come from aliases: 99 % of a small document, 10 % of a huge one. */
function allowedAliasRatio(decoded: number): number {
  if (decoded <= ALIAS_RATIO_LOW) return 0.99;
  if (decoded >= ALIAS_RATIO_HIGH) return 0.1;
  return 0.99 - 0.89 * ((decoded - ALIAS_RATIO_LOW) / (ALIAS_RATIO_HIGH - ALIAS_RATIO_LOW));
}

class Decoder {
  private decoded = 0;
  private aliased = 0;
  private aliasDepth = 0;
  private readonly open = new Set<YamlNode>();

  value(node: YamlNode): Value {
    this.count();
    switch (node.kind) {
      case 'scalar':
        return resolveScalar(node).value;
      case 'sequence':
        return this.within(node, () => node.items.map((item) => this.value(item)));
      case 'mapping':
        return this.within(node, () => {
          const out = new Map<Key, Value>();
          this.fill(node, out);
          return out;
        });
      case 'alias':
        return this.alias(node.name, node.target);
    }
  }

  private count(): void {
    this.decoded += 1;
    if (this.aliasDepth > 0) this.aliased += 1;
    if (
      this.aliased > 100 &&
      this.decoded > 1000 &&
      this.aliased / this.decoded > allowedAliasRatio(this.decoded)
    ) {
      throw plainProblem('document contains excessive aliasing');
    }
  }

  private within<T>(node: YamlNode, run: () => T): T {
    this.open.add(node);
    const result = run();
    this.open.delete(node);
    return result;
  }

  private alias(name: string, target: YamlNode): Value {
    if (this.open.has(target)) throw plainProblem(`anchor '${name}' value contains itself`);
    this.aliasDepth += 1;
    const value = this.value(target);
    this.aliasDepth -= 1;
    return value;
  }

  private fill(node: YamlMapping, out: Map<Key, Value>): void {
    for (const entry of node.entries) {
      if (isMergeKey(entry.key)) this.merge(entry.value, out);
      else out.set(this.key(entry.key), this.value(entry.value));
    }
  }

  private key(node: YamlNode): Key {
    const key = this.value(node);
    if (typeof key === 'object' && key !== null) throw plainProblem(`invalid map key: ${goSyntax(key)}`);
    return key;
  }

  private merge(node: YamlNode, out: Map<Key, Value>): void {
    const source = node.kind === 'alias' ? node.target : node;
    if (source.kind === 'mapping') {
      if (this.open.has(source))
        throw plainProblem("anchor 'x' value contains itself".replace('x', nameOf(node)));
      this.within(source, () => this.fill(source, out));
    } else if (source.kind === 'sequence') {
      for (const item of [...source.items].reverse()) {
        const target = item.kind === 'alias' ? item.target : item;
        if (target.kind !== 'mapping') throw plainProblem(MERGE_PROBLEM);
        this.merge(item, out);
      }
    } else {
      throw plainProblem(MERGE_PROBLEM);
    }
  }
}

const MERGE_PROBLEM = 'map merge requires map or sequence of maps as the value';

function nameOf(node: YamlNode): string {
  return node.kind === 'alias' ? node.name : '';
}

function isMergeKey(node: YamlNode): boolean {
  return (
    node.kind === 'scalar' &&
    node.value === '<<' &&
    (node.tag === '!!merge' || (node.tag === '' && node.style === 'plain'))
  );
}

/** As Go's %#v prints what go-yaml decoded. */
function goSyntax(value: Value): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : goFloat(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<Key, Value>)].map(
      ([key, item]) => `${goSyntax(key)}:${goSyntax(item)}`,
    );
    return `map[interface {}]interface {}{${entries.sort().join(', ')}}`;
  }
  return `[]interface {}{${(value as readonly Value[]).map(goSyntax).join(', ')}}`;
}

/** How sigs.k8s.io/yaml writes a key that is no text. */
function keyText(key: Key, value: Value): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'boolean') return String(key);
  if (typeof key !== 'number') {
    const shown = value === null ? '<nil>' : goSyntax(value);
    throw new YamlProblem(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${shown}`);
  }
  if (key === Infinity) return '.inf';
  if (key === -Infinity) return '-.inf';
  return Number.isNaN(key) ? '.nan' : Number.isInteger(key) ? String(key) : goFloat(Math.fround(key), true);
}

function toJson(value: Value): Json {
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
    throw new YamlProblem(`json: unsupported value: ${name}`);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!(value instanceof Map)) return (value as readonly Value[]).map(toJson);
  const entries: [string, Json][] = [];
  for (const [key, item] of value as ReadonlyMap<Key, Value>)
    entries.push([keyText(key, item), toJson(item)]);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

/** The JSON value of a node tree, keys sorted. Throws YamlProblem. */
export function decodeYaml(node: YamlNode): Json {
  return toJson(new Decoder().value(node));
}
