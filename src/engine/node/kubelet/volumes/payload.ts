import type {
  ConfigMap,
  DownwardAPIVolumeFile,
  KeyToPath,
  Node,
  Pod,
  ProjectedVolumeSource,
  Secret,
  Volume,
  VolumeProjection,
} from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { ObjectCache } from '../config/object-cache.ts';
import { metadataValue, resourceValue } from '../env/field-ref.ts';
import { decodeBase64 } from '../images/credentials.ts';
import { podUid } from '../pod.ts';

// Models pkg/volume/{configmap,secret,projected,downwardapi} collectData (1.36).

export interface PayloadFile {
  readonly text: string;
  readonly mode: number;
  /** Whose the file is, where that is not root. */
  readonly uid?: number;
}
export type Payload = Map<string, PayloadFile>;

export interface PayloadInputs {
  readonly pod: Pod;
  readonly objects: ObjectCache;
  readonly node: Node | undefined;
  readonly token: (audience: string, expirationSeconds: number) => Task<Result<string, string>>;
}

const DEFAULT_MODE = 0o644;

/** The files of a volume whose contents the kubelet makes, or why they cannot be made. */
export function* volumePayload(volume: Volume, inputs: PayloadInputs): Task<Result<Payload, string>> {
  if (volume.configMap !== undefined) {
    const { name = '', items, defaultMode, optional } = volume.configMap;
    return yield* configMapFiles(inputs, { name, items, optional }, defaultMode ?? DEFAULT_MODE);
  }
  if (volume.secret !== undefined) {
    const { secretName = '', items, defaultMode, optional } = volume.secret;
    return yield* secretFiles(inputs, { name: secretName, items, optional }, defaultMode ?? DEFAULT_MODE);
  }
  if (volume.downwardAPI !== undefined) {
    const { items = [], defaultMode } = volume.downwardAPI;
    return downwardFiles(inputs, items, defaultMode ?? DEFAULT_MODE);
  }
  if (volume.projected !== undefined) return yield* projectedFiles(inputs, volume.projected);
  return ok(new Map());
}

interface ObjectSource {
  readonly name: string;
  readonly items?: readonly KeyToPath[];
  readonly optional?: boolean;
}

function* configMapFiles(
  inputs: PayloadInputs,
  source: ObjectSource,
  mode: number,
): Task<Result<Payload, string>> {
  const found = yield* inputs.objects.get('configmaps', inputs.pod.metadata.namespace ?? '', source.name);
  if (!found.ok && !(found.error.notFound && source.optional === true)) return err(found.error.message);
  const object: ConfigMap | undefined = found.ok ? found.value : undefined;
  const texts = new Map(Object.entries(object?.data ?? {}));
  for (const [key, value] of Object.entries(object?.binaryData ?? {})) texts.set(key, decodeBase64(value));
  return pick(texts, source, mode, 'configmap references non-existent config key: ');
}

function* secretFiles(
  inputs: PayloadInputs,
  source: ObjectSource,
  mode: number,
): Task<Result<Payload, string>> {
  const found = yield* inputs.objects.get('secrets', inputs.pod.metadata.namespace ?? '', source.name);
  if (!found.ok && !(found.error.notFound && source.optional === true)) return err(found.error.message);
  const object: Secret | undefined = found.ok ? found.value : undefined;
  const texts = new Map(Object.entries(object?.data ?? {}).map(([key, value]) => [key, decodeBase64(value)]));
  return pick(texts, source, mode, 'references non-existent secret key: ');
}

/** All keys, or those named. */
function pick(
  texts: ReadonlyMap<string, string>,
  source: ObjectSource,
  mode: number,
  missing: string,
): Result<Payload, string> {
  const payload: Payload = new Map();
  if (source.items === undefined || source.items.length === 0) {
    for (const [key, text] of texts) payload.set(key, { text, mode });
    return ok(payload);
  }
  for (const item of source.items) {
    const text = texts.get(item.key);
    if (text === undefined) {
      if (source.optional === true) continue;
      return err(missing + item.key);
    }
    payload.set(item.path, { text, mode: item.mode ?? mode });
  }
  return ok(payload);
}

function downwardFiles(
  { pod, node }: PayloadInputs,
  items: readonly DownwardAPIVolumeFile[],
  mode: number,
): Result<Payload, string> {
  const payload: Payload = new Map();
  const errors: string[] = [];
  for (const item of items) {
    const value =
      item.fieldRef !== undefined
        ? metadataValue(item.fieldRef.fieldPath, pod)
        : item.resourceFieldRef !== undefined
          ? resourceValue(
              item.resourceFieldRef,
              pod,
              pod.spec.containers[0] as Pod['spec']['containers'][number],
              node,
            )
          : ok('');
    if (value.ok) payload.set(item.path, { text: value.value, mode: item.mode ?? mode });
    else errors.push(value.error);
  }
  return errors.length > 0 ? err(aggregate(errors)) : ok(payload);
}

function* projectedFiles(
  inputs: PayloadInputs,
  projected: ProjectedVolumeSource,
): Task<Result<Payload, string>> {
  const payload: Payload = new Map();
  const errors: string[] = [];
  for (const source of projected.sources ?? []) {
    const files = yield* projectionFiles(inputs, source, projected.defaultMode ?? DEFAULT_MODE);
    if (!files.ok) errors.push(files.error);
    else for (const [path, file] of files.value) payload.set(path, file);
  }
  return errors.length > 0 ? err(aggregate(errors)) : ok(payload);
}

function* projectionFiles(
  inputs: PayloadInputs,
  source: VolumeProjection,
  mode: number,
): Task<Result<Payload, string>> {
  if (source.configMap !== undefined) {
    const { name = '', items, optional } = source.configMap;
    return yield* configMapFiles(inputs, { name, items, optional }, mode);
  }
  if (source.secret !== undefined) {
    const { name = '', items, optional } = source.secret;
    return yield* secretFiles(inputs, { name, items, optional }, mode);
  }
  if (source.downwardAPI !== undefined) return downwardFiles(inputs, source.downwardAPI.items ?? [], mode);
  if (source.serviceAccountToken !== undefined) {
    const { audience = '', expirationSeconds = 3600, path } = source.serviceAccountToken;
    const token = yield* inputs.token(audience, expirationSeconds);
    return token.ok ? ok(new Map([[path, tokenFile(inputs.pod, token.value, mode)]])) : err(token.error);
  }
  return ok(new Map());
}

/** A token is its user's alone where all containers have the same one; a file system group may read it too. */
function tokenFile({ spec }: Pod, text: string, mode: number): PayloadFile {
  const own = spec.securityContext;
  const containers = [
    ...(spec.initContainers ?? []),
    ...spec.containers,
    ...(spec.ephemeralContainers ?? []),
  ];
  const users = new Set(
    containers.map(({ securityContext }) => securityContext?.runAsUser ?? own?.runAsUser ?? undefined),
  );
  const uid = users.size === 1 ? [...users][0] : undefined;
  const alone = uid !== undefined || typeof own?.fsGroup === 'number';
  return { text, mode: alone ? 0o600 : mode, ...(uid === undefined ? {} : { uid }) };
}

/** Models utilerrors.NewAggregate(…).Error(). */
export function aggregate(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(', ')}]`;
}

/** Key of a Pod's service account token, as the token manager caches it. */
export function tokenKey(pod: Pod, audience: string, expirationSeconds: number): string {
  return `${pod.spec.serviceAccountName}/${pod.metadata.namespace}/${podUid(pod)}/${audience}/${expirationSeconds}`;
}
