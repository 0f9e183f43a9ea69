import type { Pod, PodSpec } from '../../../../api/generated/types.ts';
import type { Draft } from '../../../../base/brand.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

/** A Pod's spec while it is being admitted. */
export type PodSpecDraft = Draft<PodSpec>;

/** A Pod while it is being admitted: `spec` may hold anything validation has not refused yet. */
export interface PodDraft {
  metadata: Draft<Pod['metadata']>;
  spec: PodSpecDraft;
}

/** The annotation that marks a static Pod's mirror. */
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

export function isMirrorPod(pod: {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}): boolean {
  return pod.metadata.annotations?.[MIRROR_ANNOTATION] !== undefined;
}

/** Whether the request creates a Pod. */
export function createsPod({ operation }: AdmissionAttributes, rc: RequestContext): boolean {
  return operation === 'CREATE' && rc.resourceName === 'pods' && rc.subresource === '';
}

/** The Pod under admission. */
export function podOf({ object }: AdmissionAttributes): PodDraft {
  const pod = object as unknown as PodDraft;
  pod.spec ??= {} as PodSpecDraft;
  pod.spec.containers ??= [];
  return pod;
}

/** The Pod's spec to write into, not below: one that an update left untouched is the stored one, and frozen. */
export function ownSpecOf(attributes: AdmissionAttributes): PodSpecDraft {
  const pod = podOf(attributes);
  if (Object.isFrozen(pod.spec)) pod.spec = { ...pod.spec };
  return pod.spec;
}

/** One of a Pod's containers. */
export type ContainerDraft = PodSpecDraft['containers'][number];

/** Init containers, then the others. */
export function containersOf(spec: PodSpecDraft): readonly ContainerDraft[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

/** Puts in each container's place what `next` makes of it: the others first, then init containers. */
export function replaceContainers(
  spec: PodSpecDraft,
  next: (container: ContainerDraft, init: boolean) => ContainerDraft,
): void {
  spec.containers = spec.containers.map((container) => next(container, false));
  if (spec.initContainers !== undefined)
    spec.initContainers = spec.initContainers.map((container) => next(container, true));
}
