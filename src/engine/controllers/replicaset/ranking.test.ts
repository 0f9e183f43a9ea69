import { expect, it } from 'vitest';
import type { Pod } from '../../../api/generated/types.ts';
import { parseTime } from '../../../api/time.ts';
import { rankForDeletion } from './ranking.ts';

interface Shape {
  readonly node?: string;
  readonly phase?: string;
  readonly readySince?: string;
  readonly cost?: string;
  readonly restarts?: number;
  readonly sidecarRestarts?: number;
  readonly made?: string;
}

const HOUR = '2026-01-01T12:00:00Z';
const NOW_US = parseTime('2026-01-01T13:00:00Z') ?? 0;

function pod(name: string, shape: Shape = {}): Pod {
  const {
    node = 'a',
    phase = 'Running',
    readySince,
    cost,
    restarts = 0,
    sidecarRestarts = 0,
    made = HOUR,
  } = shape;
  return {
    metadata: {
      name,
      uid: name,
      creationTimestamp: made,
      annotations: cost === undefined ? {} : { 'controller.kubernetes.io/pod-deletion-cost': cost },
    },
    spec: { nodeName: node, containers: [], initContainers: [{ name: 'side', restartPolicy: 'Always' }] },
    status: {
      phase,
      conditions:
        readySince === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: readySince }],
      containerStatuses: [{ name: 'web', restartCount: restarts }],
      initContainerStatuses: [{ name: 'side', restartCount: sidecarRestarts }],
    },
  } as unknown as Pod;
}

const ready = (name: string, shape: Shape = {}): Pod => pod(name, { readySince: HOUR, ...shape });
const order = (pods: readonly Pod[], related = pods): string[] =>
  rankForDeletion(pods, related, NOW_US).map(({ metadata }) => metadata.name);

it.each([
  ['without a node', pod('z', { node: '' }), pod('a', { phase: 'Pending' })],
  ['pending', pod('z', { phase: 'Pending' }), pod('a', { phase: 'Unknown' })],
  ['not ready', pod('z'), ready('a')],
  ['of less cost', ready('z', { cost: '-5' }), ready('a')],
  ['younger in readiness', ready('z', { readySince: '2026-01-01T12:59:00Z' }), ready('a')],
  ['restarted more often', ready('z', { restarts: 3 }), ready('a', { restarts: 2, sidecarRestarts: 9 })],
  ['whose sidecar restarted more often', ready('z', { sidecarRestarts: 1 }), ready('a')],
  ['younger', pod('z', { made: '2026-01-01T12:59:50Z' }), pod('a')],
])('%s goes first', (_, first, second) => {
  expect(order([second, first])).toEqual([first.metadata.name, second.metadata.name]);
  expect(order([first, second])).toEqual([first.metadata.name, second.metadata.name]);
});

it('the node with more of its kind gives up one first', () => {
  const pods = [ready('a', { node: 'a' }), ready('b', { node: 'b' })];
  expect(order(pods, [...pods, ready('other', { node: 'b' })])).toEqual(['b', 'a']);
});

it('ages within one power of two are alike, and the UID decides', () => {
  const pods = [
    ready('b', { readySince: '2026-01-01T12:00:00Z' }),
    ready('a', { readySince: '2026-01-01T11:50:00Z' }),
  ];
  expect(order(pods)).toEqual(['a', 'b']);
});

it('a cost that is no plain number counts as none', () => {
  expect(
    order([ready('b', { cost: '+5' }), ready('a', { cost: '007' }), ready('c', { cost: '-1' })])[0],
  ).toBe('c');
});
