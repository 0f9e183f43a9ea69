import { describe, expect, it } from 'vitest';
import { playheadOf } from '../playhead.ts';
import { playedRun } from '../testing/real-run.ts';
import { movingView } from './moving.ts';
import { pipelineView } from './pipeline-view.ts';

const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  colour: blue
  containers:
  - {name: nginx, image: 'nginx:1.29'}
`;

const run = playedRun(
  {
    title: 'x',
    cluster: { preset: 'kind-1' },
    files: { 'web.yaml': MANIFEST },
    steps: [{ at: '0s', kubectl: 'create -f web.yaml' }],
  },
  3_000_000,
);

describe('gatesAt', () => {
  it('stops a body that cannot be decoded before mutating admission', () => {
    const send = run.trace
      .all()
      .find(
        (each) =>
          each.kind === 'request.send' && each.data.client === 'kubectl' && each.data.verb === 'create',
      );
    const refused = run.trace
      .all()
      .find(
        (each) =>
          each.kind === 'request.stage' && each.data.stage === 'decoding' && each.data.verdict === 'refused',
      );
    if (send === undefined || refused === undefined) throw new Error('not refused');
    const head = {
      ...playheadOf(run.trace, run.story, { seq: send.seq, fraction: 0, level: 2 }),
      until: refused.seq,
    };
    const input = { ...run, head, lang: 'en', picked: undefined, focusNode: undefined } as const;
    const view = pipelineView(input);
    expect(view.band.gates.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'authn passed',
      'authz passed',
      'mutating idle',
      'validation idle',
      'validating idle',
    ]);
    expect(view.band.gates.map(({ before }) => before)).toEqual([
      undefined,
      undefined,
      'decoding',
      undefined,
      undefined,
    ]);
    expect(movingView(input, view).packets[0]?.refused).toMatchObject({ gate: 2, before: true });
  });

  it('a read is done with the gates that change and check once it is allowed', () => {
    const read = playedRun(
      { title: 'x', cluster: { preset: 'kind-1' }, steps: [{ at: '0s', kubectl: 'get pods' }] },
      3_000_000,
    );
    const all = read.trace.all();
    const send = all.find(({ kind, actor }) => kind === 'request.send' && actor === 'kubectl');
    const allowed = all.find(
      (each) =>
        each.kind === 'request.stage' &&
        each.data.stage === 'authorization' &&
        each.seq > (send?.seq ?? Number.POSITIVE_INFINITY),
    );
    if (send === undefined || allowed === undefined) throw new Error('not read');
    const verdicts = (until: number): readonly string[] => {
      const head = { ...playheadOf(read.trace, read.story, { seq: send.seq, fraction: 0, level: 2 }), until };
      const input = { ...read, head, lang: 'en', picked: undefined, focusNode: undefined } as const;
      return pipelineView(input).band.gates.map(({ verdict }) => verdict);
    };
    expect(verdicts(send.seq)).toEqual(['passing', 'idle', 'idle', 'idle', 'idle']);
    expect(verdicts(allowed.seq)).toEqual(['passed', 'passed', 'skipped', 'skipped', 'skipped']);
  });
});
