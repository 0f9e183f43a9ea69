import type { Deployment, PodTemplateSpec, ReplicaSet } from '../../../api/generated/types.ts';
import { compileLabelSelector, formatSelector } from '../../../api/label-selector.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import { compareText } from '../../../base/compare.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Kube } from '../kube.ts';

const REPLICA_SETS = present(resourceByKey('replicasets.apps'), 'replicasets');
export const HASH_LABEL = 'pod-template-hash';
export const REVISION = 'deployment.kubernetes.io/revision';

export interface DeploymentSets {
  readonly all: readonly ReplicaSet[];
  readonly old: readonly ReplicaSet[];
  readonly newest: ReplicaSet | undefined;
}

/** A Deployment's ReplicaSets. Models kubectl/pkg/util/deployment GetAllReplicaSets (1.36). */
export function* replicaSetsOf(kube: Pick<Kube, 'api'>, deployment: Deployment): Task<DeploymentSets> {
  const labelSelector = formatSelector(compileLabelSelector(deployment.spec.selector));
  const list = yield* kube.api.list(REPLICA_SETS, deployment.metadata.namespace ?? '', { labelSelector });
  const owned = (list.items as unknown as readonly ReplicaSet[]).filter(({ metadata }) =>
    (metadata.ownerReferences ?? []).some(
      ({ uid, controller }) => controller === true && uid === deployment.metadata.uid,
    ),
  );
  const newest = [...owned]
    .sort(
      (a, b) =>
        compareText(a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? '') ||
        compareText(a.metadata.name ?? '', b.metadata.name ?? ''),
    )
    .find((set) => sameTemplate(set.spec?.template, deployment.spec.template));
  return { all: owned, old: owned.filter((set) => set !== newest), newest };
}

/** Models equalIgnoreHash. */
export function sameTemplate(a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean {
  return deepEqual(withoutHash(a), withoutHash(b));
}

/** The template without the label that names its hash. */
export function withoutHash(template: PodTemplateSpec | undefined): PodTemplateSpec {
  const labels = Object.entries(template?.metadata?.labels ?? {}).filter(([key]) => key !== HASH_LABEL);
  return {
    ...template,
    metadata: { ...template?.metadata, labels: Object.fromEntries(labels) },
  } as PodTemplateSpec;
}

/** The revision an object says it is; 0 when it says none. */
export function revisionOf(object: {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}): number {
  return Number(object.metadata.annotations?.[REVISION] ?? 0);
}
