import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { annotationsOf, labelsOf, nameOf, namespaceOf } from '../object.ts';
import { goValueText } from '../printers/go-value.ts';
import { printAnnotations, printEvents, printLabels } from './common.ts';
import { type DescribeContext, eventsOf } from './context.ts';
import { DescribeWriter } from './writer.ts';

const SKIPPED: ReadonlySet<string> = new Set([
  '.metadata.managedFields',
  '.metadata.name',
  '.metadata.namespace',
  '.metadata.labels',
  '.metadata.annotations',
]);

/** Any object, field by field. Models genericDescriber. */
export function* describeGeneric(context: DescribeContext, target: Target): Task<string> {
  const object = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, object);
  const w = new DescribeWriter();
  w.field('Name', nameOf(object));
  w.field('Namespace', namespaceOf(object));
  printLabels(w, 'Labels', labelsOf(object));
  printAnnotations(w, 'Annotations', annotationsOf(object));
  content(w, 0, object, '');
  printEvents(w, events, context.nowUs);
  return w.text();
}

function content(w: DescribeWriter, level: number, object: JsonObject, path: string): void {
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    const here = `${path}.${key}`;
    if (value === undefined || SKIPPED.has(here)) continue;
    if (isObject(value)) {
      w.write(level, `${labelOf(key)}:\n`);
      content(w, level + 1, value, here);
    } else if (Array.isArray(value)) {
      w.write(level, `${labelOf(key)}:\n`);
      for (const item of value as readonly Json[]) {
        if (isObject(item)) content(w, level + 1, item, here);
        else w.write(level + 1, `${goValueText(item)}\n`);
      }
    } else w.write(level, `${labelOf(key)}:\t${goValueText(value)}\n`);
  }
}

const ACRONYMS: ReadonlySet<string> = new Set(['API', 'URL', 'UID', 'OSB', 'GUID']);

/** `apiVersion` → `API Version`. Models smartLabelFor. */
function labelOf(field: string): string {
  // What is no letter leaves a name as it is: openAPIV3Schema.
  if (/[^a-zA-Z]/.test(field)) return field;
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [field];
  return parts
    .map((part) =>
      ACRONYMS.has(part.toUpperCase()) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1),
    )
    .join(' ');
}
