import type { SimTime } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { SchedulingAnswer, SchedulingQuestion } from '../trace/scheduling-question.ts';
import { BATCH, type HostReply, type HostRequest, type RunDocument, type RunEnd } from './protocol.ts';

/** What a run tells the page, in order. */
export interface RunListener {
  records(records: readonly TraceRecord[], now: SimTime): void;
  ended(end: RunEnd, now: SimTime): void;
  /** The document was not accepted; nothing was simulated. */
  refused(problems: readonly string[]): void;
  /** A mistake of ours stopped the engine; what was sent stays good. */
  crashed(message: string, stack: string): void;
}

/** The port to a worker, as far as it is used here. */
export interface WorkerPort {
  postMessage(message: HostRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<HostReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface OpenRun {
  readonly document: RunDocument;
  readonly listener: RunListener;
  received: number;
  ended: boolean;
  /** Nobody looks at it: no more is asked for. */
  held: boolean;
  /** A batch was due when it was held: asked for when it is let go on. */
  owed: boolean;
  /** How far to simulate beyond the run's own end; undefined: to that end. Virtual µs. */
  until: SimTime | undefined;
  /** The worker that had it died after its end: it is opened anew when more is wanted. */
  lost: boolean;
  /** How often this run's worker died under it. */
  deaths: number;
}

/** A run that kills its worker twice is given up: it would again. */
const MAX_DEATHS = 2;

/**
 * The page's side of the worker: opens runs, pulls batches one at a time so that the page is never flooded,
 * and restarts a worker that died from the documents it was given.
 */
export class EngineClient {
  private readonly spawn: () => WorkerPort;
  /** Started when something is first asked of it. */
  private worker: WorkerPort | undefined;
  private readonly runs = new Map<number, OpenRun>();
  private nextRun = 1;
  private readonly questions = new Map<number, (answer: SchedulingAnswer | undefined) => void>();
  private nextQuestion = 1;

  constructor(spawn: () => WorkerPort) {
    this.spawn = spawn;
  }

  /** Opens a run; `from` records are known already. Answers its number. */
  open(document: RunDocument, listener: RunListener, from = 0): number {
    const run = this.nextRun++;
    this.runs.set(run, {
      document,
      listener,
      received: from,
      ended: false,
      held: false,
      owed: false,
      until: document.untilUs as SimTime | undefined,
      lost: false,
      deaths: 0,
    });
    this.post({ type: 'open', run, document, from });
    return run;
  }

  /** Leaves a run where it is. */
  hold(run: number): void {
    const open = this.runs.get(run);
    if (open !== undefined) open.held = true;
  }

  /** Lets a run that was held go on. */
  release(run: number): void {
    const open = this.runs.get(run);
    if (open === undefined) return;
    open.held = false;
    if (!open.owed) return;
    open.owed = false;
    this.pull(run, open);
  }

  /** Simulates on to `until`, past the point where the run had come to its end. */
  extend(run: number, until: SimTime): void {
    const open = this.runs.get(run);
    if (open === undefined || until <= (open.until ?? 0)) return;
    open.until = until;
    if (!open.ended) return;
    open.ended = false;
    if (open.lost) {
      open.lost = false;
      this.post({ type: 'open', run, document: open.document, from: open.received });
    } else this.pull(run, open);
  }

  /** Asks about a moment; undefined when the worker could not answer. */
  ask(scheduling: SchedulingQuestion): Promise<SchedulingAnswer | undefined> {
    const query = this.nextQuestion++;
    return new Promise((resolve) => {
      this.questions.set(query, resolve);
      this.post({ type: 'query', query, scheduling });
    });
  }

  dispose(run: number): void {
    if (this.runs.delete(run)) this.post({ type: 'dispose', run });
  }

  /** Ends the worker and all runs. */
  close(): void {
    this.runs.clear();
    this.forgetQuestions();
    this.worker?.terminate();
  }

  private post(message: HostRequest): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): WorkerPort {
    const worker = this.spawn();
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.restart(event.message);
    return worker;
  }

  /** The worker itself died (out of memory, a failed load): a new one takes the open runs up where they were. */
  private restart(message: string): void {
    this.worker?.terminate();
    this.forgetQuestions();
    this.worker = this.start();
    for (const [run, open] of this.runs) {
      open.lost = open.ended;
      if (open.ended) continue;
      if (++open.deaths >= MAX_DEATHS) {
        this.runs.delete(run);
        open.listener.crashed(message, '');
      } else this.post({ type: 'open', run, document: open.document, from: open.received });
    }
  }

  private forgetQuestions(): void {
    for (const resolve of this.questions.values()) resolve(undefined);
    this.questions.clear();
  }

  private answer(query: number, scheduling: SchedulingAnswer | undefined): void {
    this.questions.get(query)?.(scheduling);
    this.questions.delete(query);
  }

  private pull(run: number, open: OpenRun): void {
    if (open.held) {
      open.owed = true;
      return;
    }
    const until = open.until === undefined ? {} : { until: open.until };
    this.post({ type: 'advance', run, records: BATCH, ...until });
  }

  private receive(reply: HostReply): void {
    if (reply.type === 'living') return;
    if (reply.type === 'answer') return this.answer(reply.query, reply.scheduling);
    const open = this.runs.get(reply.run);
    if (open === undefined) return;
    switch (reply.type) {
      case 'opened':
        return this.pull(reply.run, open);
      case 'batch':
        open.received += reply.records.length;
        open.listener.records(reply.records, reply.now);
        if (reply.end === undefined) return this.pull(reply.run, open);
        open.ended = true;
        return open.listener.ended(reply.end, reply.now);
      case 'refused':
        this.runs.delete(reply.run);
        return open.listener.refused(reply.problems);
      case 'crashed':
        open.ended = true;
        return open.listener.crashed(reply.message, reply.stack);
    }
  }
}
