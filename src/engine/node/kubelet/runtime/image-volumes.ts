import type { Pod, Secret } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { ImageManager } from '../images/image-manager.ts';
import type { AnyContainer } from '../pod.ts';
import type { StartFailure } from '../status/container-statuses.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go getImageVolumes and toKubeContainerImageVolumes (1.36).

/** What became of the image of each volume that is one. */
export type ImageVolumes = ReadonlyMap<string, Result<string, StartFailure>>;

/** Pulls the images that are volumes, before any container starts. */
export function* pullImageVolumes(
  images: ImageManager,
  pod: Pod,
  secrets: readonly Secret[],
): Task<ImageVolumes> {
  const found = new Map<string, Result<string, StartFailure>>();
  for (const { name, image } of pod.spec.volumes ?? []) {
    if (image === undefined) continue;
    const policy = image.pullPolicy ?? 'IfNotPresent';
    const wanted = { pod, container: '', image: image.reference ?? '', secrets };
    found.set(name, yield* images.ensure({ ...wanted, policy }));
  }
  return found;
}

/** Ids of the images that the container mounts; the last failure of them fails its start. */
export function imagesOf(
  container: AnyContainer,
  volumes: ImageVolumes,
): Result<ReadonlyMap<string, string>, StartFailure> {
  const images = new Map<string, string>();
  let failure: StartFailure | undefined;
  for (const { name } of container.volumeMounts ?? []) {
    const pulled = volumes.get(name);
    if (pulled === undefined) continue;
    if (pulled.ok) images.set(name, pulled.value);
    else failure = pulled.error;
  }
  return failure === undefined ? ok(images) : err(failure);
}
