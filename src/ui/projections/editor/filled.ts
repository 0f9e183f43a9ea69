import type { KubeObject } from '../../../api/object.ts';
import type { YamlNode } from '../../../api/yaml/composer.ts';
import type { ManifestDocument } from '../../../api/yaml/documents.ts';

/** A line that the cluster added to what was written, and the line of the file it comes after (from 1). */
export interface FilledLine {
  readonly after: number;
  readonly text: string;
  readonly by: 'apiserver' | 'scheduler';
}

type Json = unknown;
type JsonMap = Readonly<Record<string, Json>>;

/** Metadata that is the server's bookkeeping, not an answer to what was asked. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'managedFields',
  'annotations',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]);

/** What the stored object has that the document does not: a line for each field, in its place. Status is left out. */
export function filledLines(document: ManifestDocument, stored: KubeObject): readonly FilledLine[] {
  const lines: FilledLine[] = [];
  const { root } = document;
  if (root?.kind !== 'mapping') return lines;
  visit(root, stored, { path: '', firstLine: document.firstLine, lines });
  return lines;
}

interface Walk {
  readonly path: string;
  readonly firstLine: number;
  readonly lines: FilledLine[];
}

function visit(node: YamlNode, value: Json, walk: Walk): void {
  if (node.kind === 'mapping' && isMap(value)) visitMapping(node, value, walk);
  if (node.kind === 'sequence' && Array.isArray(value)) {
    node.items.forEach((item, place) => visit(item, value[place], { ...walk, path: `${walk.path}[]` }));
  }
}

function visitMapping(node: Extract<YamlNode, { kind: 'mapping' }>, value: JsonMap, walk: Walk): void {
  const written = new Set<string>();
  for (const { key, value: child } of node.entries) {
    if (key.kind !== 'scalar') continue;
    written.add(key.value);
    visit(child, value[key.value], {
      ...walk,
      path: walk.path === '' ? key.value : `${walk.path}.${key.value}`,
    });
  }
  const first = node.entries[0]?.key.mark;
  if (first === undefined || walk.path === 'status') return;
  const after = walk.firstLine + lastLine(node) + 1;
  const indent = ' '.repeat(first.column);
  for (const [name, filled] of Object.entries(value)) {
    if (written.has(name) || isHidden(walk.path, name)) continue;
    const by = walk.path === 'spec' && name === 'nodeName' ? 'scheduler' : 'apiserver';
    walk.lines.push({ after, text: `${indent}${name}: ${brief(filled)}`, by });
  }
}

function isHidden(path: string, name: string): boolean {
  return (path === '' && name === 'status') || (path === 'metadata' && BOOKKEEPING.has(name));
}

/** A value in one line: whole when it is small, else how much there is of it. */
function brief(value: Json): string {
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object') ? `[${value.join(', ')}]` : `[… ${value.length}]`;
  if (isMap(value)) {
    const entries = Object.entries(value);
    const small = entries.length <= 3 && entries.every(([, each]) => typeof each !== 'object');
    return small
      ? `{${entries.map(([key, each]) => `${key}: ${String(each)}`).join(', ')}}`
      : `{… ${entries.length}}`;
  }
  return String(value);
}

function lastLine(node: YamlNode): number {
  switch (node.kind) {
    case 'mapping':
      return node.entries.reduce(
        (line, { key, value }) => Math.max(line, lastLine(key), lastLine(value)),
        node.mark.line,
      );
    case 'sequence':
      return node.items.reduce((line, item) => Math.max(line, lastLine(item)), node.mark.line);
    case 'scalar':
      return (
        node.mark.line +
        (node.style === 'literal' || node.style === 'folded' ? node.value.split('\n').length : 0)
      );
    case 'alias':
      return node.mark.line;
  }
}

function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
