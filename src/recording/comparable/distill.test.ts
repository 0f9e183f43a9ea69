import { describe, expect, it } from 'vitest';
import type { Recording } from '../format.ts';
import { distill } from './distill.ts';
import { facets, settleOrder } from './facets.ts';
import { distillScheduler } from './scheduler-distill.ts';
import { ROLLOUT_FACETS, ROLLOUT_GOLDEN } from './testing/rollout-golden.ts';
import { ROLLOUT } from './testing/rollout.ts';
import { TIE, TIE_GOLDEN } from './testing/tie.ts';

it('a recording becomes its comparable form', () => {
  const { scenario, ...golden } = distill(ROLLOUT);
  expect(scenario).toEqual(ROLLOUT.scenario);
  expect(golden).toEqual(ROLLOUT_GOLDEN);
});

it('what is chance is folded before comparing', () => {
  expect(facets(distill(ROLLOUT))).toEqual(ROLLOUT_FACETS);
});

it('a scheduler recording becomes its comparable form', () => {
  const { scenario, ...golden } = distillScheduler(TIE);
  expect(scenario).toEqual(TIE.scenario);
  expect(golden).toEqual(TIE_GOLDEN);
});

describe('names', () => {
  const podNamed = (name: string, at: number): Recording['watch'][number] => ({
    at,
    resource: 'pods',
    type: 'ADDED',
    object: { metadata: { name, generateName: 'web-' }, spec: { nodeName: `worker-${at}` }, status: {} },
  });
  const gone = (name: string, at: number): Recording['watch'][number] => ({
    at,
    resource: 'pods',
    type: 'MODIFIED',
    object: { metadata: { name, generateName: 'web-', deletionTimestamp: 'x' }, spec: {}, status: {} },
  });
  const namesOf = (watch: Recording['watch']): string[] => Object.keys(distill({ ...ROLLOUT, watch }).pods);

  it('of Pods made within 0.8 s of each other follow their deletion', () => {
    expect(namesOf([podNamed('web-aaaaa', 1), podNamed('web-bbbbb', 1.8), gone('web-bbbbb', 5)])).toEqual([
      'web-<pod2>',
      'web-<pod1>',
    ]);
  });

  it('of Pods made later do not', () => {
    expect(namesOf([podNamed('web-aaaaa', 1), podNamed('web-bbbbb', 2), gone('web-bbbbb', 5)])).toEqual([
      'web-<pod1>',
      'web-<pod2>',
    ]);
  });

  it('of nodes follow their use, stay, or are all the same', () => {
    const scheduled = (cluster: object): unknown => {
      const command = {
        at: 0,
        argv: ['get', 'nodes'],
        exit: 0,
        stdout: 'worker-1 worker-2 worker-23',
        stderr: '',
      };
      const recording = {
        ...ROLLOUT,
        scenario: { ...ROLLOUT.scenario, cluster },
        watch: [podNamed('web-aaaaa', 2)],
        commands: [command],
      };
      return distill(recording).commands[0]?.stdout[0];
    };
    expect(scheduled({})).toBe('worker-1 worker-1 worker-23');
    expect(scheduled({ pinNodes: true })).toBe('worker-1 worker-2 worker-23');
    expect(scheduled({ anyNode: true })).toBe('<node> <node> <node>');
  });
});

it('only neighbouring lines about random names are put in order', () => {
  const lines = [
    'pod/web-<pod2> created',
    'pod/web-<pod1> created',
    'pod/b created',
    'pod/a created',
    'pod/x-<rand>',
  ];
  expect(settleOrder(lines, (line) => line)).toEqual([
    'pod/web-<pod1> created',
    'pod/web-<pod2> created',
    'pod/b created',
    'pod/a created',
    'pod/x-<rand>',
  ]);
});
