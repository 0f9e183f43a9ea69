import { selectorFromLabels, selectorMatches } from '../../../api/label-selector.ts';
import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { CHOOSERS, podLabels, type Reference, referencesOf } from './references.ts';

/** How another object stands to this one. */
export type Relation = 'owner' | 'owned' | 'chooses' | 'chosenBy' | 'names' | 'namedBy';

/** The order in which they are told. */
export const RELATIONS: readonly Relation[] = ['owner', 'owned', 'chosenBy', 'chooses', 'names', 'namedBy'];

export interface Related extends ObjectRef {
  readonly relation: Relation;
  readonly resource: string;
  /** The fields that make the relation. */
  readonly fields: readonly string[];
  /** Undefined: named, but not there. */
  readonly object: KubeObject | undefined;
  /** Not there, and not needed either. */
  readonly optional: boolean;
}

/** The objects of a moment. */
export interface Objects {
  readonly resources: readonly string[];
  list(resource: string): readonly KubeObject[];
}

/** Kinds that name everything they are about and tell nothing by it. */
const SKIPPED: ReadonlySet<string> = new Set(['events', 'endpoints']);
const OWNERS = 'metadata.ownerReferences';

interface Self extends ObjectRef {
  readonly resource: string;
}

const sameAs =
  (self: Self) =>
  ({ resource, namespace, name }: Self): boolean =>
    resource === self.resource && namespace === self.namespace && name === self.name;

const refOf = (resource: string, { metadata }: KubeObject): Self => ({
  resource,
  namespace: metadata?.namespace ?? '',
  name: metadata?.name ?? '',
});

/** What an object owns, names, chooses, and what does so to it; what it names that is not there, too. */
export function relatedTo(objects: Objects, resource: string, object: KubeObject): readonly Related[] {
  const self = refOf(resource, object);
  const isSelf = sameAs(self);
  const found: Related[] = forward(objects, referencesOf(resource, object));
  for (const other of objects.resources) {
    if (SKIPPED.has(other)) continue;
    for (const each of objects.list(other)) {
      const fields = referencesOf(other, each)
        .filter(isSelf)
        .map(({ field }) => field);
      if (fields.length === 0) continue;
      const relation = fields.includes(OWNERS) ? 'owned' : 'namedBy';
      found.push({ ...refOf(other, each), relation, fields, object: each, optional: false });
    }
  }
  found.push(...byLabels(objects, self, object));
  return once(found);
}

function forward(objects: Objects, references: readonly Reference[]): Related[] {
  return references.map((reference) => {
    const { resource, namespace, name, field, optional = false } = reference;
    return {
      resource,
      namespace,
      name,
      optional,
      relation: field === OWNERS ? 'owner' : 'names',
      fields: [field],
      object: objects.list(resource).find((each) => sameAs(reference)(refOf(resource, each))),
    };
  });
}

function byLabels(objects: Objects, self: Self, object: KubeObject): readonly Related[] {
  if (self.resource === 'pods')
    return CHOOSERS.flatMap((resource) =>
      objects
        .list(resource)
        .filter(
          (each) => (each.metadata?.namespace ?? '') === self.namespace && chooses(resource, each, object),
        )
        .map((each) => ({
          ...refOf(resource, each),
          relation: 'chosenBy' as const,
          fields: ['spec.selector'],
          object: each,
          optional: false,
        })),
    );
  if (podLabels(self.resource, object) === undefined) return [];
  return objects
    .list('pods')
    .filter(
      (pod) => (pod.metadata?.namespace ?? '') === self.namespace && chooses(self.resource, object, pod),
    )
    .map((pod) => ({
      ...refOf('pods', pod),
      relation: 'chooses' as const,
      fields: ['spec.selector'],
      object: pod,
      optional: false,
    }));
}

function chooses(resource: string, chooser: KubeObject, pod: KubeObject): boolean {
  const labels = podLabels(resource, chooser);
  return labels !== undefined && selectorMatches(selectorFromLabels(labels), pod.metadata?.labels);
}

/** Each object once, under its first relation, with all the fields that make it. */
function once(found: readonly Related[]): readonly Related[] {
  const kept = new Map<string, Related>();
  const order = [...found].sort((a, b) => RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation));
  for (const each of order) {
    const key = `${each.resource}|${each.namespace}|${each.name}`;
    const before = kept.get(key);
    kept.set(
      key,
      before === undefined
        ? each
        : {
            ...before,
            optional: before.optional && each.optional,
            fields: [...new Set([...before.fields, ...each.fields])],
          },
    );
  }
  return [...kept.values()];
}
