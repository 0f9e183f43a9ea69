import type { KubeObject } from '../../../api/object.ts';
import type { Pod } from '../../../api/generated/types.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Client } from '../../machinery/client.ts';
import type { EventRecorder } from '../../machinery/event-recorder.ts';
import type { NodeHost } from '../cri/port/host.ts';
import type { ImageService } from '../cri/port/image.ts';
import type { RuntimeService } from '../cri/port/runtime.ts';
import type { KubeletConfiguration } from './config/configuration.ts';
import { fieldPathOf } from './pod.ts';
import type { Tasks } from './tasks.ts';

/** What every part of one kubelet is given. */
export interface KubeletDeps {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly host: NodeHost;
  readonly nodeName: string;
  readonly config: KubeletConfiguration;
  readonly tasks: Tasks;
  /** `kubelet/<node>`: the actor of its records. */
  readonly actor: string;
}

export type EventType = 'Normal' | 'Warning';

/** Type and reason of an Event. */
export type EventKind = readonly [type: EventType, reason: string];

/** Records an Event about a Pod. */
// oxlint-disable-next-line max-params -- client-go's AnnotatedEventf has one more
export function podEvent(
  deps: KubeletDeps,
  pod: Pod,
  [type, reason]: EventKind,
  message: string,
  annotations?: Readonly<Record<string, string>>,
): void {
  if (annotations === undefined) deps.recorder.event(asPod(pod), type, reason, message);
  else deps.recorder.annotated(asPod(pod), annotations, { type, reason, message });
}

/** Records an Event about one of a Pod's containers; ids of containers in the text become names. */
export function containerEvent(
  deps: KubeletDeps,
  at: { readonly pod: Pod; readonly container: string; readonly id?: string },
  [type, reason]: EventKind,
  message: string,
): void {
  const text = at.id === undefined || at.id === '' ? message : message.replaceAll(at.id, at.container);
  deps.recorder.event(asPod(at.pod), type, reason, text, fieldPathOf(at.pod, at.container));
}

function asPod(pod: Pod): KubeObject {
  return pod.kind === undefined ? { ...(pod as KubeObject), apiVersion: 'v1', kind: 'Pod' } : pod;
}
