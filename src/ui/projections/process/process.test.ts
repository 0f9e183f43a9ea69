import { describe, expect, it } from 'vitest';
import type { PipelineInput } from '../pipeline/drawing.ts';
import { playheadOf } from '../playhead.ts';
import type { TestRun } from '../testing/builder.ts';
import { playedRun } from '../testing/real-run.ts';
import { capabilityWord, jsonLines } from './files.ts';
import { processView, type ProcessView } from './process-view.ts';

const SECOND = 1_000_000;

const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  terminationGracePeriodSeconds: 6
  containers:
  - name: app
    image: shop/api:1
    command: [/app]
    resources:
      requests: {cpu: 250m, memory: 32Mi}
      limits: {cpu: 500m, memory: 64Mi}
    lifecycle: {preStop: {exec: {command: [sleep, "2"]}}}
    readinessProbe: {httpGet: {path: /healthz, port: 8080}, periodSeconds: 1, failureThreshold: 2}
  - name: crash
    image: busybox:1.36
    command: [sh, -c, 'sleep 2; exit 1']
  - name: plain
    image: team/unknown:3
`;

const RUN = playedRun(
  {
    title: 'x',
    cluster: { preset: 'kind-1' },
    images: {
      'shop/api:1': {
        ports: [8080],
        memory: '48Mi',
        ignoresSigterm: true,
        http: { '/healthz': { failsAfter: '10s' } },
      },
    },
    files: { 'web.yaml': MANIFEST },
    steps: [
      { at: '0s', kubectl: 'apply -f web.yaml' },
      { at: '50s', kubectl: 'delete pod web' },
    ],
  },
  80 * SECOND,
);

/** The container at the last record before this second. */
function at(seconds: number, container: string, run: TestRun = RUN): ProcessView {
  const until = run.trace.countUntil(seconds * SECOND) - 1;
  const head = { ...playheadOf(run.trace, run.story, { seq: until, fraction: 0, level: 3 }), until };
  const input: PipelineInput = { ...run, head, lang: 'en', picked: undefined, focusNode: undefined };
  const view = processView(input, container);
  if (view === undefined) throw new Error('no view');
  return view;
}

describe('a container as a process', () => {
  it('shows what runc was told, with namespaces joined through pause', () => {
    const view = at(30, 'app');
    const pause = view.siblings[0]?.pid;
    const marked = view.files.config
      .filter(({ mark }) => mark !== undefined)
      .map(({ text, mark }) => `${mark} ${text.trim()}`);
    expect(marked).toEqual([
      'own {"type": "pid"},',
      'own {"type": "mount"},',
      'own {"type": "cgroup"},',
      `join {"type": "ipc", "path": "/proc/${pause}/ns/ipc"},`,
      `join {"type": "uts", "path": "/proc/${pause}/ns/uts"},`,
      `net {"type": "network", "path": "/proc/${pause}/ns/net"}`,
    ]);
    const words = view.origins.map(
      ({ value, words: runs }) => `${value}: ${runs.map(({ text }) => text).join('')}`,
    );
    expect(words.slice(0, 4)).toEqual([
      `${pause}: pid of pause. A path means: join, do not create.`,
      '256: 250m × 1024 / 1000. The kernel reads it as cpu.weight 35.',
      '50000: limit 500m of a 100 ms period.',
      '67108864: limit 64Mi in bytes.',
    ]);
    expect(view.files.cni.some(({ text }) => text.includes('"address"'))).toBe(true);
  });

  it('shows the cgroup and the process as the kernel has them', () => {
    const { files, memory, limitBytes } = at(30, 'app');
    const text = files.cgroup.map((line) => line.text);
    expect(text).toContain('50000 100000');
    expect(text).toContain('67108864');
    expect(memory.at(-1)?.bytes).toBe(48 * 1024 * 1024);
    expect(limitBytes).toBe(64 * 1024 * 1024);
    expect(files.proc.map((line) => line.text)).toContain('CapEff:\t00000000a80425fb');
  });

  it('counts probes against their thresholds', () => {
    const [strip] = at(30, 'app').probes;
    expect(strip?.every).toBe('every 1 s; 2 in a row fail, 1 succeed');
    expect(strip?.asks).toBe('GET :8080/healthz');
    expect(strip?.attempts.find(({ result }) => result === 'success')?.run).toBe(1);
    expect(strip?.attempts.at(-1)).toMatchObject({
      result: 'failure',
      output: 'HTTP probe failed with statuscode: 500',
      threshold: 2,
    });
  });

  it('climbs the ladder of back-offs', () => {
    expect(at(45, 'crash').backOffs.map(({ delayUs }) => delayUs / SECOND)).toEqual([10, 20]);
    expect(at(45, 'app').backOffs).toEqual([]);
  });

  it('runs the grace period down with the hook inside it', () => {
    const begun = at(51, 'app').stop;
    expect(begun?.hook?.toUs).toBeUndefined();
    expect(Math.round(((begun?.killUs ?? 0) - (begun?.fromUs ?? 0)) / SECOND)).toBe(6);
    const signalled = at(54, 'app').stop;
    expect(signalled?.signal?.name).toBe('SIGTERM');
    expect(Math.round(((signalled?.hook?.toUs ?? 0) - (signalled?.hook?.fromUs ?? 0)) / SECOND)).toBe(2);
    const over = at(59, 'app').stop;
    expect(Math.round(((over?.endedUs ?? 0) - (over?.fromUs ?? 0)) / SECOND)).toBe(6);
    expect(at(30, 'app').stop).toBeUndefined();
  });

  it('says which programs are not simulated', () => {
    expect(at(30, 'crash').program).toBeUndefined();
    expect(at(30, 'app').program).toBe('shop/api:1 is the scenario’s own image.');
    expect(at(45, 'plain').program).toBe(
      'Not simulated: nobody here knows team/unknown:3; it behaves as a plain server.',
    );
  });
});

it('JSON is laid out for a reader: short parts on a line', () => {
  expect(
    jsonLines({
      a: 1,
      list: ['x', 'y'],
      deep: { namespaces: [{ type: 'pid' }, { type: 'ipc', path: '/p' }] },
      long: 'x'.repeat(60),
      many: Array.from({ length: 30 }, (_, i) => `word ${i}`),
    }),
  ).toEqual([
    { text: '{' },
    { text: '  "a": 1,' },
    { text: '  "list": ["x", "y"],' },
    { text: '  "deep": {' },
    { text: '    "namespaces": [' },
    { text: '      {"type": "pid"},', mark: 'own' },
    { text: '      {"type": "ipc", "path": "/p"}', mark: 'join' },
    { text: '    ]' },
    { text: '  },' },
    { text: `  "long": "${'x'.repeat(60)}",` },
    { text: '  "many": ["word 0", "word 1", "word 2", … +27]' },
    { text: '}' },
  ]);
});

it('capabilities are the kernel’s bits', () => {
  expect(capabilityWord([])).toBe('0000000000000000');
  expect(capabilityWord(['CAP_CHOWN', 'CAP_NET_BIND_SERVICE'])).toBe('0000000000000401');
});
