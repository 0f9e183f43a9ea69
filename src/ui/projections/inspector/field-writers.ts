import type { KubeObject } from '../../../api/object.ts';
import { composeYaml, type YamlNode } from '../../../api/yaml/composer.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../../../base/json.ts';
import { objectText } from './revisions.ts';

/** One entry of managedFields: who wrote fields, how, and how many of those shown are theirs. */
export interface FieldWriter {
  readonly manager: string;
  /** `Apply` or `Update`. */
  readonly operation: string;
  /** `status`, `scale` …; '' for the object itself. */
  readonly subresource: string;
  /** RFC 3339, to the second. */
  readonly time: string;
  readonly lines: number;
}

/** A line of an object's text, and which of the writers its field belongs to; none for what the API server sets by itself. */
export interface WrittenLine {
  readonly text: string;
  readonly by: readonly number[];
}

export interface WrittenText {
  readonly writers: readonly FieldWriter[];
  readonly lines: readonly WrittenLine[];
}

interface ManagedEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1?: Json;
}

/**
 * Where a writer's field set stands while its object is walked: a set one may go down into, everything below a field it
 * owns whole, or nothing any more. Models structured-merge-diff's FieldsV1: `f:` fields, `k:` keyed and `v:` set items.
 */
type Reach = JsonObject | 'whole' | undefined;

/** A member with nothing below it is a field owned whole: a scalar, or a list that is replaced at once. */
const below = (set: Json | undefined): Reach =>
  isObject(set) ? (Object.keys(set).length === 0 ? 'whole' : set) : undefined;

const owns = (reach: Reach): boolean =>
  reach === 'whole' || (reach !== undefined && Object.hasOwn(reach, '.'));

function intoField(reach: Reach, name: string): Reach {
  return isObject(reach) ? below(reach[`f:${name}`]) : reach;
}

function intoItem(reach: Reach, item: Json, place: number): Reach {
  if (!isObject(reach)) return reach;
  const member = Object.keys(reach).find((key) => isMember(key, item, place));
  return member === undefined ? undefined : below(reach[member]);
}

/** Whether a member of a set names this item of a list: by its keys, by its value, or by its place. */
function isMember(member: string, item: Json, place: number): boolean {
  const kind = member.slice(0, 2);
  if (kind === 'i:') return Number(member.slice(2)) === place;
  if (kind !== 'k:' && kind !== 'v:') return false;
  // What is no JSON nobody could have written: it names no item.
  const named = parseJson(member.slice(2));
  if (kind === 'v:') return JSON.stringify(named) === JSON.stringify(item);
  return (
    isObject(named) && isObject(item) && Object.entries(named).every(([key, value]) => item[key] === value)
  );
}

class Walk {
  readonly by: (readonly number[] | undefined)[] = [];

  visit(node: YamlNode, value: Json | undefined, reaches: readonly Reach[]): void {
    if (node.kind === 'mapping' && isObject(value)) {
      for (const { key, value: child } of node.entries) {
        if (key.kind !== 'scalar') continue;
        const inner = reaches.map((reach) => intoField(reach, key.value));
        this.keep(key.mark.line, inner);
        this.visit(child, value[key.value], inner);
      }
    }
    if (node.kind === 'sequence' && Array.isArray(value)) {
      node.items.forEach((item, place) => {
        const inner = reaches.map((reach) => intoItem(reach, value[place] ?? null, place));
        if (item.kind !== 'mapping' || item.entries.length === 0) this.keep(item.mark.line, inner);
        this.visit(item, value[place], inner);
      });
    }
  }

  private keep(line: number, reaches: readonly Reach[]): void {
    this.by[line] = reaches.flatMap((reach, writer) => (owns(reach) ? [writer] : []));
  }
}

/** The object's text with who wrote each line, by its managedFields. */
export function writtenText(object: KubeObject | undefined): WrittenText {
  if (object === undefined) return { writers: [], lines: [] };
  const entries = (object.metadata?.managedFields ?? []) as readonly ManagedEntry[];
  const text = objectText(object).trimEnd().split('\n');
  const root = composeYaml(objectText(object));
  const walk = new Walk();
  if (root !== undefined)
    walk.visit(
      root,
      object as unknown as Json,
      entries.map(({ fieldsV1 }) => below(fieldsV1)),
    );
  // A text of several lines is one field: its further lines belong to whom the first belongs to.
  let last: readonly number[] = [];
  const lines = text.map((line, place): WrittenLine => {
    last = walk.by[place] ?? last;
    return { text: line, by: last };
  });
  const writers = entries.map(
    ({ manager = '', operation = '', subresource = '', time = '' }, writer): FieldWriter => ({
      manager,
      operation,
      subresource,
      time,
      lines: lines.filter(({ by }) => by.includes(writer)).length,
    }),
  );
  return { writers, lines };
}
