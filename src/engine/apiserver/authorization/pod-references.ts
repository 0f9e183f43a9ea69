import type {
  Container,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  Volume,
} from '../../../api/generated/types.ts';
import type { Etcd } from '../../etcd/store.ts';

/** An object a node may ask for. */
interface Wanted {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Whether a Pod refers to an object, directly or through its claim. Models the node authorizer's graph. */
export function podReferences(pod: Pod, { resource, namespace, name }: Wanted, etcd: Etcd): boolean {
  if (resource === 'persistentvolumes')
    return claimsOf(pod).some((claim) => volumeOf(etcd, pod, claim) === name);
  if (pod.metadata.namespace !== namespace) return false;
  switch (resource) {
    case 'secrets':
      return (
        secretsOf(pod).includes(name) ||
        claimsOf(pod).some((claim) => volumeSecret(etcd, pod, claim) === name)
      );
    case 'configmaps':
      return configMapsOf(pod).includes(name);
    case 'persistentvolumeclaims':
      return claimsOf(pod).includes(name);
    case 'serviceaccounts':
      return pod.spec?.serviceAccountName === name;
    default:
      return false;
  }
}

function containers(pod: Pod): readonly Container[] {
  const { initContainers = [], containers: app, ephemeralContainers = [] } = pod.spec ?? {};
  return [...initContainers, ...(app ?? []), ...(ephemeralContainers as readonly Container[])];
}

function volumes(pod: Pod): readonly Volume[] {
  return pod.spec?.volumes ?? [];
}

function secretsOf(pod: Pod): readonly (string | undefined)[] {
  return [
    ...(pod.spec?.imagePullSecrets ?? []).map(({ name }) => name),
    ...volumes(pod).flatMap(({ secret, projected }) => [
      secret?.secretName,
      ...(projected?.sources ?? []).map((source) => source.secret?.name),
    ]),
    ...containers(pod).flatMap(({ env, envFrom }) => [
      ...(env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
      ...(envFrom ?? []).map(({ secretRef }) => secretRef?.name),
    ]),
  ];
}

function configMapsOf(pod: Pod): readonly (string | undefined)[] {
  return [
    ...volumes(pod).flatMap(({ configMap, projected }) => [
      configMap?.name,
      ...(projected?.sources ?? []).map((source) => source.configMap?.name),
    ]),
    ...containers(pod).flatMap(({ env, envFrom }) => [
      ...(env ?? []).map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name),
      ...(envFrom ?? []).map(({ configMapRef }) => configMapRef?.name),
    ]),
  ];
}

function claimsOf(pod: Pod): readonly string[] {
  return volumes(pod).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) return [persistentVolumeClaim.claimName ?? ''];
    return ephemeral === undefined ? [] : [`${pod.metadata.name ?? ''}-${name ?? ''}`];
  });
}

function volumeOf(etcd: Etcd, pod: Pod, claim: string): string | undefined {
  return etcd.get<PersistentVolumeClaim>('persistentvolumeclaims', {
    namespace: pod.metadata.namespace ?? '',
    name: claim,
  })?.spec?.volumeName;
}

function volumeSecret(etcd: Etcd, pod: Pod, claim: string): string | undefined {
  const name = volumeOf(etcd, pod, claim);
  if (name === undefined) return undefined;
  return etcd.get<PersistentVolume>('persistentvolumes', { namespace: '', name })?.spec?.csi
    ?.nodePublishSecretRef?.name;
}
