import { expect, it } from 'vitest';
import type { Version } from '../../../trace/world.ts';
import { conditionRows } from './conditions.ts';

const version = (seq: number, ready: string | undefined, reason?: string): Version =>
  ({
    seq,
    rev: seq,
    object: {
      status: {
        conditions: [
          { type: 'PodScheduled', status: 'True' },
          ...(ready === undefined ? [] : [{ type: 'Ready', status: ready, reason, message: 'why' }]),
        ],
      },
    },
  }) as unknown as Version;

it('says since when a condition has its value, and which are still to come', () => {
  const versions = [
    version(1, undefined),
    version(2, 'False'),
    version(3, 'True'),
    version(5, 'False', 'ContainersNotReady'),
    version(8, 'False', 'ContainersNotReady'),
  ];
  expect(
    conditionRows('pods', versions).map(({ type, status, sinceSeq }) => [type, status, sinceSeq]),
  ).toEqual([
    ['PodScheduled', 'True', 1],
    ['PodReadyToStartContainers', undefined, undefined],
    ['Initialized', undefined, undefined],
    ['ContainersReady', undefined, undefined],
    ['Ready', 'False', 5],
  ]);
  expect(
    conditionRows('nodes', versions).map(({ type, reason, message }) => [type, reason, message]),
  ).toEqual([
    ['PodScheduled', '', ''],
    ['Ready', 'ContainersNotReady', 'why'],
  ]);
  const gone = [...versions, { seq: 9, rev: 9, object: undefined } as unknown as Version];
  expect(conditionRows('pods', gone).at(-1)?.sinceSeq).toBe(5);
});
