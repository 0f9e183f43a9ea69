import { goJson } from '../../../../api/go-text.ts';
import { toCompactJson, toPrettyJson } from '../../../../api/json-text.ts';
import { type Json, isObject } from '../../../../base/json.ts';
import { CommandError } from '../../errors.ts';
import { goValueText, numberText } from '../go-value.ts';
import { type ListNode, type PathNode, parseJsonPath } from './parser.ts';

// Models client-go util/jsonpath/jsonpath.go (1.36).

type Values = readonly Json[];

/** A parsed template, ready for objects. */
export class JsonPath {
  private readonly root: ListNode;
  private readonly allowMissing: boolean;
  private begins = 0;
  private inside = 0;
  private ends = 0;
  private lastEnd = -1;

  constructor(template: string, options: { readonly allowMissing?: boolean } = {}) {
    this.root = parseJsonPath(template);
    this.allowMissing = options.allowMissing ?? false;
  }

  /** The values of each part of the template. Throws CommandError. */
  find(data: Json): readonly Values[] {
    this.begins = this.inside = this.ends = 0;
    return this.findFrom(data, 0);
  }

  /** The template's text for an object: values apart by blanks, mappings and lists as JSON. */
  text(data: Json): string {
    return this.find(data)
      .map((values) => values.map(textOfValue).join(' '))
      .join('');
  }

  /** jsonpath-as-json: all values as one JSON list. */
  json(data: Json): string {
    return toPrettyJson(this.find(data).flat());
  }

  private findFrom(data: Json, first: number): readonly Values[] {
    const { nodes } = this.root;
    const out: Values[] = [];
    for (let i = first; i < nodes.length; i++) {
      const results = this.walk([data], nodes[i] as PathNode);
      if (this.ends > 0 && this.ends <= this.inside) {
        this.ends--;
        this.lastEnd = i;
        break;
      }
      if (this.begins > 0) {
        this.begins--;
        this.inside++;
        for (const value of results) out.push(...this.findFrom(value, i + 1));
        if (results.length === 0) this.findFrom(null, i + 1);
        this.inside--;
        if (this.lastEnd > i) i = this.lastEnd;
        continue;
      }
      out.push(results);
    }
    return out;
  }

  private walk(input: Values, node: PathNode): Values {
    switch (node.type) {
      case 'list': {
        let current = input;
        for (const member of node.nodes) current = this.walk(current, member);
        return current;
      }
      case 'text':
        return [node.text];
      case 'number':
      case 'bool':
        return input.map(() => node.value);
      case 'field':
        return this.field(input, node.name);
      case 'array':
        return input.flatMap((value) => slice(value, node));
      case 'filter':
        return this.filter(input, node);
      case 'wildcard':
        return input.flatMap(children);
      case 'recursive':
        return recursive(input);
      case 'union':
        return node.members.flatMap((member) => this.walk(input, member));
      case 'identifier':
        return this.identifier(input, node.name);
    }
  }

  private identifier(input: Values, name: string): Values {
    if (name === 'range') {
      this.begins++;
      return input;
    }
    if (name === 'end') {
      if (this.inside === 0) throw new CommandError('not in range, nothing to end');
      this.ends++;
      return input;
    }
    throw new CommandError(`unrecognized identifier ${name}`);
  }

  private field(input: Values, name: string): Values {
    const found = input.flatMap((value) => {
      const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      return member === undefined ? [] : [member];
    });
    if (found.length === 0 && !this.allowMissing) throw new CommandError(`${name} is not found`);
    return found;
  }

  private filter(input: Values, node: Extract<PathNode, { type: 'filter' }>): Values {
    return input.flatMap((value) => {
      if (!Array.isArray(value))
        throw new CommandError(`${goValueText(value)} is not array or slice and cannot be filtered`);
      return (value as Values).filter((item) => this.passes(item, node));
    });
  }

  private passes(item: Json, { left, right, operator }: Extract<PathNode, { type: 'filter' }>): boolean {
    const lefts = this.attempt(item, left, operator === 'exists');
    if (operator === 'exists') return lefts.length > 0;
    if (lefts.length === 0) return false;
    if (lefts.length > 1) throw new CommandError('can only compare one element at a time');
    const rights = this.walk([item], right);
    if (rights.length === 0) return false;
    if (rights.length > 1) throw new CommandError('can only compare one element at a time');
    return compare(lefts[0] as Json, rights[0] as Json, operator);
  }

  private attempt(item: Json, node: ListNode, forgiving: boolean): Values {
    if (!forgiving) return this.walk([item], node);
    try {
      return this.walk([item], node);
    } catch (error) {
      if (error instanceof CommandError) return [];
      throw error;
    }
  }
}

function slice(value: Json, { from, to, step }: Extract<PathNode, { type: 'array' }>): Values {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new CommandError(`${goTypeName(value)} is not array or slice`);
  const { length } = value;
  let first = from.known ? from.value : 0;
  if (first < 0) first += length;
  let last = to.known ? to.value : length;
  if (last < 0 || (last === 0 && to.derived === true)) last += length;
  if (first === last) return [];
  if (first >= length || first < 0)
    throw new CommandError(`array index out of bounds: index ${first}, length ${length}`);
  if (last > length || last < 0)
    throw new CommandError(`array index out of bounds: index ${last - 1}, length ${length}`);
  if (first > last) throw new CommandError(`starting index ${first} is greater than ending index ${last}`);
  if (step.known && step.value <= 0) throw new CommandError('step must be > 0');
  const by = step.known ? step.value : 1;
  return (value as Values).slice(first, last).filter((_, at) => at % by === 0);
}

function children(value: Json): Values {
  if (Array.isArray(value)) return value as Values;
  if (!isObject(value)) return [];
  return Object.keys(value)
    .sort()
    .flatMap((key) => (value[key] === undefined ? [] : [value[key]]));
}

function recursive(input: Values): Values {
  return input.flatMap((value) => {
    const below = typeof value === 'string' ? [] : children(value);
    return below.length === 0 ? [] : [value, ...recursive(below)];
  });
}

function compare(left: Json, right: Json, operator: string): boolean {
  if (!['<', '>', '==', '!=', '<=', '>='].includes(operator))
    throw new CommandError(`unrecognized filter operator ${operator}`);
  if (typeof left !== typeof right || typeof left === 'object') {
    if (operator === '==') return false;
    if (operator === '!=') return true;
    throw new CommandError('incompatible types for comparison');
  }
  const order = left === right ? 0 : (left as string) < (right as string) ? -1 : 1;
  switch (operator) {
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    default:
      return order !== 0;
  }
}

function textOfValue(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return toCompactJson(value);
  return typeof value === 'number' ? numberText(value) : String(value);
}

/** Go's %#v of a value: `map[string]interface {}{"a":"b"}`. */
export function goSyntax(value: Json | undefined): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value)) return `[]interface {}{${(value as Values).map(goSyntax).join(', ')}}`;
  if (isObject(value)) {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    return `map[string]interface {}{${keys
      .sort()
      .map((key) => `${goJson(key)}:${goSyntax(value[key])}`)
      .join(', ')}}`;
  }
  return typeof value === 'string' ? goJson(value) : String(value);
}

function goTypeName(value: Json): string {
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return 'string';
}

/** `.a.b`, `a.b`, `{.a.b}` as a template. Models get.RelaxedJSONPathExpression. */
export function relaxedPath(expression: string): string {
  if (expression === '') return expression;
  const parts = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(expression);
  if (parts === null) {
    throw new CommandError(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
    );
  }
  return `{.${parts[1] ?? parts[2] ?? ''}}`;
}
