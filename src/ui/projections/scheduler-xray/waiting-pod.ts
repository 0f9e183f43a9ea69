import type { Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { schedulingRecords } from './attempts.ts';

/** The Pod a reader means who asks what the scheduler does: of those still without a node, the one it tried last. */
export function waitingPod(trace: Trace, world: WorldIndex, seq: number): ObjectRef | undefined {
  return schedulingRecords(trace)
    .tried(seq)
    .find(({ namespace, name }) => {
      const pod = world.get('pods', namespace, name, seq) as Pod | undefined;
      return pod !== undefined && (pod.spec.nodeName ?? '') === '';
    });
}
