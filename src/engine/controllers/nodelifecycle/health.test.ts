import { describe, expect, it } from 'vitest';
import type { Lease, Node } from '../../../api/generated/types.ts';
import { isSilent, observed, silentConditions, taintRate, zoneState } from './health.ts';
import { noExecuteKey, noScheduleTaints, withNoExecute } from './taints.ts';

const NOW = '2026-01-01T00:00:00Z';
const SECOND_US = 1_000_000;

const node = (conditions: Readonly<Record<string, string>>, spec: object = {}): Node =>
  ({
    metadata: { name: 'n', creationTimestamp: NOW },
    spec,
    status: {
      conditions: Object.entries(conditions).map(([type, status]) => ({
        type,
        status,
        lastHeartbeatTime: NOW,
      })),
    },
  }) as unknown as Node;
const lease = (renewTime: string): Lease => ({ spec: { renewTime } }) as unknown as Lease;

describe('silence', () => {
  it('is 50 s without a renewed lease, and 60 s for a node that has never spoken', () => {
    const first = observed(undefined, node({ Ready: 'True' }), lease('a'), 0);
    const second = observed(first, node({ Ready: 'True' }), lease('a'), 5 * SECOND_US);
    expect(second.probeAt).toBe(0);
    expect(isSilent(second, 50 * SECOND_US)).toBe(false);
    expect(isSilent(second, 50 * SECOND_US + 1)).toBe(true);
    expect(observed(second, node({ Ready: 'True' }), lease('b'), 9 * SECOND_US).probeAt).toBe(9 * SECOND_US);
    const never = observed(undefined, node({}), undefined, 0);
    expect(isSilent(never, 60 * SECOND_US)).toBe(false);
    expect(isSilent(never, 60 * SECOND_US + 1)).toBe(true);
  });
  it('makes four conditions Unknown, those that never were with a reason of their own', () => {
    const changed = silentConditions(node({ Ready: 'True', NetworkUnavailable: 'False' }), NOW) ?? [];
    expect(changed.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['Ready', 'Unknown', 'NodeStatusUnknown'],
      ['NetworkUnavailable', 'False', undefined],
      ['MemoryPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['DiskPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['PIDPressure', 'Unknown', 'NodeStatusNeverUpdated'],
    ]);
    const silent = {
      Ready: 'Unknown',
      MemoryPressure: 'Unknown',
      DiskPressure: 'Unknown',
      PIDPressure: 'Unknown',
    };
    expect(silentConditions(node(silent), NOW)).toBeUndefined();
  });
});

it.each([
  [0, 1, 'FullDisruption'],
  [0, 0, 'Normal'],
  [1, 2, 'Normal'],
  [2, 3, 'PartialDisruption'],
  [3, 3, 'Normal'],
  [1, 3, 'PartialDisruption'],
])('a zone of %i ready and %i not is in %s', (ready, notReady, state) => {
  expect(zoneState(ready, notReady)).toBe(state);
});

it('nodes are tainted one in ten seconds; in a partial disruption one in a hundred, and none in a small zone', () => {
  expect([taintRate('Normal', 3), taintRate('FullDisruption', 3)]).toEqual([0.1, 0.1]);
  expect([taintRate('PartialDisruption', 51), taintRate('PartialDisruption', 50)]).toEqual([0.01, 0]);
});

describe('taints', () => {
  const added = (key: string, effect = 'NoSchedule'): object => ({
    key: `node.kubernetes.io/${key}`,
    effect,
    timeAdded: NOW,
  });
  it.each([
    [{ Ready: 'False' }, {}, [added('not-ready')]],
    [{ Ready: 'Unknown' }, {}, [added('unreachable')]],
    [
      {
        Ready: 'True',
        MemoryPressure: 'True',
        DiskPressure: 'True',
        PIDPressure: 'True',
        NetworkUnavailable: 'True',
      },
      {},
      [added('memory-pressure'), added('disk-pressure'), added('network-unavailable'), added('pid-pressure')],
    ],
    [{ Ready: 'True' }, { unschedulable: true }, [added('unschedulable')]],
    [{ Ready: 'True' }, {}, undefined],
    [{ Ready: 'True' }, { taints: [added('not-ready')] }, []],
  ])('case %#', (conditions, spec, taints) => {
    expect(noScheduleTaints(node(conditions, spec), NOW)).toEqual(taints);
  });
  it('a user’s taint stays', () => {
    const own = { key: 'dedicated', effect: 'NoSchedule' };
    expect(noScheduleTaints(node({ Ready: 'False' }, { taints: [own] }), NOW)).toEqual([
      own,
      added('not-ready'),
    ]);
  });
  it('NoExecute follows readiness, one key for the other at once', () => {
    expect([
      noExecuteKey(node({ Ready: 'True' })),
      noExecuteKey(node({ Ready: 'False' })),
      noExecuteKey(node({ Ready: 'Unknown' })),
    ]).toEqual([undefined, 'node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);
    const tainted = node({}, { taints: [added('not-ready', 'NoExecute')] });
    expect(withNoExecute(tainted, 'node.kubernetes.io/unreachable', NOW)).toEqual([
      added('unreachable', 'NoExecute'),
    ]);
    expect(withNoExecute(tainted, 'node.kubernetes.io/not-ready', NOW)).toBeUndefined();
    expect(withNoExecute(tainted, undefined, NOW)).toEqual([]);
  });
});
