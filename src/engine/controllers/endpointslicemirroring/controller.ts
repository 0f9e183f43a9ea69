import type {
  EndpointAddress,
  EndpointSlice,
  EndpointSubset,
  Endpoints,
  Service,
} from '../../../api/generated/types.ts';
import { newControllerRef } from '../../../api/owner.ts';
import { canonicalJson, deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { isDeleting, keyOf, refOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';

const SLICES = 'endpointslices.discovery.k8s.io';
const BY_ENDPOINTS = 'mirroring/endpoints';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const CONTROLLER = 'endpointslicemirroring-controller.k8s.io';
const SERVICE_NAME = 'kubernetes.io/service-name';
const SKIP_MIRROR = 'endpointslice.kubernetes.io/skip-mirror';
const MOST_A_SUBSET = 1000;
const WORKERS = 5;
const NOT_COPIED: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'endpoints.kubernetes.io/last-change-trigger-time',
]);

/** Shows hand-made Endpoints of Services without a selector as EndpointSlices. Models pkg/controller/endpointslicemirroring (1.36). */
export function createEndpointSliceMirroringController(context: ControllerContext): Controller {
  const services = context.informers.of<Service>('services');
  const endpoints = context.informers.of<Endpoints>('endpoints');
  const slices = context.informers.of<EndpointSlice>(SLICES);
  slices.addIndex(BY_ENDPOINTS, ({ metadata }) =>
    metadata.labels?.[MANAGED_BY] === CONTROLLER
      ? [`${metadata.namespace}/${metadata.labels[SERVICE_NAME] ?? ''}`]
      : [],
  );
  const loop = new ControllerLoop(context, {
    name: 'endpoint_slice_mirroring',
    workers: WORKERS,
    waitFor: ['services', 'endpoints', SLICES],
    sync: (key) => sync(context, { services, endpoints, slices }, key),
  });
  const wake = (object: Service | Endpoints): void => loop.queue.add(keyOf(object));
  const mirrored = (object: Endpoints): void => {
    if (object.metadata.labels?.[SKIP_MIRROR] !== 'true') wake(object);
  };
  services.on({
    added: wake,
    updated: (service, old) =>
      (service.spec?.selector === undefined) === (old.spec?.selector === undefined)
        ? undefined
        : wake(service),
    deleted: wake,
  });
  endpoints.on({ added: mirrored, updated: wake, deleted: wake });
  return loop;
}

interface Caches {
  readonly services: Informer<Service>;
  readonly endpoints: Informer<Endpoints>;
  readonly slices: Informer<EndpointSlice>;
}

function* sync(
  context: ControllerContext,
  { services, endpoints, slices }: Caches,
  key: string,
): Task<SyncResult> {
  const source = endpoints.getByKey(key);
  const service = services.getByKey(key);
  const standing = slices.byIndex(BY_ENDPOINTS, key).filter((slice) => !isDeleting(slice));
  const isMirrored =
    source !== undefined &&
    service !== undefined &&
    service.spec?.selector === undefined &&
    source.metadata.labels?.[SKIP_MIRROR] !== 'true';
  const wanted = source === undefined || !isMirrored ? [] : wantedSlices(source);
  const left = [...standing];
  for (const slice of wanted) {
    const place = left.findIndex(
      (other) =>
        other.addressType === slice.addressType &&
        canonicalJson(other.ports ?? []) === canonicalJson(slice.ports ?? []),
    );
    const same = place < 0 ? undefined : left.splice(place, 1)[0];
    if (same !== undefined && isSame(same, slice)) continue;
    if (source !== undefined)
      recordDecision(context, source, {
        controller: 'endpointslicemirroring',
        name: 'write',
        resource: 'endpoints',
        note: `${slice.endpoints?.length ?? 0} addresses to mirror`,
      });
    const written =
      same === undefined
        ? yield* context.client.create<EndpointSlice>(SLICES, slice)
        : yield* context.client.update<EndpointSlice>(SLICES, {
            ...slice,
            metadata: { ...same.metadata, ...slice.metadata, name: same.metadata.name },
          });
    if (!written.ok) return retry(written.error.message);
  }
  for (const slice of left) {
    const deleted = yield* context.client.delete(SLICES, refOf(slice));
    if (!deleted.ok && deleted.error.code !== 404) return retry(deleted.error.message);
  }
  return DONE;
}

function isSame(a: EndpointSlice, b: EndpointSlice): boolean {
  return deepEqual(a.endpoints ?? [], b.endpoints ?? []) && deepEqual(a.metadata.labels, b.metadata.labels);
}

/** One slice for each subset and address family. */
function wantedSlices(source: Endpoints): EndpointSlice[] {
  return (source.subsets ?? []).flatMap((subset) =>
    (['IPv4', 'IPv6'] as const).flatMap((family) => {
      const endpoints = [
        ...mirrored(subset.addresses, family, true),
        ...mirrored(subset.notReadyAddresses, family, false),
      ].slice(0, MOST_A_SUBSET);
      return endpoints.length === 0 ? [] : [sliceOf(source, subset, { family, endpoints })];
    }),
  );
}

function mirrored(
  addresses: readonly EndpointAddress[] | undefined,
  family: 'IPv4' | 'IPv6',
  ready: boolean,
): NonNullable<EndpointSlice['endpoints']>[number][] {
  const own = (addresses ?? []).filter(({ ip }) => ip.includes(':') === (family === 'IPv6'));
  return own.map(({ ip, hostname, nodeName, targetRef }) => ({
    addresses: [ip],
    conditions: { ready },
    ...(hostname === undefined ? {} : { hostname }),
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(targetRef === undefined ? {} : { targetRef }),
  }));
}

function sliceOf(
  source: Endpoints,
  { ports }: EndpointSubset,
  {
    family,
    endpoints,
  }: { readonly family: 'IPv4' | 'IPv6'; readonly endpoints: NonNullable<EndpointSlice['endpoints']> },
): EndpointSlice {
  const { name, namespace, labels, annotations = {} } = source.metadata;
  const metadata = {
    generateName: `${name}-`,
    namespace,
    labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: CONTROLLER },
    annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => !NOT_COPIED.has(key))),
    ownerReferences: [newControllerRef(source)],
  };
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: metadata as unknown as EndpointSlice['metadata'],
    addressType: family,
    endpoints,
    ports: (ports ?? []).map(({ name: port = '', ...rest }) => ({
      name: port,
      ...rest,
    })) as EndpointSlice['ports'],
  };
}
