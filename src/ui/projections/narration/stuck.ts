import type { ContainerStatus, Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { podCondition } from '../../../api/pod.ts';
import { durationWords } from '../../../i18n/format.ts';
import { type Stuck, stuckOf } from '../stuck.ts';
import { shortImage } from '../names.ts';
import { podAt, type Said, type Telling, verbatim } from './moment.ts';

/** The cause before the symptom, and when it is tried again; undefined while the Pod gets on. */
export function stuckSaid(telling: Telling, ref: ObjectRef): Said | undefined {
  const pod = podAt(telling, ref);
  const stuck = pod === undefined ? undefined : stuckOf(telling, pod);
  if (pod === undefined || stuck === undefined) return undefined;
  const detail = detailOf(telling, stuck, pod);
  return {
    sentence: causeSaid(telling, stuck, pod),
    stopped: true,
    ...(detail === undefined ? {} : { detail }),
  };
}

function causeSaid({ t }: Telling, { place, reason, container = '' }: Stuck, pod: Pod): Said['sentence'] {
  const name = pod.metadata.name ?? '';
  switch (place) {
    case 'scheduler':
      return t.rich('stuck.unschedulable', { pod: name });
    case 'image': {
      const image =
        [...(pod.spec.initContainers ?? []), ...pod.spec.containers].find((each) => each.name === container)
          ?.image ?? '';
      return t.rich('stuck.image', { image: shortImage(image) });
    }
    case 'sandbox':
      return t.rich('stuck.sandbox', { pod: name });
    case 'volume':
      return t.rich('stuck.mount', { pod: name });
    case 'container': {
      const ended = lastEnd(pod, container);
      if (ended === undefined)
        return reason.startsWith('Create')
          ? t.rich('stuck.config', { container, reason })
          : t.rich('stuck.start', { container });
      if (ended.reason === 'OOMKilled') return t.rich('stuck.oom', { container });
      return t.rich('stuck.exit', { container, code: ended.exitCode });
    }
  }
}

const statusOf = (pod: Pod, container: string): ContainerStatus | undefined =>
  [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])].find(
    ({ name }) => name === container,
  );

function lastEnd(
  pod: Pod,
  container: string,
): { readonly reason?: string; readonly exitCode: number } | undefined {
  const status = statusOf(pod, container);
  return status?.state?.terminated ?? status?.lastState?.terminated;
}

function detailOf({ t, lang, timeUs }: Telling, stuck: Stuck, pod: Pod): Said['detail'] {
  const { untilUs, container = '', place } = stuck;
  if (untilUs !== undefined && untilUs > timeUs) {
    const left = durationWords(untilUs - timeUs, lang);
    const n = statusOf(pod, container)?.restartCount ?? 0;
    return n > 0 ? t.rich('stuck.next', { n, left }) : t.rich('stuck.retry', { left });
  }
  const message =
    place === 'scheduler'
      ? podCondition(pod.status, 'PodScheduled')?.message
      : statusOf(pod, container)?.state?.waiting?.message;
  return message === undefined ? undefined : verbatim(message);
}
