import { describe, expect, it } from 'vitest';
import type { Node } from '../../api/generated/types.ts';
import { SECOND } from '../../trace/ids.ts';
import { type Played, play } from './testing/play.ts';

// When the kubelet writes: the Node's status and its Pods'. Seconds.

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  nodeName: worker-1
  containers:
  - {name: a, image: busybox:1.36, command: [sleep, '1000']}
  - {name: b, image: busybox:1.36, command: [sleep, '1000']}
  - {name: c, image: busybox:1.36, command: [sleep, '1000']}
`;

interface Write {
  readonly at: number;
  readonly node: Node;
}

/** Writes of the Node's status that the kubelet made: each bears a new heartbeat. */
function heartbeats(run: Played): Write[] {
  const found: Write[] = [];
  let last = '';
  for (const { kind, at, data } of run.records) {
    if (kind !== 'object.put' || data.resource !== 'nodes' || data.name !== 'worker-1') continue;
    const node = data.object as unknown as Node;
    const beat = node.status?.conditions?.find(({ type }) => type === 'Ready')?.lastHeartbeatTime ?? '';
    if (beat === last) continue;
    last = beat;
    if (at >= 0) found.push({ at: at / SECOND, node });
  }
  return found;
}

describe('the Node’s status', () => {
  it('is written when nothing changed after five minutes, half of that less or more, at the next look', () => {
    const times = heartbeats(play([{ at: '0s', kubectl: 'get nodes' }], '1800s')).map(({ at }) => at);
    expect(times.length).toBeGreaterThan(1800 / 470);
    for (const gap of times.slice(1).map((at, index) => at - (times[index] ?? 0))) {
      expect(gap).toBeGreaterThanOrEqual(150);
      expect(gap).toBeLessThan(450 + 10.4 + 0.1);
    }
  });

  it('is written at the next look, every 10 s and 4 per cent at most, once the kubelet has seen a change', () => {
    const cni = (state: string): object => ({ cni: { node: 'worker-1', state } });
    const run = play(
      [
        { at: '20s', fault: cni('missing-config') as never },
        { at: '60s', fault: cni('ok') as never },
      ],
      '100s',
    );
    const ready = (node: Node): string =>
      node.status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? '';
    const [down, up] = [...heartbeats(run)].filter(({ at }) => at > 20);
    expect(down && ready(down.node)).toBe('False');
    // It looks at its runtime every 5 s.
    expect(down?.at).toBeLessThan(20 + 5 + 10.4 + 0.1);
    expect(up && ready(up.node)).toBe('True');
    expect(up?.at).toBeGreaterThan(60);
    expect(up?.at).toBeLessThan(60 + 5 + 10.4 + 0.1);
  });
});

describe('a Pod’s status', () => {
  it('is written once for what one look at the runtime found, and not when nothing changed', () => {
    const run = play([{ at: '0s', apply: POD }], '200s');
    const shown = run
      .pods('web')
      .map(({ pod }) => (pod.status?.containerStatuses ?? []).filter(({ state }) => state?.running).length);
    // Made, accepted, sandbox up, all three running; resyncs after 60 to 90 s write nothing.
    expect(shown).toEqual([0, 0, 0, 3]);
  });

  it('tells of a container that runs, and then that it is ready, also where two Pods of a node start at once', () => {
    const pod = (name: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: worker-1
  containers:
  - name: app
    image: 127.0.0.1:5000/app:v1
    readinessProbe: {httpGet: {path: /ready, port: 8080}, periodSeconds: 1}
`;
    const run = play([{ at: '0s', apply: `${pod('a')}---\n${pod('b')}` }], '5s');
    const told = (name: string): string[] =>
      run
        .pods(name)
        .flatMap(({ pod: { status } }) => status?.containerStatuses ?? [])
        .map(({ state, ready }) => `${Object.keys(state ?? {}).join()} ${ready}`)
        .filter((line, index, lines) => line !== lines[index - 1]);
    for (const name of ['a', 'b'])
      expect(told(name)).toEqual(['waiting false', 'running false', 'running true']);
  });

  it('that somebody else has written over is put back, at the latest after ten seconds', () => {
    const patch = JSON.stringify({ status: { podIP: '9.9.9.9', podIPs: [{ ip: '9.9.9.9' }] } });
    const run = play(
      [
        { at: '0s', apply: POD },
        { at: '10s', kubectl: `patch pod web --subresource=status -p '${patch}'` },
      ],
      '30s',
    );
    const wrong = run.pods('web').find(({ pod }) => pod.status?.podIP === '9.9.9.9');
    const right = run.pods('web').find(({ at, pod }) => at > 10 && pod.status?.podIP !== '9.9.9.9');
    expect(wrong).toBeDefined();
    expect((right?.at ?? 99) - (wrong?.at ?? 0)).toBeLessThanOrEqual(10.1);
    expect(right?.pod.status?.podIP).toMatch(/^10\.244\./);
  });
});
