import type { Pod } from '../../../api/generated/types.ts';
import type { Trace } from '../../../trace/trace.ts';
import { type PodLook, lookAt, podLives, type Run } from './pod-lives.ts';
import type { Race } from './race.ts';
import { type Rules, rulesAt, withdrawnAt } from './senders.ts';

/** What a node's rules do with a Pod: send to it, send to one whose process is gone, or not send. */
export type Sending = 'answered' | 'lost' | 'none';

/** A node's rules and one Pod. */
export interface SceneCell {
  readonly sending: Sending;
  /** Requests that left this node for the Pod within the last second. */
  readonly lately: number;
}

export interface SceneRow {
  readonly node: string;
  /** When its rules had let go of the ending Pod, in virtual µs; undefined while they send to it, and where they never did. */
  readonly changedUs: number | undefined;
  /** In the order of `Scene.others`. */
  readonly others: readonly SceneCell[];
  readonly own: SceneCell;
}

/** A Pod beside the ending one that requests may go to. */
export interface SceneOther {
  readonly name: string;
  /** `kubectl get pods`' STATUS; '' when it is gone. */
  readonly status: string;
}

/** The ending Pod's process at a moment. */
export type ProcessState = 'runs' | 'hook' | 'signalled' | 'ended';

/** The two branches of a deletion at a moment: whose rules still send where, and what has become of the process. Times in virtual µs. */
export interface Scene {
  /** Whether the deletion has been asked for. */
  readonly begun: boolean;
  /** The revision that holds the deletionTimestamp. */
  readonly rev: number;
  readonly startUs: number;
  /** The EndpointSlice no longer offers the Pod; undefined while it does. */
  readonly withdrawnUs: number | undefined;
  /** The Pod's node and when its kubelet was told. */
  readonly kubelet: { readonly node: string; readonly toldUs: number | undefined };
  readonly process: ProcessState;
  readonly others: readonly SceneOther[];
  readonly rows: readonly SceneRow[];
}

/** Requests of so long a time are told as what goes on at the moment. */
const LATELY_US = 1_000_000;

/** The scene of a race at a virtual time. Of the Pods beside the ending one the first `mostOthers` are told. */
export function sceneAt(run: Run, race: Race, us: number, mostOthers: number): Scene | undefined {
  const { trace, world } = run;
  const versions = world.history('pods', race.pod.namespace, race.pod.name)?.versions ?? [];
  const marked = versions.find(({ seq }) => trace.at(seq).at === race.startUs);
  if (marked?.object === undefined) return undefined;
  const pod = marked.object as unknown as Pod;
  const now = rulesAt(trace, world, pod, us);
  const process = processAt(race, us);
  const others = othersOf(run, now, pod, us).slice(0, mostOthers);
  const gone = race.closedUs !== undefined && race.closedUs <= us;
  const lately = latelyAt(trace, us);
  const cell = (node: string, sends: boolean, name: string, answers: boolean): SceneCell => ({
    sending: sends ? (answers ? 'answered' : 'lost') : 'none',
    lately: lately.get(`${node} ${name}`) ?? 0,
  });
  const withdrawn = withdrawnAt(trace, world, pod, race.startUs);
  return {
    begun: race.startUs <= us,
    rev: marked.rev,
    startUs: race.startUs,
    withdrawnUs: withdrawn !== undefined && withdrawn <= us ? withdrawn : undefined,
    kubelet: { node: pod.spec.nodeName ?? '', toldUs: toldAt(run, race, pod, us) },
    process,
    others,
    rows: inOrder(race, now).map(({ node, sendsTo }) => {
      const toUs = race.senders.find((sender) => sender.node === node)?.toUs;
      return {
        node,
        changedUs: toUs !== undefined && toUs <= us ? toUs : undefined,
        others: others.map(({ name, status }) => cell(node, sendsTo.has(name), name, status !== '')),
        own: cell(node, sendsTo.has(pod.metadata.name), pod.metadata.name, !gone),
      };
    }),
  };
}

function processAt({ process: { preStopUs, termUs, exitUs }, startUs }: Race, us: number): ProcessState {
  if (exitUs !== undefined && exitUs <= us) return 'ended';
  if (termUs !== undefined && termUs <= us) return 'signalled';
  return startUs <= us && preStopUs !== undefined ? 'hook' : 'runs';
}

/** The nodes that let go first stand first, as in the lanes below. */
function inOrder({ senders }: Race, rules: readonly Rules[]): readonly Rules[] {
  const place = new Map(senders.map(({ node }, at) => [node, at]));
  const of = ({ node }: Rules): number => place.get(node) ?? senders.length;
  return [...rules].sort((a, b) => of(a) - of(b));
}

/** Pods of the same Services, those first that most nodes send to. */
function othersOf(run: Run, rules: readonly Rules[], pod: Pod, us: number): readonly SceneOther[] {
  const counts = new Map<string, number>();
  for (const { sendsTo } of rules) for (const name of sendsTo) counts.set(name, (counts.get(name) ?? 0) + 1);
  counts.delete(pod.metadata.name);
  const looks = new Map<string, PodLook>();
  for (const life of podLives(run)) {
    const look = life.ref.namespace === pod.metadata.namespace ? lookAt(life, us) : undefined;
    if (look !== undefined) looks.set(life.ref.name, look);
  }
  return [...counts]
    .sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .map(([name]) => ({ name, status: looks.get(name)?.status ?? '' }));
}

/** How many requests went from a node to a Pod within the last moments: by `node pod`. */
function latelyAt(trace: Trace, us: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let seq = trace.countUntil(us - LATELY_US); seq < trace.countUntil(us); seq++) {
    const record = trace.at(seq);
    if (record.kind !== 'traffic' || record.data.backend === undefined) continue;
    const key = `${record.data.node ?? ''} ${record.data.backend.name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** When the kubelet's watch brought it the deletion. */
function toldAt({ trace }: Run, race: Race, pod: Pod, us: number): number | undefined {
  const kubelet = `kubelet/${pod.spec.nodeName ?? ''}`;
  // One that has not heard of it by then is cut off: there is nothing to look for.
  const end = trace.countUntil(Math.min(us, race.startUs + race.graceUs));
  for (let seq = trace.countUntil(race.startUs - 1); seq < end; seq++) {
    const record = trace.at(seq);
    if (
      record.kind === 'watch.deliver' &&
      record.actor === kubelet &&
      record.data.name === race.pod.name &&
      record.data.namespace === race.pod.namespace
    )
      return record.at;
  }
  return undefined;
}

/** What a moment of a race comes to, in words to be. */
export type RaceSaying =
  | { readonly kind: 'lost'; readonly sinceUs: number; readonly nodes: readonly string[] }
  | { readonly kind: 'hook' | 'answers'; readonly nodes: readonly string[] }
  | { readonly kind: 'free' | 'over' };

/** The nodes that still send to the Pod at a virtual time; undefined before its end was asked for: then it is nobody's. */
export function stillSending(
  { startUs, senders }: Pick<Race, 'startUs' | 'senders'>,
  us: number,
): readonly string[] | undefined {
  if (us < startUs) return undefined;
  return senders.filter(({ toUs }) => toUs === undefined || toUs > us).map(({ node }) => node);
}

/** What to say about a race at a virtual time; undefined before it begins. */
export function raceSaying(race: Race, us: number): RaceSaying | undefined {
  const { closedUs, process } = race;
  const nodes = stillSending(race, us);
  if (nodes === undefined) return undefined;
  const closed = closedUs !== undefined && closedUs <= us;
  if (nodes.length === 0) return { kind: closed ? 'over' : 'free' };
  if (closed) return { kind: 'lost', sinceUs: us - closedUs, nodes };
  const hooked = process.preStopUs !== undefined && (process.termUs === undefined || process.termUs > us);
  return { kind: hooked ? 'hook' : 'answers', nodes };
}
