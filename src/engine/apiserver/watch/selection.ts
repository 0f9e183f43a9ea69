import { fieldsMatch, parseFieldSelector } from '../../../api/field-selector.ts';
import { EVERYTHING, parseLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import type { KubeObject } from '../../../api/object.ts';
import { type ApiStatus, newBadRequest } from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { RequestOptions } from '../../machinery/client.ts';
import type { Kind } from '../kinds/kind.ts';

/** Which objects of a collection a list or watch is about. */
export interface ObjectFilter {
  readonly matches: (object: KubeObject) => boolean;
  /** No selector at all. */
  readonly everything: boolean;
  /** Fields that must equal one value: what an index may narrow by. */
  readonly exact: ReadonlyMap<string, string>;
}

const ALL: ObjectFilter = { matches: () => true, everything: true, exact: new Map() };

/** The value of a field label; undefined when the kind has none of that name. */
export function fieldValue(kind: Kind, field: string): ((object: KubeObject) => string) | undefined {
  if (field === 'metadata.name') return (object) => object.metadata?.name ?? '';
  if (field === 'metadata.namespace') return (object) => object.metadata?.namespace ?? '';
  return kind.selectableFields?.[field];
}

/** Reads the selectors of a request; the refusal is a BadRequest in upstream's words. */
export function filterOf(kind: Kind, options: RequestOptions): Result<ObjectFilter, ApiStatus> {
  const { labelSelector = '', fieldSelector = '' } = options;
  if (labelSelector === '' && fieldSelector === '') return ok(ALL);
  const labels = labelSelector === '' ? ok(EVERYTHING) : parseLabelSelector(labelSelector);
  if (!labels.ok) return err(newBadRequest(labels.error));
  const fields = parseFieldSelector(fieldSelector);
  if (!fields.ok) return err(newBadRequest(fields.error));
  const readers = new Map<string, (object: KubeObject) => string>();
  for (const { field } of fields.value) {
    const reader = fieldValue(kind, field);
    if (reader === undefined) return err(newBadRequest(`field label not supported: ${field}`));
    readers.set(field, reader);
  }
  const exact = new Map(
    fields.value.filter(({ operator }) => operator === '=').map(({ field, value }) => [field, value]),
  );
  const matches = (object: KubeObject): boolean =>
    selectorMatches(labels.value, object.metadata?.labels) &&
    fieldsMatch(fields.value, (field) => readers.get(field)?.(object) ?? '');
  return ok({ matches, everything: false, exact });
}
