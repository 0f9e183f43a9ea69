import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import type { RecordedCall } from '../format.ts';
import { RECORDED_NAMESPACE, seconds } from './common.ts';

const CALLS: ReadonlySet<string> = new Set([
  'RunPodSandbox',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'StopPodSandbox',
  'RemoveContainer',
  'RemovePodSandbox',
]);
/** Those whose answer is told as well. */
const ANSWERED: ReadonlySet<string> = new Set(['RunPodSandbox', 'StartContainer', 'StopContainer']);

/** The kubelets' calls of the container runtime about Pods of the namespace. */
export function recordedCalls(records: readonly TraceRecord[]): RecordedCall[] {
  const open = new Map<number, RecordOf<'cri.call'>>();
  const out: RecordedCall[] = [];
  for (const record of records) {
    if (record.kind === 'cri.call') {
      if (!CALLS.has(record.data.method) || record.data.pod?.namespace !== RECORDED_NAMESPACE) continue;
      open.set(record.seq, record);
      out.push(entry(record, record.at, record.data.method));
    }
    if (record.kind === 'cri.return' && record.data.error === undefined) {
      const call = open.get(record.data.call);
      if (call !== undefined && ANSWERED.has(call.data.method))
        out.push(entry(call, record.at, `${call.data.method}.done`));
    }
  }
  return out;
}

function entry({ data }: RecordOf<'cri.call'>, at: number, call: string): RecordedCall {
  const timeout =
    call === 'StopContainer' && data.timeoutSeconds !== undefined ? { timeout: data.timeoutSeconds } : {};
  return {
    at: seconds(at),
    call,
    pod: data.pod?.name ?? '',
    ...(data.container === undefined ? {} : { container: data.container }),
    ...(data.attempt === undefined ? {} : { attempt: data.attempt }),
    ...timeout,
  };
}
