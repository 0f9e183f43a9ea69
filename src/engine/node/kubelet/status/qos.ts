import type { Pod } from '../../../../api/generated/types.ts';
import { type QosClass, computePodQos } from '../../../../api/qos.ts';

const classes = new WeakMap<object, QosClass>();

/** A Pod's QoS class: the one in its status when the API server set it, else computed from its spec. */
export function podQos(pod: Pod): QosClass {
  if (pod.status?.qosClass !== undefined) return pod.status.qosClass;
  let found = classes.get(pod.spec);
  if (found === undefined) {
    found = computePodQos(pod);
    classes.set(pod.spec, found);
  }
  return found;
}
