import type { YamlMapping, YamlNode } from './composer.ts';
import type { Mark } from './problem.ts';

// Where a field stands in the text: for marking `spec.containers[0].image` in the editor.

/** Line and column from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A document as its places need it: a node tree whose lines count from `firstLine`. */
interface PlacedDocument {
  readonly root: YamlNode | undefined;
  readonly firstLine: number;
}

export function textPosition(firstLine: number, mark: Mark | undefined): TextPosition {
  return { line: firstLine + (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
}

/** `spec.containers[0].image`, `metadata.labels[app]` -> its steps. */
export function fieldPathSteps(path: string): readonly string[] {
  const steps: string[] = [];
  for (const match of path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)) steps.push(match[1] ?? match[2] ?? '');
  return steps;
}

function behind(node: YamlNode): YamlNode {
  return node.kind === 'alias' ? node.target : node;
}

function entryOf(
  node: YamlMapping,
  name: string,
): { readonly key: YamlNode; readonly value: YamlNode } | undefined {
  return [...node.entries].reverse().find(({ key }) => key.kind === 'scalar' && key.value === name);
}

function itemOf(node: YamlNode, step: string): YamlNode | undefined {
  if (node.kind !== 'sequence') return undefined;
  if (/^[0-9]+$/.test(step)) return node.items[Number(step)];
  // server-side apply names items by their key: [name="web"]
  const [, field = '', value = ''] = /^([^=]+)="?([^"]*)"?$/.exec(step) ?? [];
  return node.items.find((item) => {
    const target = behind(item);
    const entry = target.kind === 'mapping' ? entryOf(target, field) : undefined;
    return entry?.value.kind === 'scalar' && entry.value.value === value;
  });
}

/**
 * The place of a field's key (or list item), or of its nearest ancestor that the text has. A path
 * that leads nowhere gives the document's start.
 */
export function positionOf(document: PlacedDocument, path: string): TextPosition {
  let node = document.root;
  let mark = node?.mark;
  for (const step of fieldPathSteps(path)) {
    if (node === undefined) break;
    const target: YamlNode = behind(node);
    if (target.kind === 'mapping') {
      const entry = entryOf(target, step);
      if (entry === undefined) break;
      mark = entry.key.mark;
      node = entry.value;
    } else {
      const item = itemOf(target, step);
      if (item === undefined) break;
      mark = item.mark;
      node = item;
    }
  }
  return textPosition(document.firstLine, mark);
}
