import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { controllerOf } from '../../../api/owner.ts';
import { versionAt, type WorldIndex } from '../../../trace/world.ts';

/** What keeps a Pod: a Deployment behind its ReplicaSet, by the template hash in its name. Undefined: nothing does. */
export function workloadOf(pod: Pod): { readonly key: string; readonly name: string } | undefined {
  const owner = controllerOf(pod.metadata);
  if (owner === undefined) return undefined;
  const hash = pod.metadata.labels?.['pod-template-hash'];
  const name =
    owner.kind === 'ReplicaSet' && hash !== undefined ? owner.name.replace(`-${hash}`, '') : owner.name;
  return { key: `${pod.metadata.namespace ?? ''}/${owner.kind}/${name}`, name };
}

/**
 * A Pod to look at in the place of one that is gone at `seq`: of the same workload and not being deleted, the first made
 * since that one was to go, or else the last made. Undefined: there is none, or nothing keeps it.
 */
export function successorOf(world: WorldIndex, seq: number, gone: ObjectRef): Pod | undefined {
  const history = world.history('pods', gone.namespace, gone.name);
  const until = (history?.versions ?? []).filter((version) => version.seq <= seq);
  const last = until.at(-2)?.object as Pod | undefined;
  const key = last === undefined ? undefined : workloadOf(last)?.key;
  if (key === undefined) return undefined;
  const { uid } = last?.metadata ?? {};
  const asked = until.find(
    ({ object }) => object?.metadata?.uid === uid && object?.metadata?.deletionTimestamp !== undefined,
  );
  const since = (asked ?? until.at(-1))?.seq ?? 0;
  const alive = world.histories('pods').flatMap((history) => {
    const pod = versionAt(history.versions, seq)?.object as Pod | undefined;
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return [];
    return workloadOf(pod)?.key === key ? [{ pod, born: history.versions[0]?.seq ?? 0 }] : [];
  });
  return (alive.find(({ born }) => born > since) ?? alive.at(-1))?.pod;
}
