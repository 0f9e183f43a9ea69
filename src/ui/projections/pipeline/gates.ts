import type { StageName } from '../../../trace/kinds/request.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { roleOf } from '../actors.ts';
import { followed } from '../follow.ts';
import type { RequestFacts } from '../run-facts.ts';
import { lastUpTo } from '../sorted.ts';
import type { StoryIndex } from '../story-index.ts';
import type { Gate, GateId, Verdict } from './view.ts';

const GATES: readonly { readonly id: GateId; readonly stages: readonly StageName[] }[] = [
  { id: 'authn', stages: ['authentication'] },
  { id: 'authz', stages: ['authorization'] },
  { id: 'mutating', stages: ['mutating', 'defaulting'] },
  { id: 'validation', stages: ['validation'] },
  { id: 'validating', stages: ['validating'] },
];

/** The body is decoded on the way to this gate; no gate of its own, for it only shows when it refuses. */
const BEHIND_DECODING: GateId = 'mutating';

/** Requests that only read: nothing is changed, checked or stored, so the gates for that have nothing to do. */
const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
const AUTHORIZED = GATES.findIndex(({ id }) => id === 'authz');

/** A stage's gate, or the place behind the last. */
function orderOf(stage: StageName): number {
  const place = GATES.findIndex(({ stages }) => stages.includes(stage));
  return place === -1 ? GATES.length : place;
}

/** The five gates as a request has met them by `seq`. */
export function gatesAt(request: RequestFacts | undefined, seq: number): readonly Gate[] {
  const known = (request?.stages ?? []).filter(({ seq: at }) => at <= seq);
  const furthest = known
    .filter(({ data }) => data.stage !== 'decoding')
    .reduce((most, { data }) => Math.max(most, orderOf(data.stage)), -1);
  const stored = request?.put !== undefined && request.put.seq <= seq;
  const refused = known.some(({ data }) => data.verdict === 'refused');
  const over = stored || (request?.done !== undefined && request.done.seq <= seq);
  const undecoded = known.some(({ data }) => data.stage === 'decoding' && data.verdict === 'refused');
  let earlier = request !== undefined && request.send.seq <= seq && !over;
  return GATES.map(({ id, stages }, place) => {
    const met = known.filter(({ data }) => stages.includes(data.stage));
    if (undecoded && id === BEHIND_DECODING) return { id, verdict: 'idle', fields: 0, before: 'decoding' };
    if (met.length === 0) {
      // What a request went past without being looked at is skipped; what lies behind a refusal is not reached.
      if (request !== undefined && (place < furthest || (over && !refused)))
        return { id, verdict: 'skipped', fields: 0 };
      const reads = request !== undefined && READS.has(request.send.data.verb) && place > AUTHORIZED;
      if (reads) return { id, verdict: furthest >= AUTHORIZED && !refused ? 'skipped' : 'idle', fields: 0 };
      const passing = earlier && !refused;
      earlier = false;
      return { id, verdict: passing ? 'passing' : 'idle', fields: 0 };
    }
    const fields = met.reduce((sum, { data }) => sum + (data.changes?.length ?? 0), 0);
    return { id, verdict: verdictOf(met.map(({ data }) => data.verdict)), fields };
  });
}

function verdictOf(verdicts: readonly Verdict[]): Verdict {
  for (const verdict of ['refused', 'mutated', 'passed'] as const)
    if (verdicts.includes(verdict)) return verdict;
  return 'skipped';
}

/** The requests that are told, for "the request in hand". */
class ToldRequests {
  private readonly seqs: number[] = [];

  add(record: TraceRecord, story: StoryIndex): void {
    if (record.kind !== 'request.send') return;
    const told = (story.level(record.seq) ?? 3) <= 2;
    if (told && roleOf(record.data.client) !== 'outside') this.seqs.push(record.seq);
  }

  last(seq: number): number | undefined {
    return lastUpTo(this.seqs, seq);
  }
}

/** The sends of told requests of a trace. */
export const toldRequests = followed<ToldRequests, StoryIndex>(() => new ToldRequests());
