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
});
