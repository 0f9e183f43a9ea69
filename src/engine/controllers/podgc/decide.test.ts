import { expect, it } from 'vitest';
import type { Node, Pod } from '../../../api/generated/types.ts';
import { orphaned, stuckTerminating, terminatedSurplus, unscheduledTerminating } from './decide.ts';

const pod = (
  name: string,
  more: { readonly meta?: object; readonly node?: string; readonly status?: object } = {},
): Pod =>
  ({
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z', ...more.meta },
    spec: { nodeName: more.node ?? 'n' },
    status: { phase: 'Running', ...more.status },
  }) as unknown as Pod;
const deleting = { deletionTimestamp: '2026-01-01T00:00:00Z' };
const names = (garbage: readonly { readonly pod: Pod }[]): string[] =>
  garbage.map(({ pod: { metadata } }) => metadata.name);

it('of ended Pods the newest 12,500 are kept, evicted ones going first', () => {
  const ended = Array.from({ length: 12_501 }, (_, place) =>
    pod(`p${String(place).padStart(5, '0')}`, {
      status: { phase: 'Succeeded', ...(place === 7 ? { reason: 'Evicted' } : {}) },
    }),
  );
  expect(names(terminatedSurplus(ended))).toEqual(['p00007']);
  expect(terminatedSurplus(ended.slice(1))).toEqual([]);
  expect(
    names(
      terminatedSurplus(
        ended
          .filter(({ metadata }) => metadata.name !== 'p00007')
          .concat(pod('z', { status: { phase: 'Failed' } })),
      ),
    ),
  ).toEqual(['p00000']);
});

it('a terminating Pod goes from a node that is out of service and not ready', () => {
  const node = (ready: string): Node =>
    ({
      metadata: { name: 'n' },
      spec: { taints: [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoExecute' }] },
      status: { conditions: [{ type: 'Ready', status: ready }] },
    }) as unknown as Node;
  const pods = [pod('a', { meta: deleting }), pod('b'), pod('c', { meta: deleting, node: 'other' })];
  expect(names(stuckTerminating(pods, [node('Unknown')]))).toEqual(['a']);
  expect(stuckTerminating(pods, [node('True')])).toEqual([]);
});

it('a Pod of a node that is gone, and one deleted before it had one', () => {
  expect(orphaned([pod('a'), pod('b', { node: 'there' })], new Set(['n']))).toEqual([
    { pod: pod('a'), condition: { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' } },
  ]);
  expect(
    names(unscheduledTerminating([pod('a', { meta: deleting, node: '' }), pod('b', { node: '' })])),
  ).toEqual(['a']);
});
