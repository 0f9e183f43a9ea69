import { type Json, type JsonObject, asList, isObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { ApiFailure, CommandError, hasReason } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { LAST_APPLIED, type Unstructured, annotationsOf, at, metaOf } from '../object.ts';
import { type Info, refreshed } from '../resource/info.ts';
import { type DryRun, writeOptions } from './dry-run.ts';

const ADVICE = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

/** apply --server-side: the manifest goes to the server as it is. Models ApplyOptions.applyOneObject (1.36). */
export function* serverSideApply(kube: Kube, info: Info, dryRun: DryRun): Task<Info> {
  if (info.name === '') throw new CommandError('resource name may not be empty');
  const { flags } = kube;
  const manager = flags.changed('field-manager') ? flags.text('field-manager') : DEFAULT_MANAGER;
  const options = { ...writeOptions(kube, dryRun, manager), force: flags.bool('force-conflicts') };
  const send = (): Task<Unstructured> => kube.api.patch(info, 'apply', info.object, options);
  let applied: Unstructured;
  try {
    applied = yield* send();
  } catch (error) {
    if (error instanceof ApiFailure && hasReason(error, 'Conflict'))
      throw new CommandError(error.message + ADVICE);
    throw error;
  }
  if (dryRun === 'none' && manager === DEFAULT_MANAGER) applied = yield* keepLastApplied(kube, info, applied);
  const migration = migrationOf(applied, manager);
  if (dryRun === 'none' && migration !== undefined) {
    yield* kube.api.patch(info, 'json', migration);
    applied = yield* send();
  }
  return refreshed(info, applied);
}

/** Who applies server-side unless said otherwise. */
const DEFAULT_MANAGER = 'kubectl';

/**
 * Has a manager of its own hold the annotation of client-side apply, so that it outlives what is migrated.
 * Models ApplyOptions.saveLastApplyAnnotationIfNecessary.
 */
function* keepLastApplied(kube: Kube, info: Info, applied: Unstructured): Task<Unstructured> {
  const text = annotationsOf(applied)[LAST_APPLIED];
  const entries = asList(metaOf(applied)['managedFields']) as readonly ManagedEntry[];
  const held = entries.some(
    ({ operation, fieldsV1 }) =>
      operation === 'Apply' &&
      at(fieldsV1 ?? {}, 'f:metadata', 'f:annotations', `f:${LAST_APPLIED}`) !== undefined,
  );
  if (text === undefined || held) return applied;
  const annotations = { [LAST_APPLIED]: text };
  const { apiVersion = '', kind = '' } = applied;
  const { name = '', namespace } = metaOf(applied);
  const body = {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), annotations },
  } as unknown as Unstructured;
  return yield* kube.api.patch(info, 'apply', body, { fieldManager: 'kubectl-last-applied' });
}

interface ManagedEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly subresource?: string;
  readonly fieldsV1?: JsonObject;
}

/**
 * The patch that hands what client-side apply owned to server-side apply, or undefined.
 * Models client-go util/csaupgrade UpgradeManagedFieldsPatch.
 */
function migrationOf(object: Unstructured, manager: string): Json | undefined {
  const entries = asList(metaOf(object)['managedFields']) as readonly ManagedEntry[];
  const clients = entries.filter(
    (entry) =>
      entry.operation === 'Update' &&
      entry.manager === 'kubectl-client-side-apply' &&
      (entry.subresource ?? '') === '',
  );
  if (clients.length === 0 || annotationsOf(object)[LAST_APPLIED] === undefined) return undefined;
  const own = entries.find((entry) => entry.operation === 'Apply' && entry.manager === manager);
  if (own === undefined) return undefined;
  const fields = clients.reduce<JsonObject>(
    (all, entry) => union(all, entry.fieldsV1 ?? {}),
    own.fieldsV1 ?? {},
  );
  const kept = entries
    .filter((entry) => !clients.includes(entry))
    .map((entry) => (entry === own ? { ...entry, fieldsV1: fields } : entry));
  return [
    { op: 'replace', path: '/metadata/managedFields', value: kept as unknown as Json },
    { op: 'replace', path: '/metadata/resourceVersion', value: metaOf(object)['resourceVersion'] ?? '' },
  ];
}

function union(a: JsonObject, b: JsonObject): JsonObject {
  const out: Record<string, Json> = { ...(a as Record<string, Json>) };
  for (const [key, value] of Object.entries(b)) {
    const held = out[key];
    if (value !== undefined) out[key] = isObject(held) && isObject(value) ? union(held, value) : value;
  }
  return out;
}
