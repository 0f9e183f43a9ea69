import { describe, expect, it } from 'vitest';
import type { Lang } from '../../../i18n/lang.ts';
import { playheadOf } from '../playhead.ts';
import { runOf, type TestRun } from '../testing/builder.ts';
import { firstPod, firstPodAndGone } from '../testing/first-pod.ts';
import type { PipelineInput } from './drawing.ts';
import { movingView } from './moving.ts';
import { pipelineView } from './pipeline-view.ts';

const created = runOf(firstPod().records);

function at(run: TestRun, seq: number, fraction = 0, lang: Lang = 'en'): PipelineInput {
  return {
    ...run,
    head: playheadOf(run.trace, run.story, { seq, fraction, level: 2 }),
    lang,
    picked: undefined,
    focusNode: undefined,
  };
}

/** The step whose record passes the test. */
function step(run: TestRun, name: string): number {
  const found = run.story.steps(2).find((seq) => {
    const record = run.trace.at(seq);
    if (record.kind === 'cri.call') return record.data.method === name;
    if (record.kind === 'request.send') return `${record.data.client} ${record.data.verb}` === name;
    return record.kind === name;
  });
  if (found === undefined) throw new Error(name);
  return found;
}

describe('pipelineView', () => {
  it('is the cluster at rest before the first record', () => {
    const view = pipelineView(at(created, -1));
    expect(view.band.words).toBe('9 watches are open. Nothing happens.');
    expect(view.machine?.name).toBe('worker-2');
    expect([view.left?.name, view.right?.name]).toEqual(['worker-1', 'worker-3']);
    expect([...view.edges.values()].every(({ tone }) => tone === 'idle')).toBe(true);
    expect(view.machine?.sandbox).toBeUndefined();
  });

  it('draws the pull with its numbers, the open call, the ghost of the container', () => {
    const pull = step(created, 'PullImage');
    const fraction = (3_412 - 572) / (5_020 - 572);
    const input = at(created, pull, fraction);
    const view = pipelineView(input);
    const numbers = [...view.edges.values()]
      .filter(({ n }) => n !== undefined)
      .map(({ line, n, now }) => `${n} ${line}${now ? ' now' : ''}`);
    expect(numbers.sort()).toEqual([
      '1 kubectl.request',
      '2 scheduler.watch',
      '3 scheduler.request',
      '4 kubelet.watch',
      '5 cni',
      '6 shim',
      '7 kubelet.request',
      '8 data now',
    ]);
    expect(view.kubectl).toEqual({ state: 'acted', detail: 'apply -f nginx.yaml' });
    expect(view.scheduler.detail).toBe('queue empty');
    expect(view.controllers).toEqual({ state: 'idle', detail: 'no loop owns a bare Pod' });
    expect(view.band.words).toBe('last request: PATCH pods/nginx/status from kubelet worker-2');
    expect(view.band.code).toBe(200);
    expect(view.band.gates.map(({ verdict }) => verdict)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
    ]);
    expect(view.edges.get('kubelet.watch')?.label).toBe('ADDED, because nodeName = worker-2');
    expect(view.machine?.kubelet.detail).toBe('in SyncPod');
    expect(view.machine?.sandbox?.containers).toEqual([
      { name: 'nginx', state: 'ghost', stuck: false, lines: ['not created yet', 'needs the image'] },
    ]);
    expect(view.machine?.sandbox?.ip).toBe('10.244.2.17');
    expect(view.machine?.bridge).toEqual({
      name: 'cni0',
      cidr: '10.244.2.1/24',
      released: false,
      off: false,
      state: 'acted',
    });
    expect(view.left?.unreached).toBe(true);
    const moving = movingView(input, view);
    expect(moving.packets).toEqual([
      { place: 'cri', shape: 'chip', label: 'PullImage', role: 'runtime', tone: 'now', along: 0.5 },
    ]);
    expect(moving.open).toBe('open 2.84 s');
    expect(moving.bytes).toBe(true);
    expect(moving.share).toBe('55 %');
  });

  it('lights the gates one after the other while a request is in hand', () => {
    const send = step(created, 'kubectl create');
    const verdicts = [0, 0.3, 0.6, 0.95].map((fraction) =>
      pipelineView(at(created, send, fraction)).band.gates.map(({ verdict, fields }) =>
        fields > 0 ? `+${fields}` : verdict,
      ),
    );
    expect(verdicts).toEqual([
      ['passing', 'idle', 'idle', 'idle', 'idle'],
      ['passed', 'passing', 'idle', 'idle', 'idle'],
      ['passed', 'passed', '+6', 'passing', 'idle'],
      ['passed', 'passed', '+6', 'passed', 'passed'],
    ]);
  });

  it('says in Korean what each does', () => {
    const view = pipelineView(at(created, step(created, 'PullImage'), 0.5, 'ko'));
    expect(view.machine?.kubelet.detail).toBe('SyncPod 중');
    expect(view.machine?.sandbox?.containers[0]?.lines).toEqual(['아직 없다', '이미지를 기다린다']);
    expect(view.band.words).toBe('마지막 요청: kubelet worker-2의 PATCH pods/nginx/status');
  });

  it('shows a container that was signalled, and its end', () => {
    const run = runOf(firstPodAndGone().records);
    const view = pipelineView(at(run, step(run, 'signal')));
    expect(view.machine?.sandbox?.containers[0]).toEqual({
      name: 'nginx',
      state: 'terminating',
      stuck: false,
      lines: ['got SIGTERM', 'PID 1, pid 4187'],
    });
    expect(view.machine?.kubelet.detail).toBe('stops nginx');
    const end = pipelineView(at(run, step(run, 'object.delete')));
    expect(end.machine?.sandbox?.state).toBe('gone');
  });
});
