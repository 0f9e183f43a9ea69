import type { Pod, Secret } from '../../../../api/generated/types.ts';
import { formatGoDuration } from '../../../../api/duration.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { rpcText } from '../../cri/port/error.ts';
import { type EventKind, type KubeletDeps, containerEvent, podEvent } from '../deps.ts';
import { podUid } from '../pod.ts';
import { BackOff } from '../runtime/back-off.ts';
import type { StartFailure } from '../status/container-statuses.ts';
import { credentialsFor } from './credentials.ts';
import { withDefaultTag } from './image-name.ts';
import type { PullRecords } from './pull-records.ts';
import { ImagePuller } from './puller.ts';

// Models pkg/kubelet/images/image_manager.go (1.36).

export interface ImageWanted {
  readonly pod: Pod;
  /** The container the events are about. */
  readonly container: string;
  readonly image: string;
  readonly policy: 'Always' | 'IfNotPresent' | 'Never';
  readonly secrets: readonly Secret[];
}

const INITIAL_US = 10_000_000;
const MAX_US = 300_000_000;

export class ImageManager {
  private readonly deps: KubeletDeps;
  private readonly puller: ImagePuller;
  private readonly records: PullRecords;
  private readonly backOff = new BackOff(INITIAL_US, MAX_US);
  private readonly lastErrors = new Map<string, string>();

  constructor(deps: KubeletDeps, records: PullRecords) {
    this.deps = deps;
    this.puller = new ImagePuller(deps);
    this.records = records;
  }

  stop(): void {
    this.puller.stop();
  }

  /** Makes sure the image is there, pulling as the policy says; answers its id. Models EnsureImageExists. */
  *ensure(wanted: ImageWanted): Task<Result<string, StartFailure>> {
    const image = withDefaultTag(wanted.image);
    if (!image.ok) {
      const message = `Failed to apply default image tag "${wanted.image}": ${image.error}`;
      this.event(wanted, ['Warning', 'InspectFailed'], message);
      return err({ reason: 'InvalidImageName', message });
    }
    const present = yield* this.present(wanted, image.value);
    if (!present.ok) return present;
    const credentials = credentialsFor(image.value, wanted.secrets);
    if (present.value !== '' && !this.records.mustPull(image.value, present.value, credentials)) {
      const message = `Container image "${wanted.image}" already present on machine and can be accessed by the pod`;
      this.event(wanted, ['Normal', 'Pulled'], message);
      return ok(present.value);
    }
    if (wanted.policy === 'Never') {
      const message = `Container image "${wanted.image}" is present with pull policy of Never but does not have the proper credentials to access the image`;
      this.event(wanted, ['Warning', 'ErrImageNeverPull'], message);
      return err({ reason: 'ErrImageNeverPull', message });
    }
    return yield* this.pull(wanted, image.value, credentials);
  }

  /** The id of an image already there, '' to pull. Models imagePullPrecheck. */
  private *present(wanted: ImageWanted, image: string): Task<Result<string, StartFailure>> {
    if (wanted.policy === 'Always') return ok('');
    const status = yield* this.deps.images.imageStatus(image);
    if (!status.ok) {
      const message = `Failed to inspect image "": ${rpcText(status.error)}`;
      this.event(wanted, ['Warning', 'InspectFailed'], message);
      return err({ reason: 'ImageInspectError', message });
    }
    if (status.value === undefined && wanted.policy === 'Never') {
      const message = `Container image "${wanted.image}" is not present with pull policy of Never`;
      this.event(wanted, ['Warning', 'ErrImageNeverPull'], message);
      return err({ reason: 'ErrImageNeverPull', message });
    }
    return ok(status.value?.id ?? '');
  }

  private *pull(
    wanted: ImageWanted,
    image: string,
    credentials: ReturnType<typeof credentialsFor>,
  ): Task<Result<string, StartFailure>> {
    const { kernel } = this.deps;
    const name = wanted.image;
    const key = `${podUid(wanted.pod)}_${name}`;
    if (this.backOff.isInBackOffSinceUpdate(key, kernel.now())) {
      const message = `Back-off pulling image "${name}"`;
      this.event(wanted, ['Normal', 'BackOff'], message);
      const before = this.lastErrors.get(key);
      return err({
        reason: 'ImagePullBackOff',
        message: before === undefined ? message : `${message}: ${before}`,
      });
    }
    this.event(wanted, ['Normal', 'Pulling'], `Pulling image "${name}"`);
    const began = kernel.now();
    const pulled = yield* this.puller.pull(image, podUid(wanted.pod), credentials);
    if (!pulled.ok) return err(this.failed(wanted, key, pulled.error));
    const { imageRef, used, sizeBytes, tookUs } = pulled.value;
    this.records.pulled(image, imageRef, used);
    const [own, all] = [wholeMillis(tookUs), wholeMillis(kernel.now() - began)];
    const message = `Successfully pulled image "${name}" in ${own} (${all} including waiting). Image size: ${sizeBytes} bytes.`;
    this.event(wanted, ['Normal', 'Pulled'], message);
    this.backOff.collect(kernel.now());
    return ok(imageRef);
  }

  private failed(wanted: ImageWanted, key: string, error: string): StartFailure {
    const { kernel, actor } = this.deps;
    this.event(wanted, ['Warning', 'Failed'], `Failed to pull image "${wanted.image}": ${error}`);
    const delayUs = this.backOff.next(key, kernel.now(), kernel.now());
    const { name, namespace = '' } = wanted.pod.metadata;
    const untilUs = kernel.now() + delayUs;
    kernel.record(actor, 'backoff', {
      pod: { namespace, name },
      container: wanted.container,
      why: 'image',
      delayUs,
      untilUs,
    });
    const failure = pullFailure(wanted.image, error);
    this.lastErrors.set(key, `${failure.reason}: ${failure.message}`);
    return failure;
  }

  private event({ pod, container }: ImageWanted, kind: EventKind, message: string): void {
    // An image that is a volume is no container's: its events are the Pod's.
    if (container === '') podEvent(this.deps, pod, kind, message);
    else containerEvent(this.deps, { pod, container }, kind, message);
  }
}

/** Models evalCRIPullErr. */
function pullFailure(image: string, error: string): StartFailure {
  for (const [code, why] of [
    ['RegistryUnavailable', 'the registry is unavailable'],
    ['SignatureValidationFailed', 'the signature validation failed'],
  ] as const) {
    if (error.startsWith(code)) {
      return {
        reason: code,
        message: `image pull failed for ${image} because ${why}${error.slice(code.length)}`,
      };
    }
  }
  return { reason: 'ErrImagePull', message: error };
}

function wholeMillis(us: number): string {
  return formatGoDuration(Math.floor(us / 1000) * 1000);
}
