import { expect, test } from 'vitest';
import type { Pod } from '../../../../api/generated/types.ts';
import { parseTime } from '../../../../api/time.ts';
import { podRow } from './table.ts';

const NOW = parseTime('2026-01-01T00:10:00Z') ?? 0;

function pod(spec: object, status: object, metadata: object = {}): Pod {
  const meta = { name: 'web', creationTimestamp: '2026-01-01T00:00:00Z', ...metadata };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta,
    spec: { containers: [{ name: 'web' }], ...spec },
    status,
  } as unknown as Pod;
}

const shown = (p: Pod) => podRow(p, NOW).slice(1, 5);

test('a sidecar counts for READY, a plain init container does not', () => {
  const spec = { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }, { name: 'init' }] };
  const proxy = { name: 'proxy', started: true, ready: true, restartCount: 0, state: { running: {} } };
  const init = { name: 'init', restartCount: 0, state: { running: {} } };
  expect(shown(pod(spec, { phase: 'Pending', initContainerStatuses: [proxy, init] }))).toEqual([
    '1/2',
    'Init:1/2',
    '0',
    '10m',
  ]);
});

test('restarts say when the last run ended, once there is one', () => {
  const status = {
    phase: 'Running',
    containerStatuses: [
      {
        name: 'web',
        ready: false,
        restartCount: 3,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated: { exitCode: 1, finishedAt: '2026-01-01T00:09:48Z' } },
      },
    ],
  };
  expect(shown(pod({}, status))).toEqual(['0/1', 'CrashLoopBackOff', '3 (12s ago)', '10m']);
});

test('an init container that failed names its exit', () => {
  const failed = (terminated: object) =>
    shown(
      pod(
        { initContainers: [{ name: 'i' }] },
        { phase: 'Pending', initContainerStatuses: [{ name: 'i', restartCount: 1, state: { terminated } }] },
      ),
    )[1];
  expect(failed({ exitCode: 1, reason: 'Error' })).toBe('Init:Error');
  expect(failed({ exitCode: 3 })).toBe('Init:ExitCode:3');
  expect(failed({ exitCode: 137, signal: 9 })).toBe('Init:Signal:9');
});

test('the first listed container has the last word, a finished Pod under deletion keeps its reason', () => {
  const done = {
    name: 'a',
    ready: false,
    restartCount: 0,
    state: { terminated: { exitCode: 0, reason: 'Completed' } },
  };
  const running = { name: 'b', ready: true, restartCount: 0, state: { running: {} } };
  const two = { containers: [{ name: 'a' }, { name: 'b' }] };
  expect(shown(pod(two, { phase: 'Running', containerStatuses: [done, running] }))[1]).toBe('NotReady');
  const deleting = { deletionTimestamp: '2026-01-01T00:10:10Z' };
  expect(shown(pod({}, { phase: 'Succeeded', containerStatuses: [done] }, deleting))[1]).toBe('Completed');
  expect(shown(pod({}, { phase: 'Running' }, deleting))[1]).toBe('Terminating');
  expect(shown(pod({}, { phase: 'Running', reason: 'NodeLost' }, deleting))[1]).toBe('Unknown');
});

test('gates, evictions and unset fields of the wide form', () => {
  const gated = {
    phase: 'Pending',
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
  };
  expect(shown(pod({}, gated))[1]).toBe('SchedulingGated');
  expect(podRow(pod({}, { phase: 'Failed', reason: 'Evicted' }), NOW)).toEqual([
    'web',
    '0/1',
    'Evicted',
    '0',
    '10m',
    '<none>',
    '<none>',
    '<none>',
    '<none>',
  ]);
});
