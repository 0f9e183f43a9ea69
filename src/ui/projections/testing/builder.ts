import type { KubeObject } from '../../../api/object.ts';
import { MILLISECOND, type Seq, type SimTime } from '../../../trace/ids.ts';
import type { RecordKind, RecordKinds, TraceRecord } from '../../../trace/record.ts';
import { Trace } from '../../../trace/trace.ts';
import { WorldIndex } from '../../../trace/world.ts';
import { StoryIndex } from '../story-index.ts';

/** What projections read of a run. */
export interface TestRun {
  readonly trace: Trace;
  readonly world: WorldIndex;
  readonly story: StoryIndex;
}

/** Indexes records as a branch does. */
export function runOf(records: readonly TraceRecord[]): TestRun {
  const run = { trace: new Trace(), world: new WorldIndex(), story: new StoryIndex() };
  for (const record of records) {
    run.trace.append(record);
    run.world.add(record);
    run.story.add(record);
  }
  return run;
}

/** A request to write down: who, what, and how long before now it was sent. */
export interface WrittenRequest {
  readonly client: string;
  readonly user: string;
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly name: string;
  readonly code?: number;
  readonly refusedAt?: {
    readonly stage: 'authorization' | 'mutating' | 'validation' | 'validating';
    readonly message: string;
  };
  readonly mutations?: number;
  readonly object?: KubeObject;
}

/** Writes a trace by hand: records in order of time, each with its cause. */
export class TraceWriter {
  readonly records: TraceRecord[] = [];
  private ms = 0;
  private requests = 1;
  private watches = 1;
  private rev = 1170;
  private readonly last = new Map<string, Seq>();

  at(ms: number): this {
    this.ms = ms;
    return this;
  }

  put<K extends RecordKind>(actor: string, kind: K, data: RecordKinds[K], cause?: Seq): Seq {
    const seq = this.records.length as Seq;
    const at = Math.round(this.ms * MILLISECOND) as SimTime;
    this.records.push({ seq, at, turn: seq, actor, cause, kind, data } as TraceRecord);
    return seq;
  }

  watch(client: string, resource: string, selector?: string): number {
    const watch = this.watches++;
    this.put('kube-apiserver', 'watch.open', {
      watch,
      client,
      resource,
      namespace: '',
      ...(selector === undefined ? {} : { selector }),
    });
    return watch;
  }

  /** A version of an object in etcd. */
  store(resource: string, object: KubeObject, cause?: Seq, request?: number): Seq {
    const { namespace = '', name = '' } = object.metadata ?? {};
    const key = `${resource}/${namespace}/${name}`;
    const prevSeq = this.last.get(key);
    const seq = this.put(
      'etcd',
      'object.put',
      {
        resource,
        namespace,
        name,
        rev: ++this.rev,
        object,
        ...(prevSeq === undefined ? {} : { prevSeq }),
        ...(request === undefined ? {} : { request }),
      },
      cause,
    );
    this.last.set(key, seq);
    return seq;
  }

  erase(resource: string, object: KubeObject, cause?: Seq): Seq {
    const { namespace = '', name = '' } = object.metadata ?? {};
    return this.put('etcd', 'object.delete', { resource, namespace, name, rev: ++this.rev, object }, cause);
  }

  deliver(
    [watch, client]: readonly [number, string],
    type: 'ADDED' | 'MODIFIED' | 'DELETED',
    [resource, namespace, name]: readonly [string, string, string],
    cause: Seq,
  ): Seq {
    return this.put(
      client,
      'watch.deliver',
      { watch, client, resource, type, namespace, name, rev: this.rev },
      cause,
    );
  }

  /** A whole request with its stages, 0.3 ms each; answers the write's record, or the answer's. */
  request(wanted: WrittenRequest, cause: Seq): Seq {
    const request = this.requests++;
    const { client, user, verb, resource, subresource, name } = wanted;
    const sent = this.put(
      client,
      'request.send',
      {
        request,
        client,
        user,
        verb,
        resource,
        namespace: 'default',
        name,
        ...(subresource === undefined ? {} : { subresource }),
      },
      cause,
    );
    const stages = [
      'authentication',
      'authorization',
      'mutating',
      'validation',
      'validating',
      'storage',
    ] as const;
    let before = sent;
    let code = wanted.code ?? 200;
    for (const stage of stages) {
      this.ms += 0.3;
      const refused = wanted.refusedAt?.stage === stage;
      const mutated = stage === 'mutating' && (wanted.mutations ?? 0) > 0;
      const changes = mutated
        ? Array.from({ length: wanted.mutations ?? 0 }, (_, n) => ({ path: `spec.field${n}`, after: n }))
        : undefined;
      if (stage === 'storage' && wanted.object !== undefined)
        before = this.store(resource, wanted.object, before, request);
      before = this.put(
        'kube-apiserver',
        'request.stage',
        {
          request,
          stage,
          verdict: refused ? 'refused' : mutated ? 'mutated' : 'passed',
          ...(refused ? { note: wanted.refusedAt?.message ?? '' } : {}),
          ...(changes === undefined ? {} : { changes }),
        },
        before,
      );
      if (refused) {
        code = 403;
        break;
      }
    }
    const message = wanted.refusedAt?.message;
    const done = this.put(
      'kube-apiserver',
      'request.done',
      { request, code, ...(message === undefined ? {} : { message, reason: 'Forbidden' }) },
      before,
    );
    this.ms += 0.4;
    this.put(client, 'request.return', { request, code }, done);
    const stored = this.records.findLast(
      (record) => record.kind === 'object.put' && record.data.request === request,
    );
    return stored?.seq ?? done;
  }
}
