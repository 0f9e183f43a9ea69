import { describe, expect, it } from 'vitest';
import type { Event, Pod } from '../api/generated/types.ts';
import { diagnose, diagnoseRestart } from './diagnose.ts';

function pod(status: object, spec: object = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', uid: 'u' },
    spec: {
      containers: [{ name: 'app', image: 'nginx:1.25' }],
      restartPolicy: 'Always',
      nodeName: 'worker-1',
      ...spec,
    },
    status,
  } as unknown as Pod;
}

const event = (reason: string, message: string): Event => ({ reason, message }) as unknown as Event;
const waiting = (reason: string, message = ''): object => ({
  phase: 'Pending',
  containerStatuses: [
    { name: 'app', image: 'nginx:1.25', restartCount: 0, state: { waiting: { reason, message } } },
  ],
});
const crashed = (reason: string, exitCode: number): object => ({
  phase: 'Running',
  containerStatuses: [
    {
      name: 'app',
      image: 'nginx:1.25',
      restartCount: 3,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: { terminated: { reason, exitCode } },
    },
  ],
});

describe('diagnose', () => {
  it.each([
    [
      'a missing tag',
      pod(waiting('ImagePullBackOff')),
      [event('Failed', 'Failed to pull image "nginx:1.99": rpc error: code = NotFound desc = … not found')],
      'tag-missing',
    ],
    [
      'a private repository',
      pod(waiting('ErrImagePull')),
      [event('Failed', 'Failed to pull image "x": pull access denied, repository does not exist')],
      'repository-denied',
    ],
    [
      'a missing ConfigMap',
      pod(waiting('CreateContainerConfigError', 'configmap "settings" not found')),
      [],
      'config-missing',
    ],
    ['memory', pod(crashed('OOMKilled', 137)), [], 'out-of-memory'],
    ['an error of the program', pod(crashed('Error', 3)), [], 'program-failed'],
    [
      'a liveness probe, not the signal it sends',
      pod(crashed('Error', 137)),
      [
        event('Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 500'),
        event('Killing', 'Container app failed liveness probe, will be restarted'),
      ],
      'liveness-failed',
    ],
    [
      'a volume',
      pod({ phase: 'Pending' }),
      [event('FailedMount', 'MountVolume.SetUp failed for volume "cfg" : configmap "cfg" not found')],
      'volume-missing',
    ],
  ] as const)('finds %s', (_, subject, events, cause) => {
    expect(diagnose({ pod: subject, events })?.cause).toBe(cause);
  });

  it('reads the scheduler’s condition, and names the next command', () => {
    const message = '0/3 nodes are available: 3 Insufficient cpu.';
    const verdict = diagnose({
      pod: pod(
        {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
        },
        { nodeName: undefined },
      ),
      events: [],
    });
    expect(verdict).toMatchObject({ stage: 'scheduling', cause: 'unschedulable', about: message });
    expect(verdict?.next[0]).toBe('kubectl describe pod web');
  });

  it('says nothing of a Pod that is well', () => {
    const well = {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [
        { name: 'app', image: 'nginx', restartCount: 0, ready: true, state: { running: {} } },
      ],
    };
    expect(diagnose({ pod: pod(well), events: [] })).toBeUndefined();
  });
});

describe('diagnoseRestart', () => {
  const again = (restartCount: number): Pod =>
    pod({
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [
        {
          name: 'app',
          image: 'nginx:1.25',
          restartCount,
          ready: true,
          state: { running: {} },
          ...(restartCount === 0
            ? {}
            : { lastState: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }),
        },
      ],
    });

  it('a Pod that is well again has the cause of its last end', () => {
    expect(diagnose({ pod: again(2), events: [] })).toBeUndefined();
    expect(diagnoseRestart({ pod: again(2), events: [] })).toMatchObject({
      cause: 'out-of-memory',
      about: 'app',
      evidence: [{ where: 'containerStatuses[app].lastState.terminated', says: 'OOMKilled (137)' }],
    });
  });

  it('a Pod that never ended has none', () => {
    expect(diagnoseRestart({ pod: again(0), events: [] })).toBeUndefined();
  });
});

describe('an init container', () => {
  const withInit = (exitCode: number, restartPolicy?: string): Pod =>
    pod(
      {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'True' }],
        initContainerStatuses: [
          { name: 'migrate', restartCount: 0, state: { terminated: { reason: 'Completed', exitCode } } },
        ],
      },
      { initContainers: [{ name: 'migrate', image: 'x', ...(restartPolicy && { restartPolicy }) }] },
    );

  it('that ended with 0 is done; a sidecar that did is not', () => {
    expect(diagnose({ pod: withInit(0), events: [] })).toBeUndefined();
    expect(diagnose({ pod: withInit(0, 'Always'), events: [] })?.cause).toBe('program-ended');
    expect(diagnose({ pod: withInit(1), events: [] })?.cause).toBe('program-failed');
  });

  it('has the last line of its log as evidence', () => {
    const logs = (): string => 'connecting\nfatal: DB_URL is not set\n\n';
    expect(diagnose({ pod: withInit(1), events: [], logs })?.evidence.at(-1)).toEqual({
      where: 'logs migrate',
      says: 'fatal: DB_URL is not set',
    });
  });
});
