import { describe, expect, it } from 'vitest';
import type { Job, Pod } from '../../../api/generated/types.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { NO_FAILURES, remainingUs, withEnded } from './backoff.ts';
import { endingOf, isComplete, wantedActive } from './decide.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import { judgeFailure, metSuccessPolicy } from './policies.ts';

const SECOND_US = 1_000_000;
const T0 = parseTime('2026-01-01T00:00:00Z') ?? 0;

function failedPod(name: string, code = 1, atS = 0): Pod {
  const terminated = { exitCode: code, finishedAt: formatTime(T0 + atS * SECOND_US) };
  return {
    metadata: { name, namespace: 'default', uid: name, finalizers: ['batch.kubernetes.io/job-tracking'] },
    spec: { containers: [{ name: 'main' }] },
    status: { phase: 'Failed', containerStatuses: [{ name: 'main', state: { terminated } }] },
  } as unknown as Pod;
}

const job = (spec: object, status: object = {}): Job =>
  ({
    metadata: { name: 'task' },
    spec: { template: { spec: { restartPolicy: 'Never' } }, ...spec },
    status,
  }) as unknown as Job;

const NONE = { failed: 0, succeededIndexes: [], failedIndexes: [] };
const ending = (
  of: Job,
  counted: Partial<typeof NONE> & object = {},
  pods: readonly Pod[] = [],
): string | undefined =>
  endingOf({ job: of, pods, settled: new Set() }, { ...NONE, ...counted }, T0 + 60 * SECOND_US)?.reason;

it.each([
  [1, 10],
  [2, 20],
  [3, 40],
  [4, 80],
  [6, 320],
  [7, 600],
  [20, 600],
])('after %i failures in a row the next Pod waits %i s from the last one', (failures, seconds) => {
  expect(remainingUs({ failures, lastFailureAt: T0 }, T0)).toBe(seconds * SECOND_US);
  expect(remainingUs({ failures, lastFailureAt: T0 }, T0 + seconds * SECOND_US)).toBe(0);
});

it('Pods that fail side by side count each, and a success begins anew', () => {
  const two = withEnded(NO_FAILURES, [], [failedPod('a', 1, 5), failedPod('b', 1, 6)]);
  expect(two).toEqual({ failures: 2, lastFailureAt: T0 + 6 * SECOND_US });
  const succeeded = failedPod('c', 0, 7);
  expect(withEnded(two, [succeeded], [])).toEqual(NO_FAILURES);
  expect(withEnded(two, [succeeded], [failedPod('d', 1, 9)]).failures).toBe(1);
});

describe('how many Pods run', () => {
  it.each([
    ['no more than are missing', { parallelism: 5, completions: 3 }, 0, 1, 2],
    ['no more than side by side', { parallelism: 2, completions: 9 }, 0, 1, 2],
    ['a work queue until the first success', { parallelism: 3 }, 3, 0, 3],
    ['a work queue then runs out', { parallelism: 3 }, 2, 1, 2],
  ])('%s', (_, spec, active, succeeded, wanted) => {
    expect(wantedActive(job(spec), active, succeeded)).toBe(wanted);
  });
  it('is complete when all asked for have succeeded and none runs', () => {
    expect(isComplete(job({ completions: 2 }), 0, 2)).toBe(true);
    expect(isComplete(job({ completions: 2 }), 1, 2)).toBe(false);
    expect(isComplete(job({}), 0, 1)).toBe(true);
  });
});

describe('how a Job ends', () => {
  const started = { startTime: formatTime(T0) };
  const onFailure = {
    backoffLimit: 2,
    template: { spec: { restartPolicy: 'OnFailure' } },
  };
  const restarted = (restartCount: number): Pod =>
    ({ status: { phase: 'Running', containerStatuses: [{ restartCount }] } }) as unknown as Pod;
  it.each([
    ['beyond its backoff limit', job({ backoffLimit: 4 }), { failed: 5 }, [], 'BackoffLimitExceeded'],
    ['at its backoff limit', job({ backoffLimit: 4 }), { failed: 4 }, [], undefined],
    ['restarted as often as it may', job(onFailure), {}, [restarted(2)], 'BackoffLimitExceeded'],
    ['restarted less often', job(onFailure), {}, [restarted(1)], undefined],
    ['past its deadline', job({ activeDeadlineSeconds: 60 }, started), {}, [], 'DeadlineExceeded'],
    ['before its deadline', job({ activeDeadlineSeconds: 61 }, started), {}, [], undefined],
  ])('%s', (_, of, counted, pods, reason) => {
    expect(ending(of, counted, pods)).toBe(reason);
  });
  const indexed = (more: object): Job =>
    job({ completionMode: 'Indexed', completions: 4, backoffLimitPerIndex: 1, ...more });
  it.each([
    [
      'more indexes failed than may',
      indexed({ maxFailedIndexes: 1 }),
      [],
      [0, 1],
      'MaxFailedIndexesExceeded',
    ],
    ['all indexes are done and one failed', indexed({}), [0, 1, 2], [3], 'FailedIndexes'],
    ['one failed and one still runs', indexed({}), [0, 1], [3], undefined],
    [
      'its success policy is met',
      indexed({ successPolicy: { rules: [{ succeededIndexes: '0,2-3', succeededCount: 2 }] } }),
      [0, 3],
      [],
      'SuccessPolicy',
    ],
  ])('%s', (_, of, succeededIndexes, failedIndexes, reason) => {
    expect(ending(of, { succeededIndexes, failedIndexes } as never)).toBe(reason);
  });
});

describe('a failed Pod under a policy', () => {
  const rules = [
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
    { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [42] } },
    { action: 'Count', onExitCodes: { operator: 'NotIn', values: [1, 2] } },
  ];
  const of = job({ podFailurePolicy: { rules } });
  it('fails the Job with a message that names the rule', () => {
    expect(judgeFailure(of, failedPod('p', 42))).toEqual({
      message: 'Container main for pod default/p failed with exit code 42 matching FailJob rule at index 1',
      counts: true,
      action: 'FailJob',
    });
  });
  it('is not counted when it was disrupted', () => {
    const pod = failedPod('p', 42);
    const conditions = [{ type: 'DisruptionTarget', status: 'True' }];
    const evicted = { ...pod, status: { ...pod.status, conditions } } as unknown as Pod;
    expect(judgeFailure(of, evicted)).toEqual({ counts: false, action: 'Ignore' });
  });
  it('counts when no rule matches', () => {
    expect(judgeFailure(of, failedPod('p', 1))).toEqual({ counts: true });
  });
});

it.each([
  ['0-2,5', [0, 1, 2, 5]],
  ['0,1', [0, 1]],
  ['', []],
  ['3', [3]],
])('indexes are told as %j', (text, indexes) => {
  expect(formatIndexes(indexes)).toBe(text);
  expect(parseIndexes(text, 10)).toEqual(indexes);
});

it('a rule without a count needs all its indexes', () => {
  const policy = { rules: [{ succeededIndexes: '0-1' }, { succeededCount: 3 }] };
  expect(metSuccessPolicy(policy, 5, [0])).toBeUndefined();
  expect(metSuccessPolicy(policy, 5, [0, 1])).toBe('Matched rules at index 0');
  expect(metSuccessPolicy(policy, 5, [2, 3, 4])).toBe('Matched rules at index 1');
});
