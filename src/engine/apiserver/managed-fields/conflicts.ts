import { goQuote } from '../../../api/go-text.ts';
import { type FieldSet, intersection, pathsOf } from './field-set.ts';
import type { ManagedEntry } from './managers.ts';

// Models apimachinery/pkg/util/managedfields/internal/conflict.go (1.36).

/** Fields of another manager that an apply would change. */
export interface Conflict {
  readonly entry: ManagedEntry;
  readonly fields: FieldSet;
  readonly paths: readonly string[];
}

export function conflictsWith(
  others: readonly ManagedEntry[],
  taken: FieldSet | undefined,
): readonly Conflict[] {
  return others.flatMap((entry) => {
    const fields = intersection(entry.fieldsV1, taken);
    return fields === undefined ? [] : [{ entry, fields, paths: pathsOf(fields) }];
  });
}

/** `"kubectl-set" using apps/v1`; an Apply manager shows its name alone. */
export function managerText({ manager, subresource, operation, apiVersion }: ManagedEntry): string {
  const name =
    goQuote(manager) + (subresource === undefined ? '' : ` with subresource ${goQuote(subresource)}`);
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

/** Apply's refusal: one line for one conflict, a list by manager for several. */
export function conflictMessage(conflicts: readonly Conflict[]): string {
  const count = conflicts.reduce((sum, { paths }) => sum + paths.length, 0);
  const [first] = conflicts;
  if (count === 1 && first !== undefined)
    return `Apply failed with 1 conflict: conflict with ${managerText(first.entry)}: ${first.paths[0] ?? ''}`;
  const sorted = [...conflicts].sort((a, b) => (a.entry.manager < b.entry.manager ? -1 : 1));
  const lines = sorted.flatMap(({ entry, paths }) => [
    `conflicts with ${managerText(entry)}:`,
    ...paths.map((path) => `- ${path}`),
  ]);
  return `Apply failed with ${count} conflicts: ${lines.join('\n')}`;
}
