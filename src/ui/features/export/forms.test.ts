import { expect, it } from 'vitest';
import type { TraceRecord } from '../../../trace/record.ts';
import { mermaidOf } from './mermaid.ts';
import { reportHtml } from './report.ts';
import { traceEvents } from './trace-events.ts';

const record = (seq: number, at: number, actor: string, kind: string, data: object): TraceRecord =>
  ({ seq, at, actor, kind, data, turn: seq, cause: undefined }) as unknown as TraceRecord;
const RUN = [
  record(0, 0, 'kubectl', 'request.send', {
    verb: 'create',
    resource: 'pods',
    name: 'web; x',
    client: 'kubectl',
  }),
  record(1, 5, 'etcd', 'object.put', { resource: 'pods', name: 'web', rev: 7 }),
  record(2, 10, 'kubelet/worker-1', 'span.begin', { track: 'kubelet/worker-1', name: 'SyncPod' }),
  record(3, 12, 'kubelet/worker-1', 'cri.call', { method: 'RunPodSandbox', node: 'worker-1' }),
  record(4, 30, 'kubelet/worker-1', 'span.end', { begin: 2, outcome: 'ok' }),
  record(5, 31, 'etcd', 'watch.deliver', {
    type: 'ADDED',
    resource: 'pods',
    name: 'web',
    client: 'kube-scheduler',
  }),
];

it('spans are complete events in the lane of their component on its machine', () => {
  const { traceEvents: events } = traceEvents(RUN);
  const sync = events.find(({ name }) => name === 'SyncPod');
  expect(sync).toMatchObject({ ph: 'X', ts: 10, dur: 20, args: { outcome: 'ok' } });
  const machine = events.find(({ ph, args }) => ph === 'M' && (args as { name: string }).name === 'worker-1');
  expect(sync?.pid).toBe(machine?.pid);
  expect(events.filter(({ ph }) => ph === 'i')).toHaveLength(4);
  expect(() => JSON.stringify(events)).not.toThrow();
});

it('a call lasts until it returns, whatever else runs beside it', () => {
  const { traceEvents: events } = traceEvents([
    ...RUN,
    record(6, 50, 'kubelet/worker-1', 'cri.return', { call: 3 }),
  ]);
  const call = events.filter(({ name, ph }) => name === 'RunPodSandbox' && ph !== 'i');
  expect(call).toMatchObject([
    { ph: 'b', ts: 12, id: 3 },
    { ph: 'e', ts: 50, id: 3 },
  ]);
});

it('a sequence diagram names every participant once and breaks at no text of the run', () => {
  const text = mermaidOf(RUN);
  expect(text).toContain('sequenceDiagram\n  participant kubectl as kubectl\n');
  expect(text).toContain('  kubectl->>kube_apiserver: +0.000s create pods/web  x');
  expect(text).toContain('  kube_apiserver-->>kube_scheduler: +0.000s ADDED pods/web');
  expect(text.match(/participant kube_apiserver /g)).toHaveLength(1);
  expect(mermaidOf(Array.from({ length: 300 }, () => RUN[0] as TraceRecord))).toContain('%% 100 more');
});

it('a page to print holds no markup of the run', () => {
  const html = reportHtml({
    lang: 'en',
    title: '<b>x</b>',
    note: 'n',
    rows: [['+0 s', 'kubectl', '<script>']],
  });
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;b&gt;x');
});
