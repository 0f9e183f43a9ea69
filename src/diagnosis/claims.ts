import type { PersistentVolumeClaim, Pod, StorageClass } from '../api/generated/types.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Root } from './link.ts';

/** The claims that a Pod mounts: by name, or made for it under its own. */
export const claimNamesOf = ({ metadata, spec }: Pod): readonly string[] =>
  (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) =>
    ephemeral === undefined ? (persistentVolumeClaim?.claimName ?? []) : `${metadata.name}-${name}`,
  );

/** The claim of a Pod that is not bound or not there, and why nobody will bind it. */
export function claimRoot(cluster: ClusterFacts, pod: Pod): Root | undefined {
  const names = claimNamesOf(pod);
  const claims = listOf<PersistentVolumeClaim>(cluster, 'persistentvolumeclaims').filter(
    ({ metadata }) => metadata.namespace === pod.metadata.namespace && names.includes(metadata.name),
  );
  const open = claims.find(({ status }) => status?.phase !== 'Bound');
  const missing = names.find((name) => !claims.some(({ metadata }) => metadata.name === name));
  const name = open?.metadata.name ?? missing;
  if (name === undefined) return undefined;
  const namespace = pod.metadata.namespace ?? '';
  const wanted = open?.spec?.storageClassName ?? '';
  const classes = listOf<StorageClass>(cluster, 'storageclasses.storage.k8s.io').map(
    ({ metadata }) => metadata.name,
  );
  const classText = { where: 'storageclasses', says: classes.length === 0 ? '∅' : classes.join(', ') };
  const base = {
    about: name,
    subject: { resource: 'persistentvolumeclaims', namespace, name },
    next: [`kubectl describe pvc ${name}`, 'kubectl get storageclass,pv'],
  };
  if (open === undefined) {
    const there = listOf<PersistentVolumeClaim>(cluster, 'persistentvolumeclaims')
      .filter(({ metadata }) => metadata.namespace === namespace)
      .map(({ metadata }) => metadata.name);
    const says = there.length === 0 ? '∅' : there.join(', ');
    const evidence = [{ where: `persistentvolumeclaims -n ${namespace}`, says }];
    return { ...base, cause: 'claim-absent', subject: refOf('pods', pod), evidence };
  }
  const phase = open.status?.phase ?? 'Pending';
  const claimText = {
    where: `PersistentVolumeClaim ${name}`,
    says: `${phase}, storageClassName ${wanted === '' ? '∅' : wanted}`,
  };
  const evidence = [claimText, classText];
  if (wanted === '') return { ...base, cause: 'claim-no-class', evidence };
  return classes.includes(wanted)
    ? { ...base, cause: 'claim-unbound', about: `${name} (${wanted})`, evidence }
    : { ...base, cause: 'claim-class-missing', about: `${name}: ${wanted}`, evidence };
}
