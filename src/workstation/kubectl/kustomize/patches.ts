import { parseLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { applyJsonPatch } from '../../../api/patch/json-patch.ts';
import { splitApiVersion } from '../../../api/resources.ts';
import { parseYaml } from '../../../api/yaml/documents.ts';
import { type Json, type JsonObject, asList, asObject, isObject } from '../../../base/json.ts';
import { annotationsOf, apiVersionOf, kindOf, labelsOf, namespaceOf } from '../object.ts';
import { type Shape, ruleOf, shapeOfKind } from '../patch/shape.ts';
import { KustomizeError, type Part, idOf } from './part.ts';

/** `patches:`, one entry: what it changes, by a target or by its own name. Models PatchTransformer. */
export function patched(
  parts: readonly Part[],
  text: string,
  target: JsonObject | undefined,
): readonly Part[] {
  const read = parseYaml(text);
  if (!read.ok) throw new KustomizeError(`unable to parse SM or JSON patch from [${text}]`);
  const { value } = read;
  if (Array.isArray(value)) {
    if (target === undefined) throw new KustomizeError(`must specify a target for JSON patch ${text}`);
    return parts.map((part) => {
      if (!meant(part, target)) return part;
      const patched = applyJsonPatch(part.object, value);
      if (!patched.ok) throw new KustomizeError(patched.error);
      return { ...part, object: patched.value as JsonObject };
    });
  }
  if (!isObject(value)) throw new KustomizeError(`unable to parse SM or JSON patch from [${text}]`);
  if (target !== undefined)
    return parts.flatMap((part) => (meant(part, target) ? merged(part, value) : [part]));
  const own = (part: Part): boolean =>
    kindOf(part.object) === kindOf(value) &&
    splitApiVersion(apiVersionOf(part.object)).group === splitApiVersion(apiVersionOf(value)).group &&
    part.names.includes(String(asObject(value['metadata'])['name'] ?? '')) &&
    (namespaceOf(value) === '' || namespaceOf(value) === namespaceOf(part.object));
  if (!parts.some(own)) {
    const id = idOf(value);
    throw new KustomizeError(
      `no resource matches strategic merge patch "${id}": no matches for Id ${id}; failed to find unique target for patch ${id}`,
    );
  }
  return parts.flatMap((part) => (own(part) ? merged(part, value) : [part]));
}

/** Whether a patch's target means this object; its texts are regular expressions of the whole. */
function meant({ object, names }: Part, target: JsonObject): boolean {
  const { group, version } = splitApiVersion(apiVersionOf(object));
  const fits = (key: string, values: readonly string[]): boolean => {
    const wanted = target[key];
    if (wanted === undefined || wanted === null || wanted === '') return true;
    return values.some((value) => new RegExp(`^(?:${String(wanted)})$`).test(value));
  };
  return (
    fits('group', [group]) &&
    fits('version', [version]) &&
    fits('kind', [kindOf(object)]) &&
    fits('name', names) &&
    fits('namespace', [namespaceOf(object)]) &&
    selected(target['labelSelector'], labelsOf(object)) &&
    selected(target['annotationSelector'], annotationsOf(object))
  );
}

function selected(selector: Json | undefined, held: Readonly<Record<string, string>>): boolean {
  if (selector === undefined || selector === null) return true;
  const parsed = parseLabelSelector(String(selector));
  if (!parsed.ok) throw new KustomizeError(parsed.error);
  return selectorMatches(parsed.value, held);
}

function merged(part: Part, patch: JsonObject): readonly Part[] {
  if (patch['$patch'] === 'delete') return [];
  const { metadata, ...rest } = patch;
  const { name: _, namespace: __, ...meta } = asObject(metadata);
  const shape = shapeOfKind(apiVersionOf(part.object), kindOf(part.object));
  const object = mergeMaps(
    part.object,
    Object.keys(meta).length === 0 ? rest : { ...rest, metadata: meta },
    shape,
  );
  return [{ ...part, object }];
}

/** Models a strategic merge: mappings into each other, lists by their key where they have one. */
function mergeMaps(held: JsonObject, patch: JsonObject, shape: Shape): JsonObject {
  const { $patch: directive, ...fields } = patch;
  if (directive === 'replace') return fields;
  const out: Record<string, Json | undefined> = { ...held };
  for (const [key, value] of Object.entries(fields)) {
    const rule = ruleOf(shape, key);
    const before = out[key];
    if (value === null || value === undefined) delete out[key];
    else if (isObject(value)) {
      if (value['$patch'] === 'delete') delete out[key];
      else out[key] = mergeMaps(asObject(before), value, rule.shape);
    } else if (Array.isArray(value) && rule.strategy === 'merge' && Array.isArray(before))
      out[key] = mergeLists(asList(before), value as readonly Json[], rule.mergeKey, rule.items);
    else out[key] = value;
  }
  return out;
}

function mergeLists(
  held: readonly Json[],
  patch: readonly Json[],
  key: string,
  items: Shape,
): readonly Json[] {
  if (patch.some((item) => isObject(item) && item['$patch'] === 'replace'))
    return patch.filter((item) => !(isObject(item) && item['$patch'] === 'replace'));
  if (key === '') return [...patch, ...held.filter((item) => !patch.includes(item))];
  // What a patch names comes first, in its order.
  const named = new Set<Json | undefined>();
  const first: Json[] = [];
  for (const item of patch) {
    if (!isObject(item)) continue;
    named.add(item[key]);
    const before = held.find((one) => isObject(one) && one[key] === item[key]);
    if (item['$patch'] !== 'delete')
      first.push(before === undefined ? item : mergeMaps(asObject(before), item, items));
  }
  return [...first, ...held.filter((one) => !(isObject(one) && named.has(one[key])))];
}
