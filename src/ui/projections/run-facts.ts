import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import { nodeOf, nodeOfSelector } from './actors.ts';
import { followed } from './follow.ts';
import { shortImage } from './names.ts';
import { countBySeq, countUpTo } from './sorted.ts';

/** A request and all that is known of its way. */
export interface RequestFacts {
  readonly send: RecordOf<'request.send'>;
  readonly stages: RecordOf<'request.stage'>[];
  /** The record of its write. */
  put: RecordOf<'object.put'> | RecordOf<'object.delete'> | undefined;
  done: RecordOf<'request.done'> | undefined;
  back: RecordOf<'request.return'> | undefined;
}

/** A call on a node that stays open until it returns. */
export interface CallFacts {
  readonly call: RecordOf<'cri.call'> | RecordOf<'cni.call'>;
  back: RecordOf<'cri.return'> | RecordOf<'cni.return'> | undefined;
}

export interface WatchFacts {
  readonly open: RecordOf<'watch.open'>;
  /** The node its selector narrows it to. */
  readonly node: string | undefined;
}

/** The bytes of one layer as they came. */
export interface LayerFacts {
  readonly layer: string;
  readonly size: number;
  readonly seqs: number[];
  readonly ats: number[];
  readonly bytes: number[];
}

/** What later records refer to, by what they refer with. Grows with its trace. */
export class RunFacts {
  private readonly requests = new Map<number, RequestFacts>();
  private readonly calls = new Map<number, CallFacts>();
  private readonly watches = new Map<number, WatchFacts>();
  private readonly images = new Map<string, LayerFacts[]>();
  /** CRI calls by node, in order. */
  private readonly callsOn = new Map<string, CallFacts[]>();
  private readonly commands: RecordOf<'input.command'>[] = [];
  private readonly outputs = new Map<number, RecordOf<'command.output'>[]>();
  private readonly spans = new Map<number, RecordOf<'span.end'> | undefined>();
  private readonly watchSeqs: number[] = [];
  private readonly watchCounts: number[] = [];
  private readonly revSeqs: number[] = [];
  private readonly revs: number[] = [];

  add(record: TraceRecord): void {
    switch (record.kind) {
      case 'request.send':
        this.requests.set(record.data.request, {
          send: record,
          stages: [],
          put: undefined,
          done: undefined,
          back: undefined,
        });
        return;
      case 'request.stage':
        this.requests.get(record.data.request)?.stages.push(record);
        return;
      case 'request.done':
        this.change(record.data.request, { done: record });
        return;
      case 'request.return':
        this.change(record.data.request, { back: record });
        return;
      case 'object.put':
      case 'object.delete':
        this.addState(record);
        return;
      case 'watch.open':
        this.watches.set(record.data.watch, {
          open: record,
          node: nodeOfSelector(record.data.selector) ?? nodeOf(record),
        });
        this.countWatch(record.seq, 1);
        return;
      case 'watch.close':
        this.countWatch(record.seq, -1);
        return;
      case 'input.command':
        this.commands.push(record);
        return;
      case 'command.output':
        this.addOutput(record);
        return;
      case 'span.end':
        this.spans.set(record.data.begin, record);
        return;
      default:
        this.addOnNode(record);
    }
  }

  request(id: number | undefined): RequestFacts | undefined {
    return id === undefined ? undefined : this.requests.get(id);
  }

  /** The call made by the record at `seq`. */
  call(seq: number): CallFacts | undefined {
    return this.calls.get(seq);
  }

  watch(id: number): WatchFacts | undefined {
    return this.watches.get(id);
  }

  /** The record that ended the span begun at `seq`. */
  spanEnd(seq: number): RecordOf<'span.end'> | undefined {
    return this.spans.get(seq);
  }

  /** The node that heard or asked: known from the record, or from the watch it came over. */
  nodeOf(record: TraceRecord): string | undefined {
    if (record.kind === 'watch.deliver') return this.watches.get(record.data.watch)?.node ?? nodeOf(record);
    if (record.kind === 'cri.return' || record.kind === 'cni.return')
      return this.calls.get(record.data.call)?.call.data.node;
    return nodeOf(record);
  }

  /** Layers of an image on a node in order of first sight. */
  layers(node: string, image: string): readonly LayerFacts[] {
    return this.images.get(`${node} ${shortImage(image)}`) ?? [];
  }

  /** Calls on a node that are open after `seq`, oldest first. Looks back over the last 64 calls. */
  openCalls(node: string, seq: number): readonly CallFacts[] {
    const calls = this.callsOn.get(node) ?? [];
    const until = countBySeqOfCall(calls, seq);
    const open: CallFacts[] = [];
    for (let i = Math.max(0, until - 64); i < until; i++) {
      const each = calls[i] as CallFacts;
      if (each.back === undefined || each.back.seq > seq) open.push(each);
    }
    return open;
  }

  /** The last command at or before `seq`. */
  command(seq: number): RecordOf<'input.command'> | undefined {
    return this.commands[countBySeq(this.commands, seq) - 1];
  }

  /** How a command was typed. */
  commandOf(command: number): RecordOf<'input.command'> | undefined {
    return this.commands.find(({ data }) => data.index === command);
  }

  /** Everything a command printed. */
  output(command: number): string {
    return (this.outputs.get(command) ?? []).map(({ data }) => data.text).join('');
  }

  /** Open watches after `seq`. */
  openWatches(seq: number): number {
    return this.watchCounts[countUpTo(this.watchSeqs, seq) - 1] ?? 0;
  }

  /** etcd's revision after `seq`. */
  revision(seq: number): number {
    return this.revs[countUpTo(this.revSeqs, seq) - 1] ?? 0;
  }

  private change(id: number, change: Partial<RequestFacts>): void {
    const facts = this.requests.get(id);
    if (facts !== undefined) Object.assign(facts, change);
  }

  private addState(record: RecordOf<'object.put'> | RecordOf<'object.delete'>): void {
    this.revSeqs.push(record.seq);
    this.revs.push(record.data.rev);
    const { request } = record.data;
    if (request !== undefined) this.change(request, { put: record });
  }

  private addOnNode(record: TraceRecord): void {
    if (record.kind === 'cri.call' || record.kind === 'cni.call') {
      const facts: CallFacts = { call: record, back: undefined };
      this.calls.set(record.seq, facts);
      if (record.kind === 'cni.call') return;
      const calls = this.callsOn.get(record.data.node);
      if (calls === undefined) this.callsOn.set(record.data.node, [facts]);
      else calls.push(facts);
    } else if (record.kind === 'cri.return' || record.kind === 'cni.return') {
      const facts = this.calls.get(record.data.call);
      if (facts !== undefined) facts.back = record;
    } else if (record.kind === 'image.layer') this.addLayer(record);
  }

  private addLayer({ seq, at, data }: RecordOf<'image.layer'>): void {
    const key = `${data.node} ${shortImage(data.image)}`;
    let layers = this.images.get(key);
    if (layers === undefined) {
      layers = [];
      this.images.set(key, layers);
    }
    let facts = layers.find(({ layer }) => layer === data.layer);
    if (facts === undefined) {
      facts = { layer: data.layer, size: data.size, seqs: [], ats: [], bytes: [] };
      layers.push(facts);
    }
    facts.seqs.push(seq);
    facts.ats.push(at);
    facts.bytes.push(data.bytes);
  }

  private addOutput(record: RecordOf<'command.output'>): void {
    const chunks = this.outputs.get(record.data.command);
    if (chunks === undefined) this.outputs.set(record.data.command, [record]);
    else chunks.push(record);
  }

  private countWatch(seq: number, by: number): void {
    this.watchCounts.push((this.watchCounts.at(-1) ?? 0) + by);
    this.watchSeqs.push(seq);
  }
}

function countBySeqOfCall(calls: readonly CallFacts[], seq: number): number {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle] as CallFacts).call.seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The facts of a trace, up to its last record. */
export const runFacts = followed(() => new RunFacts());
