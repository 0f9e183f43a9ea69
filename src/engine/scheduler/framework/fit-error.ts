import type { NodeStatuses } from './node-statuses.ts';

/** What FitError is told of an attempt that found no node. */
export interface Diagnosis {
  readonly statuses: NodeStatuses;
  /** Set when PreFilter refused the Pod as a whole. */
  readonly preFilterMessage?: string;
  readonly postFilterMessage?: string;
}

/** `0/3 nodes are available: …`. Models pkg/scheduler/framework/types.go FitError.Error (1.36). */
export function fitErrorMessage(
  nodes: number,
  { statuses, preFilterMessage, postFilterMessage }: Diagnosis,
): string {
  let text = `0/${nodes} nodes are available:`;
  if (preFilterMessage !== undefined && preFilterMessage !== '') text += ` ${preFilterMessage}.`;
  else {
    const histogram = reasonHistogram(nodes, statuses);
    if (histogram.length > 0) text += ` ${histogram.join(', ')}.`;
  }
  return postFilterMessage === undefined || postFilterMessage === '' ? text : `${text} ${postFilterMessage}`;
}

/** `<count> <reason>`, in the order of their text. */
function reasonHistogram(nodes: number, statuses: NodeStatuses): string[] {
  const counts = new Map<string, number>();
  const count = (reasons: readonly string[], times: number): void => {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + times);
  };
  for (const { reasons } of statuses.explicit.values()) count(reasons, 1);
  const absent = nodes - statuses.explicit.size;
  if (absent > 0) count(statuses.absent.reasons, absent);
  return [...counts].map(([reason, times]) => `${times} ${reason}`).sort();
}

const NOTE_LENGTH_LIMIT = 1024;

/** An Event's note holds 1024 bytes. Models schedule_one.go truncateMessage. */
export function truncateMessage(message: string): string {
  return message.length <= NOTE_LENGTH_LIMIT ? message : `${message.slice(0, NOTE_LENGTH_LIMIT - 4)} ...`;
}
