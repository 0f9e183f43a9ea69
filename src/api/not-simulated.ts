import { type Json, asList, asObject, isObject, sameJson } from '../base/json.ts';
import { own } from '../base/own.ts';
import { IGNORED_FIELDS, type IgnoredFields } from './not-simulated-table.ts';

/** A field of an object that the simulation keeps and does not act on. */
export interface NotSimulated {
  /** `spec.containers[0].securityContext.seccompProfile`; '' for the whole object. */
  readonly path: string;
  readonly why: { readonly en: string; readonly ko: string };
}

/** Where kinds have a Pod's spec. */
const POD_SPECS: Readonly<Record<string, string>> = {
  Pod: 'spec',
  PodTemplate: 'template.spec',
  Deployment: 'spec.template.spec',
  ReplicaSet: 'spec.template.spec',
  StatefulSet: 'spec.template.spec',
  DaemonSet: 'spec.template.spec',
  ReplicationController: 'spec.template.spec',
  Job: 'spec.template.spec',
  CronJob: 'spec.jobTemplate.spec.template.spec',
};

/** The fields of an object, as written or as stored, that nothing in the simulated cluster acts on; in the table's order. */
export function notSimulated(object: Json): readonly NotSimulated[] {
  const kind = asObject(object)['kind'];
  if (typeof kind !== 'string') return [];
  return IGNORED_FIELDS.flatMap((row) =>
    pathsIn(row, kind).flatMap((path) =>
      placesOf(
        object,
        path.split('.').filter((part) => part !== ''),
        '',
      )
        .filter(({ value }) => isIgnored(row, value))
        .map((place) => ({ path: place.path, why: row.why })),
    ),
  );
}

function pathsIn({ kinds, paths }: IgnoredFields, kind: string): readonly string[] {
  if (kinds.includes(kind)) return paths;
  const spec = own(POD_SPECS, kind);
  return spec === undefined || !kinds.includes('PodSpec') ? [] : paths.map((path) => `${spec}.${path}`);
}

function isIgnored({ unless = [], only }: IgnoredFields, value: Json): boolean {
  if (only !== undefined) return only.some((each) => sameJson(each, value));
  return !unless.some((each) => sameJson(each, value));
}

interface Place {
  readonly path: string;
  readonly value: Json;
}

/** Every place that a path names, with what stands there. */
function placesOf(value: Json, path: readonly string[], at: string): readonly Place[] {
  const [part, ...rest] = path;
  if (part === undefined) return [{ path: at, value }];
  if (!isObject(value)) return [];
  const name = part.replace('[*]', '');
  const inner = own(value, name);
  if (inner === undefined || inner === null) return [];
  const here = at === '' ? name : `${at}.${name}`;
  if (name === part) return placesOf(inner, rest, here);
  return asList(inner).flatMap((item, index) => placesOf(item, rest, `${here}[${index}]`));
}
