import type { Browser, CDPSession, Page } from '@playwright/test';

/** What was asked of the main thread while something went on. */
export interface Measured {
  /** Tasks of the main thread, longest first, in ms of its own CPU time; the wall's time beside it. */
  readonly longest: readonly { readonly cpuMs: number; readonly wallMs: number; readonly what: string }[];
  /** Scripting of each frame in ms of CPU time, ascending. */
  readonly frames: readonly number[];
  readonly seconds: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly tts?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** What the developer tools count as scripting. */
const SCRIPTING: ReadonlySet<string> = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
  'V8.HandleInterrupts',
  'v8.compile',
  'v8.deserializeOnBackground',
  'v8.run',
  'HandlePostMessage',
]);
/** Work of the engine that script asks for; its time is not scripting. */
const RENDERING: ReadonlySet<string> = new Set([
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
  'HitTest',
  'ParseHTML',
  'IntersectionObserverController::computeIntersections',
]);

/** Runs `act` under the browser's own tracing and reads from it what the page's main thread did. */
export async function measured(browser: Browser, page: Page, act: () => Promise<void>): Promise<Measured> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
  });
  const begun = performance.now();
  await act();
  const seconds = (performance.now() - begun) / 1_000;
  const buffer = await browser.stopTracing();
  const { traceEvents } = JSON.parse(buffer.toString()) as { traceEvents: TraceEvent[] };
  return { ...digest(mainThread(traceEvents)), seconds };
}

/** The events of the thread that ran the page: the renderer's main thread that worked most. */
function mainThread(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const work = new Map<string, number>();
  for (const { name, pid, tid, args } of events)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') work.set(`${pid}/${tid}`, 0);
  for (const { name, pid, tid, dur = 0 } of events) {
    const key = `${pid}/${tid}`;
    if (isTask(name) && work.has(key)) work.set(key, (work.get(key) ?? 0) + dur);
  }
  const [busiest] = [...work].sort((a, b) => b[1] - a[1])[0] ?? [''];
  return events
    .filter(({ pid, tid }) => `${pid}/${tid}` === busiest)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
}

const isTask = (name: string): boolean => name === 'RunTask';

/** An event that lasts, with what lies inside it. */
interface Open {
  readonly event: TraceEvent;
  readonly end: number;
  /** CPU time of what lies directly inside. */
  inside: number;
  readonly script: boolean;
}

function digest(events: readonly TraceEvent[]): Omit<Measured, 'seconds'> {
  const tasks: { cpuMs: number; wallMs: number; what: string }[] = [];
  const frames: number[] = [];
  let scripting = 0;
  let what = '';
  let most = 0;
  const stack: Open[] = [];
  const close = (open: Open): void => {
    const { event } = open;
    const own = (event.tdur ?? event.dur ?? 0) - open.inside;
    if (open.script) scripting += own;
    if (own > most && !isTask(event.name)) {
      most = own;
      what = event.args?.data?.type ?? event.name;
    }
    if (isTask(event.name) && stack.every((outer) => !isTask(outer.event.name))) {
      tasks.push({ cpuMs: (event.tdur ?? 0) / 1_000, wallMs: (event.dur ?? 0) / 1_000, what });
      most = 0;
      what = '';
    }
  };
  for (const event of events) {
    while (stack.length > 0 && (stack.at(-1) as Open).end <= event.ts) close(stack.pop() as Open);
    if (event.name === 'BeginCommitCompositorFrame') {
      frames.push(scripting / 1_000);
      scripting = 0;
    }
    if (event.ph !== 'X' || event.dur === undefined) continue;
    const outer = stack.at(-1);
    if (outer !== undefined) outer.inside += event.tdur ?? event.dur;
    const script = SCRIPTING.has(event.name) || (outer?.script === true && !RENDERING.has(event.name));
    stack.push({ event, end: event.ts + event.dur, inside: 0, script });
  }
  while (stack.length > 0) close(stack.pop() as Open);
  return {
    longest: tasks.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, 3),
    frames: frames.slice(1).sort((a, b) => a - b),
  };
}

/** The part of ascending numbers below which a share of them lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** MB that are in use on the page's heap after everything that can go has gone. */
export async function heapMb(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

/** What a page holds on to. */
export interface Held {
  readonly mb: number;
  /** Nodes of the document, and those that have left it and are still held. */
  readonly elements: number;
  readonly listeners: number;
}

/** What is held after everything that can go has gone. */
export async function held(client: CDPSession): Promise<Held> {
  const mb = await heapMb(client);
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  return { mb, elements: nodes, listeners: jsEventListeners };
}

/** Which functions the time went to while `act` ran: self time in ms, most first. For reading, so build without minifying. */
export async function profiled(
  client: CDPSession,
  act: () => Promise<void>,
): Promise<readonly { readonly where: string; readonly ms: number }[]> {
  await client.send('Profiler.enable');
  await client.send('Profiler.setSamplingInterval', { interval: 500 });
  await client.send('Profiler.start');
  await act();
  const { profile } = await client.send('Profiler.stop');
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const spent = new Map<string, number>();
  for (const [place, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id);
    if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(program)')
      continue;
    const file = frame.url.split('/').at(-1) ?? '';
    const where = `${frame.functionName || '(anonymous)'} ${file}:${frame.lineNumber + 1}`;
    spent.set(where, (spent.get(where) ?? 0) + (profile.timeDeltas?.[place] ?? 0) / 1_000);
  }
  return [...spent].map(([where, ms]) => ({ where, ms })).sort((a, b) => b.ms - a.ms);
}
