import { describe, expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import type { Json } from '../../base/json.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { Session } from './session.ts';

function play(steps: readonly Json[], until: string): readonly TraceRecord[] {
  const scenario = checkScenario({ title: 'power', steps, until });
  const records: TraceRecord[] = [];
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'a scenario'),
    sink: (record) => records.push(record),
  });
  session.advance({ until: session.end() ?? 0 });
  return records;
}

const pod = (name: string, restartPolicy: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: worker-1
  restartPolicy: ${restartPolicy}
  containers:
  - name: app
    image: busybox:1.36
    command: [sh, -c, 'echo hello; for f in /disk/f /memory/f; do test -f $f && echo $f; touch $f; done; sleep 1000']
    volumeMounts: [{name: disk, mountPath: /disk}, {name: memory, mountPath: /memory}]
  volumes: [{name: disk, emptyDir: {}}, {name: memory, emptyDir: {medium: Memory}}]
${more}`;

const power = (at: string, state: 'down' | 'up'): Json => ({ at, fault: { node: 'worker-1', state } });

interface Shown {
  readonly metadata: { readonly uid: string };
  readonly status: {
    readonly phase: string;
    readonly podIP?: string;
    readonly containerStatuses: readonly {
      readonly restartCount: number;
      readonly state: { readonly running?: object; readonly terminated?: object };
      readonly lastState: { readonly terminated?: object };
    }[];
  };
}

/** The Pod as the API had it last before this second. */
function podAt(records: readonly TraceRecord[], name: string, seconds: number): Shown {
  let found: Shown | undefined;
  for (const { kind, at, data } of records) {
    if (kind !== 'object.put' || data.resource !== 'pods' || data.name !== name) continue;
    if (at < seconds * SECOND) found = data.object as unknown as Shown;
  }
  return present(found, name);
}

const outputsOf = (records: readonly TraceRecord[]): string =>
  records.map((record) => (record.kind === 'command.output' ? record.data.text : '')).join('');

describe('a power cut', () => {
  const records = play(
    [
      { at: '0s', apply: [pod('web', 'Always'), pod('once', 'Never')].join('---\n') },
      power('10s', 'down'),
      power('30s', 'up'),
      { at: '40s', kubectl: 'logs web' },
      { at: '41s', kubectl: 'logs web --previous' },
      {
        at: '42s',
        kubectl: 'get events -A --field-selector reason=Rebooted -o jsonpath={.items[*].message}',
      },
    ],
    '45s',
  );
  const before = podAt(records, 'web', 10);
  const after = podAt(records, 'web', 45);

  it('takes all processes, and nobody writes it down', () => {
    const ran = records.filter(
      ({ kind, at, data }) =>
        kind === 'object.put' && data.resource === 'pods' && at > 10 * SECOND && at < 30 * SECOND,
    );
    expect(ran).toEqual([]);
    const exits = records.filter(({ kind, at }) => kind === 'process.exit' && at === 10 * SECOND);
    const signals = records.filter(({ kind, at }) => kind === 'signal' && at === 10 * SECOND);
    expect([exits.length, signals.length]).toEqual([4, 0]);
  });

  it('is found by containerd at the next boot: exit 255 for a reason unknown', () => {
    expect(after.status.containerStatuses[0]?.lastState.terminated).toMatchObject({
      exitCode: 255,
      reason: 'Unknown',
      finishedAt: '2026-11-30T09:00:42Z',
    });
  });

  it('restarts the same Pod in a new sandbox', () => {
    expect(after.metadata.uid).toBe(before.metadata.uid);
    expect(after.status.containerStatuses[0]).toMatchObject({ restartCount: 1, ready: true });
    expect(after.status.podIP).not.toBe(before.status.podIP);
    const attempts = records.flatMap(({ kind, data }) =>
      kind === 'cri.call' && data.method === 'RunPodSandbox' && data.pod?.name === 'web'
        ? [data.attempt]
        : [],
    );
    expect(attempts).toEqual([0, 1]);
  });

  it('fails a Pod that must not restart', () => {
    expect(podAt(records, 'once', 45).status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ restartCount: 0, state: { terminated: { exitCode: 255, reason: 'Unknown' } } }],
    });
  });

  it('leaves the disk and its logs, and takes what was in memory', () => {
    expect(outputsOf(records)).toContain('hello\n/disk/f\nhello\n');
  });

  it('gives the node another boot id', () => {
    expect(outputsOf(records)).toMatch(/Node worker-1 has been rebooted, boot id: [0-9a-f-]{36}$/);
  });
});

it('a Pod that was being started when the power went starts after the boot', () => {
  const records = play(
    [{ at: '0s', apply: pod('web', 'Always') }, power('900ms', 'down'), power('20s', 'up')],
    '40s',
  );
  expect(podAt(records, 'web', 40).status).toMatchObject({
    phase: 'Running',
    containerStatuses: [{ ready: true, restartCount: 1 }],
  });
});
