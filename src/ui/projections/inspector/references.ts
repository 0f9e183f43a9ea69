import type {
  EndpointSlice,
  HorizontalPodAutoscaler,
  Ingress,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Service,
  StatefulSet,
} from '../../../api/generated/types.ts';
import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';

/** One object naming another in a field. */
export interface Reference extends ObjectRef {
  readonly resource: string;
  /** The field that names it: `spec.nodeName`. */
  readonly field: string;
  /** The object does without it. */
  readonly optional?: boolean;
}

type Reader = (object: never, namespace: string) => readonly (Reference | undefined)[];

/** A reference when there is a name to refer to. */
function to(
  resource: string,
  namespace: string,
  name: string | undefined,
  field: string,
  optional = false,
): Reference | undefined {
  if (name === undefined || name === '') return undefined;
  return optional
    ? { resource, namespace, name, field, optional: true }
    : { resource, namespace, name, field };
}

function podVolumes({ metadata, spec }: Pod, namespace: string): readonly (Reference | undefined)[] {
  return (spec.volumes ?? []).flatMap((volume) => {
    const field = `volumes[${volume.name}]`;
    const { configMap, secret, persistentVolumeClaim: claim, ephemeral, projected } = volume;
    return [
      to('configmaps', namespace, configMap?.name, field, configMap?.optional),
      to('secrets', namespace, secret?.secretName, field, secret?.optional),
      to('persistentvolumeclaims', namespace, claim?.claimName, field),
      // A claim made for this Pod alone carries both names.
      ephemeral === undefined
        ? undefined
        : to('persistentvolumeclaims', namespace, `${metadata.name}-${volume.name}`, field),
      // The token's own volume is everywhere and says nothing.
      ...(volume.name.startsWith('kube-api-access-') ? [] : (projected?.sources ?? [])).flatMap((source) => [
        to('configmaps', namespace, source.configMap?.name, field, source.configMap?.optional),
        to('secrets', namespace, source.secret?.name, field, source.secret?.optional),
      ]),
    ];
  });
}

function podEnvironment({ spec }: Pod, namespace: string): readonly (Reference | undefined)[] {
  return [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ name, env, envFrom }) => {
    const field = `containers[${name}].env`;
    return [
      ...(env ?? []).flatMap(({ valueFrom }) => [
        to(
          'configmaps',
          namespace,
          valueFrom?.configMapKeyRef?.name,
          field,
          valueFrom?.configMapKeyRef?.optional,
        ),
        to('secrets', namespace, valueFrom?.secretKeyRef?.name, field, valueFrom?.secretKeyRef?.optional),
      ]),
      ...(envFrom ?? []).flatMap(({ configMapRef, secretRef }) => [
        to('configmaps', namespace, configMapRef?.name, field, configMapRef?.optional),
        to('secrets', namespace, secretRef?.name, field, secretRef?.optional),
      ]),
    ];
  });
}

function ofPod(pod: Pod, namespace: string): readonly (Reference | undefined)[] {
  const { spec } = pod;
  return [
    to('nodes', '', spec.nodeName, 'spec.nodeName'),
    ...podVolumes(pod, namespace),
    ...podEnvironment(pod, namespace),
    to('serviceaccounts', namespace, spec.serviceAccountName, 'spec.serviceAccountName'),
    to('priorityclasses.scheduling.k8s.io', '', spec.priorityClassName, 'spec.priorityClassName'),
    to('runtimeclasses.node.k8s.io', '', spec.runtimeClassName, 'spec.runtimeClassName'),
    ...(spec.imagePullSecrets ?? []).map(({ name }) =>
      to('secrets', namespace, name, 'spec.imagePullSecrets', true),
    ),
  ];
}

function ofIngress({ spec }: Ingress, namespace: string): readonly (Reference | undefined)[] {
  const paths = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
  return [
    ...[spec?.defaultBackend, ...paths.map(({ backend }) => backend)].map((backend) =>
      to('services', namespace, backend?.service?.name, 'spec.rules'),
    ),
    ...(spec?.tls ?? []).map(({ secretName }) => to('secrets', namespace, secretName, 'spec.tls')),
  ];
}

function byKind(
  at: { readonly kind?: string; readonly name?: string; readonly apiVersion?: string } | undefined,
  namespace: string,
  field: string,
): Reference | undefined {
  const resource = resourceByKind(at?.apiVersion ?? 'v1', at?.kind ?? '');
  return resource === undefined
    ? undefined
    : to(resource.key, resource.namespaced ? namespace : '', at?.name, field);
}

/** What objects of a kind name, besides their owners. */
const READERS: Readonly<Record<string, Reader>> = {
  pods: ofPod,
  'endpointslices.discovery.k8s.io': ({ metadata, endpoints }: EndpointSlice, namespace) => [
    to('services', namespace, metadata.labels?.['kubernetes.io/service-name'], 'metadata.labels'),
    ...(endpoints ?? []).map(({ targetRef }) => byKind(targetRef, namespace, 'endpoints')),
  ],
  persistentvolumeclaims: ({ spec }: PersistentVolumeClaim) => [
    to('persistentvolumes', '', spec?.volumeName, 'spec.volumeName'),
    to('storageclasses.storage.k8s.io', '', spec?.storageClassName, 'spec.storageClassName'),
  ],
  persistentvolumes: ({ spec }: PersistentVolume) => [
    to(
      'persistentvolumeclaims',
      spec?.claimRef?.namespace ?? '',
      spec?.claimRef?.name,
      'spec.claimRef',
      true,
    ),
  ],
  'statefulsets.apps': ({ spec }: StatefulSet, namespace) => [
    to('services', namespace, spec?.serviceName, 'spec.serviceName'),
  ],
  'horizontalpodautoscalers.autoscaling': ({ spec }: HorizontalPodAutoscaler, namespace) => [
    byKind(spec?.scaleTargetRef, namespace, 'spec.scaleTargetRef'),
  ],
  'ingresses.networking.k8s.io': ofIngress,
};

/** Which Pods an object means by their labels. */
const SELECTORS: Readonly<Record<string, (object: never) => Labels | undefined>> = {
  services: ({ spec }: Service) => spec?.selector,
  'poddisruptionbudgets.policy': ({ spec }: ReplicaSet) => spec?.selector.matchLabels,
};
type Labels = Readonly<Record<string, string>>;

/** The labels by which an object chooses Pods; undefined when it chooses none. */
export function podLabels(resource: string, object: KubeObject): Labels | undefined {
  const labels = SELECTORS[resource]?.(object as never);
  return labels === undefined || Object.keys(labels).length === 0 ? undefined : labels;
}

/** Resources whose objects choose Pods by labels. */
export const CHOOSERS: readonly string[] = Object.keys(SELECTORS);

const known = new WeakMap<KubeObject, readonly Reference[]>();

/** Every object that one names in a field, owners first. Remembered by version. */
export function referencesOf(resource: string, object: KubeObject): readonly Reference[] {
  let found = known.get(object);
  if (found === undefined) {
    const namespace = object.metadata?.namespace ?? '';
    const owners = (object.metadata?.ownerReferences ?? []).map((owner) =>
      byKind(owner, namespace, 'metadata.ownerReferences'),
    );
    const named = READERS[resource]?.(object as never, namespace) ?? [];
    found = [...owners, ...named].filter((each) => each !== undefined);
    known.set(object, found);
  }
  return found;
}
