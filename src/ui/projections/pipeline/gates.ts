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
  { id: 'mutating', stages: ['decoding', 'mutating', 'defaulting'] },
  { id: 'validation', stages: ['validation'] },
  { id: 'validating', stages: ['validating'] },
];

/** The five gates as a request has met them by `seq`. */
export function gatesAt(request: RequestFacts | undefined, seq: number): readonly Gate[] {
  let earlier = request !== undefined && request.send.seq <= seq;
  const open = request !== undefined && (request.done === undefined || request.done.seq > seq);
  return GATES.map(({ id, stages }) => {
    const met = (request?.stages ?? []).filter(({ seq: at, data }) => at <= seq && stages.includes(data.stage));
    if (met.length === 0) {
      const passing = earlier && open;
      earlier = false;
      return { id, verdict: passing ? 'passing' : 'idle', fields: 0 };
    }
    const fields = met.reduce((sum, { data }) => sum + (data.changes?.length ?? 0), 0);
    return { id, verdict: verdictOf(met.map(({ data }) => data.verdict)), fields };
  });
}

function verdictOf(verdicts: readonly Verdict[]): Verdict {
  for (const verdict of ['refused', 'mutated', 'passed'] as const) if (verdicts.includes(verdict)) return verdict;
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
