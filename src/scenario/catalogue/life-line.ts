import type { TraceRecord } from '../../trace/record.ts';

/**
 * How a Pod stands: pending, waiting on an error, running, Ready, down between restarts, succeeded, failed,
 * terminating, gone.
 */
export type LifeState = 'p' | 'x' | 'r' | 'R' | 'c' | 's' | 'f' | 't' | 'g';

/** A stretch of a life and its share of the run, in percent. */
export interface LifePart {
  readonly state: LifeState;
  readonly share: number;
}

/** Changes shorter than this share of a run cannot be drawn. Percent. */
const LEAST_SHARE = 2;

interface PodLike {
  readonly metadata: { readonly deletionTimestamp?: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly ContainerLike[];
    readonly initContainerStatuses?: readonly ContainerLike[];
  };
}
interface ContainerLike {
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly terminated?: { readonly exitCode: number };
  };
}

const HARMLESS: ReadonlySet<string | undefined> = new Set([
  undefined,
  'ContainerCreating',
  'PodInitializing',
  'CrashLoopBackOff',
]);

function stateOf(pod: PodLike): LifeState {
  const { phase, conditions = [], containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  const all = [...initContainerStatuses, ...containerStatuses];
  if (phase === 'Failed') return 'f';
  if (phase === 'Succeeded') return 's';
  if (pod.metadata.deletionTimestamp !== undefined) return 't';
  if (conditions.some(({ type, status }) => type === 'Ready' && status === 'True')) return 'R';
  if (all.some(({ state }) => state?.waiting !== undefined && !HARMLESS.has(state.waiting.reason)))
    return 'x';
  const down = ({ state }: ContainerLike): boolean =>
    state?.waiting?.reason === 'CrashLoopBackOff' || (state?.terminated?.exitCode ?? 0) !== 0;
  if (all.some(down)) return 'c';
  if (containerStatuses.length > 0 && containerStatuses.every(({ state }) => state?.terminated !== undefined))
    return 's';
  return phase === 'Running' ? 'r' : 'p';
}

/** The life of the run's first Pod from the first step to the end, as far as it can be drawn. Empty: there was none. */
export function lifeLine(records: readonly TraceRecord[], endUs: number): LifePart[] {
  let subject: string | undefined;
  const changes: { at: number; state: LifeState }[] = [];
  for (const record of records) {
    if (record.kind !== 'object.put' && record.kind !== 'object.delete') continue;
    const { resource, namespace, name, object } = record.data;
    if (record.at < 0 || resource !== 'pods' || namespace !== 'default') continue;
    subject ??= name;
    if (name !== subject) continue;
    const state = record.kind === 'object.delete' ? 'g' : stateOf(object as unknown as PodLike);
    if (changes.at(-1)?.state !== state) changes.push({ at: record.at, state });
  }
  const parts: { state: LifeState; share: number }[] = [];
  changes.forEach(({ at, state }, place) => {
    const until = Math.min(endUs, changes[place + 1]?.at ?? endUs);
    const share = ((until - at) / endUs) * 100;
    const last = parts.at(-1);
    if (last?.state === state) last.share += share;
    else if (share >= LEAST_SHARE || last === undefined) parts.push({ state, share });
    else last.share += share;
  });
  return parts.map(({ state, share }) => ({ state, share: Math.round(share) }));
}

/** `p12 R88` */
export const lifeText = (parts: readonly LifePart[]): string =>
  parts.map(({ state, share }) => `${state}${share}`).join(' ');

/** The reverse of `lifeText`. */
export const readLife = (text: string): LifePart[] =>
  text === ''
    ? []
    : text.split(' ').map((part) => ({ state: part.charAt(0) as LifeState, share: Number(part.slice(1)) }));
