import { type Json, type JsonObject, asList, asObject, isObject } from '../../../base/json.ts';
import { kindOf, nameOf } from '../object.ts';
import { KustomizeError, type Part, changedAt, isNamespaced, renamed } from './part.ts';

// Models the transformers of sigs.k8s.io/kustomize/api/internal/builtins and their field specs (5.8).

/** Kinds whose names a prefix leaves alone. */
const KEEP_NAME = new Set(['Namespace', 'CustomResourceDefinition', 'APIService']);
const WORKLOADS = ['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'ReplicationController', 'Job'];
const POD_LABELS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(WORKLOADS.map((kind) => [kind, ['spec/template/metadata']])),
  CronJob: ['spec/jobTemplate/metadata', 'spec/jobTemplate/spec/template/metadata'],
};
/** Selectors by kind; those marked are made where they are missing. */
const SELECTORS: Readonly<Record<string, readonly (readonly [path: string, create: boolean])[]>> = {
  Service: [['spec/selector', true]],
  ReplicationController: [['spec/selector', true]],
  Deployment: [['spec/selector/matchLabels', true]],
  ReplicaSet: [['spec/selector/matchLabels', true]],
  DaemonSet: [['spec/selector/matchLabels', true]],
  StatefulSet: [['spec/selector/matchLabels', true]],
  Job: [['spec/selector/matchLabels', false]],
  CronJob: [['spec/jobTemplate/spec/selector/matchLabels', false]],
  PodDisruptionBudget: [['spec/selector/matchLabels', false]],
  NetworkPolicy: [
    ['spec/podSelector/matchLabels', false],
    ['spec/ingress[]/from[]/podSelector/matchLabels', false],
    ['spec/egress[]/to[]/podSelector/matchLabels', false],
  ],
};

function change(
  part: Part,
  path: string,
  edit: (held: Json | undefined) => Json | undefined,
  create = false,
): Part {
  return { ...part, object: asObject(changedAt(part.object, path, edit, create)) };
}

const merging =
  (pairs: JsonObject) =>
  (held: Json | undefined): Json => ({ ...asObject(held), ...pairs });

/** `namespace:` */
export function inNamespace(parts: readonly Part[], namespace: string): readonly Part[] {
  if (namespace === '') return parts;
  const accounts = new Set(
    parts.filter(({ object }) => kindOf(object) === 'ServiceAccount').flatMap(({ names }) => names),
  );
  return parts.map((part) => {
    const kind = kindOf(part.object);
    if (kind === 'Namespace') return renamed(part, namespace);
    const placed = isNamespaced(part.object)
      ? change(part, 'metadata/namespace', () => namespace, true)
      : part;
    if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return placed;
    return change(placed, 'subjects[]', (subject) => {
      if (!isObject(subject) || subject['kind'] !== 'ServiceAccount') return subject;
      const name = String(subject['name'] ?? '');
      return name === 'default' || accounts.has(name) ? { ...subject, namespace } : subject;
    });
  });
}

/** `namePrefix:` and `nameSuffix:` */
export function withAffixes(parts: readonly Part[], prefix: string, suffix: string): readonly Part[] {
  if (prefix === '' && suffix === '') return parts;
  return parts.map((part) =>
    KEEP_NAME.has(kindOf(part.object)) ? part : renamed(part, prefix + nameOf(part.object) + suffix),
  );
}

export interface LabelRule {
  readonly pairs: JsonObject;
  readonly selectors: boolean;
  readonly templates: boolean;
}

/** `labels:` and `commonLabels:` */
export function withLabels(part: Part, { pairs, selectors, templates }: LabelRule): Part {
  const kind = kindOf(part.object);
  let out = change(part, 'metadata/labels', merging(pairs), true);
  if (selectors)
    for (const [path, create] of SELECTORS[kind] ?? []) out = change(out, path, merging(pairs), create);
  if (selectors || templates) {
    for (const path of POD_LABELS[kind] ?? []) out = change(out, `${path}/labels`, merging(pairs), true);
    if (selectors && kind === 'StatefulSet')
      out = change(out, 'spec/volumeClaimTemplates[]', (claim) =>
        changedAt(claim, 'metadata/labels', merging(pairs), true),
      );
  }
  return out;
}

/** `commonAnnotations:` */
export function withAnnotations(part: Part, pairs: JsonObject): Part {
  let out = change(part, 'metadata/annotations', merging(pairs), true);
  for (const path of POD_LABELS[kindOf(part.object)] ?? [])
    out = change(out, `${path}/annotations`, merging(pairs), true);
  return out;
}

const SCALED = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController']);

/** `replicas:` */
export function withReplicas(parts: readonly Part[], rule: JsonObject): readonly Part[] {
  const name = String(rule['name'] ?? '');
  const fits = ({ object, names }: Part): boolean => SCALED.has(kindOf(object)) && names.includes(name);
  if (!parts.some(fits))
    throw new KustomizeError(
      `resource with name ${name} does not match a config with the following GVK [Deployment.[noVer].[noGrp] StatefulSet.[noVer].[noGrp] ReplicaSet.[noVer].[noGrp] ReplicationController.[noVer].[noGrp]]`,
    );
  return parts.map((part) =>
    fits(part) ? change(part, 'spec/replicas', () => rule['count'] ?? 0, true) : part,
  );
}

/** `images:` */
export function withImage(part: Part, rule: JsonObject): Part {
  return { ...part, object: asObject(inContainers(part.object, rule)) };
}

/** Every list of containers, wherever it stands. */
function inContainers(value: Json, rule: JsonObject): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inContainers(item, rule));
  if (!isObject(value)) return value;
  const out: Record<string, Json> = {};
  for (const [key, held] of Object.entries(value)) {
    if (held === undefined) continue;
    out[key] =
      key === 'containers' || key === 'initContainers'
        ? asList(held).map((item) =>
            isObject(item) && typeof item['image'] === 'string'
              ? { ...item, image: newImage(item['image'], rule) }
              : item,
          )
        : inContainers(held, rule);
  }
  return out;
}

function newImage(image: string, rule: JsonObject): string {
  const text = (key: string): string =>
    rule[key] === undefined || rule[key] === null ? '' : String(rule[key]);
  const found = /^(?<name>.*?)(?<tag>:[a-zA-Z0-9_.{}-]*)?(?<digest>@sha256:[a-zA-Z0-9_.{}-]*)?$/.exec(image);
  const { name = '', tag = '', digest = '' } = found?.groups ?? {};
  if (name !== text('name')) return image;
  const as = text('newName') === '' ? name : text('newName');
  if (text('digest') !== '')
    return `${as}${text('newTag') === '' ? '' : `:${text('newTag')}`}@${text('digest')}`;
  if (text('newTag') !== '')
    return `${as}${text('tagSuffix') === '' ? `:${text('newTag')}` : `:${text('newTag')}${text('tagSuffix')}`}`;
  return `${as}${tag}${digest}`;
}
