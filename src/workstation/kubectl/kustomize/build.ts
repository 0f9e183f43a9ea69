import { splitApiVersion } from '../../../api/resources.ts';
import { parseYaml, readManifests } from '../../../api/yaml/documents.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import { compareText } from '../../../base/compare.ts';
import { type Json, type JsonObject, asList, asObject, isObject } from '../../../base/json.ts';
import type { LocalFiles } from '../../files.ts';
import { apiVersionOf, kindOf, nameOf, namespaceOf } from '../object.ts';
import { generated, withHash } from './generate.ts';
import { KustomizeError, type Part, idOf } from './part.ts';
import { patched } from './patches.ts';
import { withReferences } from './references.ts';
import {
  inNamespace,
  withAffixes,
  withAnnotations,
  withImage,
  withLabels,
  withReplicas,
} from './transform.ts';

// Models sigs.k8s.io/kustomize/api krusty and KustTarget (5.8) as `kubectl kustomize` runs it: no plugins, no remote bases.

const NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
const FIELDS = new Set(
  'apiVersion kind metadata resources bases components crds namespace namePrefix nameSuffix labels commonLabels commonAnnotations patches patchesStrategicMerge patchesJson6902 images replicas configMapGenerator secretGenerator generatorOptions sortOptions buildMetadata openapi replacements'.split(
    ' ',
  ),
);
const DEPRECATED: Readonly<Record<string, string>> = {
  commonLabels: 'labels',
  patchesStrategicMerge: 'patches',
  patchesJson6902: 'patches',
  bases: 'resources',
};
const UNSUPPORTED = ['replacements', 'crds', 'openapi', 'buildMetadata'];

/** Objects as one stream of YAML, or why not; and what is said beside. */
export type Built =
  | { readonly ok: true; readonly text: string; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly error: string; readonly warnings: readonly string[] };

/** `kubectl kustomize DIR`. */
export function build(files: LocalFiles, directory: string): Built {
  const run: Run = { files, warnings: [] };
  try {
    const place = absolutePath(directory);
    if (files.list(directory) === undefined)
      throw new KustomizeError(`must build at directory: ${missing(directory, place)}`);
    const parts = withReferences(accumulated(run, place, []).map(withHash));
    const text = inOrder(run, place, parts)
      .map(({ object }) => toYaml(object))
      .join('---\n');
    return { ok: true, text, warnings: run.warnings };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { ok: false, error: error.message, warnings: run.warnings };
  }
}

interface Run {
  readonly files: LocalFiles;
  readonly warnings: string[];
}

const HOME = '/root';

function absolutePath(path: string, from = HOME): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${from}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

const missing = (path: string, place: string): string =>
  `not a valid directory: evalsymlink failure on '${path}' : lstat ${place}: no such file or directory`;

function kustomizationIn({ files, warnings }: Run, place: string): JsonObject {
  const found = NAMES.filter((name) => files.read(`${place}/${name}`).ok);
  const [name] = found;
  if (name === undefined)
    throw new KustomizeError(
      `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${place}'`,
    );
  if (found.length > 1) throw new KustomizeError(`Found multiple kustomization files under: ${place}\n`);
  const file = files.read(`${place}/${name}`);
  const text = file.ok ? file.value : '';
  if (text.trim() === '') throw new KustomizeError('kustomization.yaml is empty');
  const read = parseYaml(text);
  if (!read.ok)
    throw new KustomizeError(
      `invalid Kustomization: ${read.error.replace('error converting YAML to JSON: ', '')}`,
    );
  if (!isObject(read.value)) throw new KustomizeError('kustomization.yaml is empty');
  for (const [key, value] of Object.entries(read.value)) {
    if (!FIELDS.has(key))
      throw new KustomizeError(`invalid Kustomization: json: unknown field ${JSON.stringify(key)}`);
    const instead = DEPRECATED[key];
    if (instead !== undefined)
      warnings.push(
        `# Warning: '${key}' is deprecated. Please use '${instead}' instead. Run 'kustomize edit fix' to update your Kustomization automatically.\n`,
      );
    if (UNSUPPORTED.includes(key) && asList(value).length > 0)
      throw new KustomizeError(`kustomize's ${key} is not simulated`);
  }
  return read.value;
}

function accumulated(run: Run, place: string, above: readonly string[]): readonly Part[] {
  if (above.includes(place))
    throw new KustomizeError(`cycle detected: candidate root '${place}' contains visited root '${place}'`);
  const own = kustomizationIn(run, place);
  let parts: readonly Part[] = [];
  for (const path of [...texts(own['resources']), ...texts(own['bases'])])
    parts = appended(parts, resourcesAt(run, place, path, [...above, place]), path, place);
  for (const path of texts(own['components'])) {
    const component = absolutePath(path, place);
    parts = transformed(run, component, kustomizationIn(run, component), parts);
  }
  return transformed(run, place, own, parts);
}

const texts = (value: Json | undefined): string[] => asList(value).map(String);

function appended(
  parts: readonly Part[],
  more: readonly Part[],
  path: string,
  place: string,
): readonly Part[] {
  for (const { object } of more)
    if (parts.some((part) => idOf(part.object) === idOf(object)))
      throw new KustomizeError(
        `accumulating resources: accumulation err='merging resources from '${path}': may not add resource with an already registered id: ${idOf(object)}': must build at directory: '${place}/${path}': file is not directory`,
      );
  return [...parts, ...more];
}

function resourcesAt(run: Run, place: string, path: string, above: readonly string[]): readonly Part[] {
  if (/^https?:|^git@|^github\.com/.test(path))
    throw new KustomizeError(
      `accumulating resources: accumulation err='accumulating resources from '${path}': the learner's machine reaches no web server'`,
    );
  const full = absolutePath(path, place);
  const file = run.files.read(full);
  if (!file.ok) {
    if (file.error === 'directory') return layerAt(run, full, path, above);
    const what = `evalsymlink failure on '${full}' : lstat ${full}: no such file or directory`;
    throw new KustomizeError(
      `accumulating resources: accumulation err='accumulating resources from '${path}': ${what}': must build at directory: not a valid directory: ${what}`,
    );
  }
  const { documents, error } = readManifests(file.value);
  if (error !== undefined)
    throw new KustomizeError(
      `accumulating resources: accumulation err='accumulating resources from '${path}': MalformedYAMLError: ${error.replace('error converting YAML to JSON: ', '')} in File: ${path}': must build at directory: '${full}': file is not directory`,
    );
  return documents.flatMap(({ value }) => partsOf(value));
}

/** A kustomization below another: what is wrong with it is told from the top. */
function layerAt(run: Run, full: string, path: string, above: readonly string[]): readonly Part[] {
  const at = `accumulating resources: accumulation err='accumulating resources from '${path}': '${full}' must resolve to a file': `;
  const told = <T>(what: string, make: () => T): T => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new KustomizeError(`${at}${what} '${full}': ${error.message}`);
    }
  };
  told("couldn't make target for path", () => kustomizationIn({ ...run, warnings: [] }, full));
  return told('recursed accumulation of path', () => accumulated(run, full, above));
}

function partsOf(value: Json): readonly Part[] {
  if (!isObject(value)) return [];
  if (kindOf(value).endsWith('List') && Array.isArray(value['items']))
    return asList(value['items']).flatMap(partsOf);
  if (kindOf(value) === '')
    throw new KustomizeError(`missing Resource metadata: missing kind in object ${JSON.stringify(value)}`);
  return [{ object: value, names: [nameOf(value)], hashed: false }];
}

function transformed(run: Run, place: string, own: JsonObject, held: readonly Part[]): readonly Part[] {
  const text = (key: string): string => String(own[key] ?? '');
  const entries = (key: string): JsonObject[] => asList(own[key]).filter(isObject);
  const read = (path: string): string => {
    const file = run.files.read(absolutePath(path, place));
    if (file.ok) return file.value;
    const full = absolutePath(path, place);
    throw new KustomizeError(`evalsymlink failure on '${full}' : lstat ${full}: no such file or directory`);
  };
  let parts = held;
  const options = asObject(own['generatorOptions']);
  for (const entry of entries('configMapGenerator'))
    parts = generated(parts, 'ConfigMap', { entry, options, read });
  for (const entry of entries('secretGenerator'))
    parts = generated(parts, 'Secret', { entry, options, read });
  for (const { text: patch, target } of patchesOf(own, read)) parts = patched(parts, patch, target);
  parts = inNamespace(parts, text('namespace'));
  parts = withAffixes(parts, text('namePrefix'), text('nameSuffix'));
  for (const rule of labelRules(own)) parts = parts.map((part) => withLabels(part, rule));
  const annotations = asObject(own['commonAnnotations']);
  if (Object.keys(annotations).length > 0) parts = parts.map((part) => withAnnotations(part, annotations));
  for (const rule of entries('replicas')) parts = withReplicas(parts, rule);
  for (const rule of entries('images')) parts = parts.map((part) => withImage(part, rule));
  return parts;
}

function labelRules(own: JsonObject): { pairs: JsonObject; selectors: boolean; templates: boolean }[] {
  const common = asObject(own['commonLabels']);
  return [
    ...asList(own['labels'])
      .filter(isObject)
      .map((rule) => ({
        pairs: asObject(rule['pairs']),
        selectors: rule['includeSelectors'] === true,
        templates: rule['includeTemplates'] === true,
      })),
    ...(Object.keys(common).length === 0 ? [] : [{ pairs: common, selectors: true, templates: true }]),
  ];
}

interface PatchText {
  readonly text: string;
  readonly target: JsonObject | undefined;
}

function patchesOf(own: JsonObject, read: (path: string) => string): PatchText[] {
  const strategic = texts(own['patchesStrategicMerge']).map((word) => ({
    text: word.includes('\n') ? word : read(word),
    target: undefined,
  }));
  const targeted = [...asList(own['patches']), ...asList(own['patchesJson6902'])]
    .filter(isObject)
    .map(({ path, patch, target }) => ({
      text: typeof path === 'string' ? read(path) : String(patch ?? ''),
      target: isObject(target) ? target : undefined,
    }));
  // A file of several documents is several patches.
  return [...strategic, ...targeted].flatMap(({ text, target }) =>
    text
      .split(/^---\s*$/m)
      .filter((each) => each.trim() !== '')
      .map((each) => ({ text: each, target })),
  );
}

const FIRST =
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget'.split(
    ' ',
  );
const LAST = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** Models LegacyOrderTransformer; `sortOptions: {order: fifo}` leaves them as they come. */
function inOrder(run: Run, place: string, parts: readonly Part[]): readonly Part[] {
  if (asObject(kustomizationIn({ ...run, warnings: [] }, place)['sortOptions'])['order'] === 'fifo')
    return parts;
  const rank = (kind: string): number => {
    const first = FIRST.indexOf(kind);
    if (first >= 0) return first - FIRST.length;
    return LAST.indexOf(kind) + 1;
  };
  const words = ({ object }: Part): string => {
    const { group, version } = splitApiVersion(apiVersionOf(object));
    return `${group}_${version}_${kindOf(object)}|${namespaceOf(object)}|${nameOf(object)}`;
  };
  return [...parts].sort(
    (a, b) => rank(kindOf(a.object)) - rank(kindOf(b.object)) || compareText(words(a), words(b)),
  );
}
