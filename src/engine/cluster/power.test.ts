import { describe, expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import type { Pod } from '../../api/generated/types.ts';
import type { Json } from '../../base/json.ts';
import { SECOND } from '../../trace/ids.ts';
import { type Played, play } from './testing/play.ts';

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

/** The Pod as the API had it last before this second. */
function podAt(run: Played, name: string, seconds: number): Pod {
  return present(
    run
      .pods(name)
      .filter(({ at }) => at < seconds)
      .at(-1),
    name,
  ).pod;
}

describe('a power cut', () => {
  const run = play(
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
  const { records } = run;
  const before = podAt(run, 'web', 10);
  const after = podAt(run, 'web', 45);

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
    expect(after.status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
      exitCode: 255,
      reason: 'Unknown',
      finishedAt: '2026-11-30T09:00:42Z',
    });
  });

  it('restarts the same Pod in a new sandbox', () => {
    expect(after.metadata.uid).toBe(before.metadata.uid);
    expect(after.status?.containerStatuses?.[0]).toMatchObject({ restartCount: 1, ready: true });
    expect(after.status?.podIP).not.toBe(before.status?.podIP);
    expect(run.calls('web', 'RunPodSandbox')).toHaveLength(2);
  });

  it('fails a Pod that must not restart', () => {
    expect(podAt(run, 'once', 45).status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ restartCount: 0, state: { terminated: { exitCode: 255, reason: 'Unknown' } } }],
    });
  });

  it('leaves the disk and its logs, and takes what was in memory', () => {
    expect(run.output).toContain('hello\n/disk/f\nhello\n');
  });

  it('gives the node another boot id', () => {
    expect(run.output).toMatch(/Node worker-1 has been rebooted, boot id: [0-9a-f-]{36}$/);
  });
});

it('a Pod that was being started when the power went starts after the boot', () => {
  const run = play(
    [{ at: '0s', apply: pod('web', 'Always') }, power('900ms', 'down'), power('20s', 'up')],
    '40s',
  );
  expect(podAt(run, 'web', 40).status).toMatchObject({
    phase: 'Running',
    containerStatuses: [{ ready: true, restartCount: 1 }],
  });
});

describe('systemctl poweroff', () => {
  const obeys = pod('web', 'Never').replace(
    /'echo hello.*'/,
    `'trap "echo bye; exit 0" TERM; while true; do sleep 1; done'`,
  );
  const deaf = pod('deaf', 'Always').replace(/\[sh, -c, .*\]/, "[sleep, '1000']");
  const run = play(
    [
      { at: '0s', apply: [obeys, deaf].join('---\n') },
      { at: '10s', run: 'ssh worker-1 systemctl poweroff' },
    ],
    '120s',
  );

  it('asks what runs to end, and kills what takes no notice after 90 s', () => {
    const [web] = run.processes('web', 'process.exit');
    expect(web?.what).toBe('0');
    expect(web?.at).toBeLessThan(12);
    const [killed, ...more] = run.processes('deaf', 'process.exit');
    expect(more).toEqual([]);
    expect(killed?.what).toBe('137');
    expect(Math.round(killed?.at ?? 0)).toBe(100);
  });
});
