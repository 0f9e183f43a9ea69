import { describe, expect, it } from 'vitest';
import { playedRun } from '../testing/real-run.ts';
import { type ComparedPod, compareRuns } from './comparison.ts';

const crash = (code: number, image = 'busybox:1.36'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: app, image: '${image}', command: [sh, -c, 'sleep 2; exit ${code}']}
`;

const run = (manifest: string, ...more: readonly { readonly at: string; readonly kubectl: string }[]) =>
  playedRun(
    {
      title: 'x',
      cluster: { preset: 'kind-3' },
      files: { 'a.yaml': manifest },
      steps: [{ at: '0s', kubectl: 'apply -f a.yaml' }, ...more],
    },
    60_000_000,
  );

const failing = run(crash(3));
const mended = run(crash(3), { at: '30s', kubectl: 'delete deployment web' });

const at = (second: number) => ({ us: second * 1e6, endUs: 60e6 });

/** Those of the Deployment: a storage provisioner is there in every run. */
const own = (pods: readonly ComparedPod[]): readonly ComparedPod[] =>
  pods.filter(({ names }) => names.some((name) => name?.startsWith('web-')));

describe('two runs of a Pod that crashes', () => {
  it('are the same before they part', () => {
    const { pods, objects, events } = compareRuns(failing, failing, at(25));
    expect(own(pods)).toHaveLength(1);
    expect([...pods, ...objects, ...events].filter(({ differs }) => differs)).toEqual([]);
    expect(own(pods)[0]?.now[0]).toMatchObject({ status: 'Error', restarts: 2 });
    expect(own(pods)[0]?.statuses[0]).toEqual([
      'Pending',
      'ContainerCreating',
      'Running',
      'Error',
      'Running',
      'Error',
      'CrashLoopBackOff',
      'Running',
      'Error',
    ]);
  });

  it('differ in what becomes of the Pod, of its Deployment, and in Events', () => {
    const { pods, objects, events } = compareRuns(failing, mended, at(50));
    expect(own(pods)).toHaveLength(1);
    expect(own(pods)[0]).toMatchObject({ differs: true, now: [{ status: expect.anything() }, undefined] });
    expect(own(pods)[0]?.statuses[1].at(-1)).toBe('');
    expect(objects.filter(({ differs }) => differs)).toEqual([
      {
        key: 'deployments.apps|default|web',
        label: 'deployment web',
        now: ['1/1', ''],
        end: ['0/1', ''],
        differs: true,
      },
    ]);
    const backOff = events.find(({ label }) => label === 'Warning BackOff');
    expect(backOff?.differs).toBe(true);
    const count = (text = ''): number => Number(text.slice(1));
    expect(count(backOff?.end[0])).toBeGreaterThan(count(backOff?.end[1]));
  });

  it('whose Pods have other names are told apart by where they belong', () => {
    const other = run(crash(4));
    const [pod, ...rest] = own(compareRuns(failing, other, at(50)).pods);
    expect(rest).toEqual([]);
    expect(pod?.names[0]).not.toBe(pod?.names[1]);
  });
});
