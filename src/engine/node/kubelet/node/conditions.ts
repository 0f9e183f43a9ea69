import type { NodeCondition } from '../../../../api/generated/types.ts';

// Models pkg/kubelet/nodestatus/setters.go (1.36).

export interface NodeHealth {
  readonly memoryPressure: boolean;
  readonly diskPressure: boolean;
  readonly pidPressure: boolean;
  /** Why the node is not ready, in order; empty when it is. */
  readonly errors: readonly string[];
}

interface ConditionText {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

function pressure(on: boolean, what: 'Memory' | 'Disk' | 'PID'): ConditionText {
  if (what === 'Disk') {
    return on
      ? { status: 'True', reason: 'KubeletHasDiskPressure', message: 'kubelet has disk pressure' }
      : { status: 'False', reason: 'KubeletHasNoDiskPressure', message: 'kubelet has no disk pressure' };
  }
  const noun = what === 'Memory' ? 'memory' : 'PID';
  return on
    ? {
        status: 'True',
        reason: `KubeletHasInsufficient${what}`,
        message: `kubelet has insufficient ${noun} available`,
      }
    : {
        status: 'False',
        reason: `KubeletHasSufficient${what}`,
        message: `kubelet has sufficient ${noun} available`,
      };
}

function ready(errors: readonly string[]): ConditionText {
  if (errors.length === 0)
    return { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' };
  const message = errors.length === 1 ? (errors[0] as string) : `[${errors.join(', ')}]`;
  return { status: 'False', reason: 'KubeletNotReady', message };
}

/** The node's conditions now, and the Events of those whose status changed. `time` is RFC 3339. */
export function nodeConditions(
  before: readonly NodeCondition[],
  health: NodeHealth,
  time: string,
): { conditions: NodeCondition[]; events: string[] } {
  const wanted: readonly (readonly [string, ConditionText])[] = [
    ['MemoryPressure', pressure(health.memoryPressure, 'Memory')],
    ['DiskPressure', pressure(health.diskPressure, 'Disk')],
    ['PIDPressure', pressure(health.pidPressure, 'PID')],
    ['Ready', ready(health.errors)],
  ];
  const events: string[] = [];
  const conditions = wanted.map(([type, text]): NodeCondition => {
    const old = before.find((condition) => condition.type === type);
    const same = old?.status === text.status;
    if (!same) events.push(eventReason(type, text));
    return {
      type,
      status: text.status,
      lastHeartbeatTime: time,
      lastTransitionTime: same ? (old.lastTransitionTime ?? time) : time,
      reason: text.reason,
      message: text.message,
    };
  });
  const others = before.filter(({ type }) => !wanted.some(([own]) => own === type));
  return { conditions: [...others, ...conditions], events };
}

function eventReason(type: string, { status, reason }: ConditionText): string {
  if (type === 'Ready') return status === 'True' ? 'NodeReady' : 'NodeNotReady';
  return reason.replace('KubeletHas', 'NodeHas');
}
