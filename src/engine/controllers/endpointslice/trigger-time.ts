import type { Pod, Service } from '../../../api/generated/types.ts';
import { podCondition } from '../../../api/pod.ts';

interface State {
  readonly service: string;
  readonly pods: ReadonlyMap<string, string>;
}

/** When the change began that a Service's endpoints are brought up to date for. Models k8s.io/endpointslice TriggerTimeTracker (1.36). */
export class TriggerTimes {
  private readonly states = new Map<string, State>();

  /** The least time among what has changed since the last call, or undefined. Times are RFC 3339 texts, which order as times do. */
  changed(key: string, service: Service, pods: readonly Pod[]): string | undefined {
    const known = this.states.get(key);
    const created = service.metadata.creationTimestamp ?? '';
    const times = new Map<string, string>();
    let least: string | undefined;
    const consider = (time: string, before: string): void => {
      if (time > before && (least === undefined || time < least)) least = time;
    };
    for (const pod of pods) {
      const time = podCondition(pod.status, 'Ready')?.lastTransitionTime;
      if (time === undefined) continue;
      times.set(pod.metadata.name, time);
      consider(time, known?.pods.get(pod.metadata.name) ?? '');
    }
    consider(created, known?.service ?? '');
    this.states.set(key, { service: created, pods: times });
    return known === undefined ? created : least;
  }

  forget(key: string): void {
    this.states.delete(key);
  }
}
