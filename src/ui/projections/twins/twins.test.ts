import { describe, expect, it } from 'vitest';
import { APPLY_AND_DELETE, playedRun } from '../testing/real-run.ts';
import { firstDifference } from './difference.ts';
import { raceOf, racingPod } from './race.ts';
import { raceSaying, type Scene, sceneAt, stillSending } from './scene.ts';

const web = (hook: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: 'nginx:1.25', ports: [{containerPort: 80}]${hook}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: client}
spec:
  containers:
  - {name: c, image: 'busybox:1.36', command: [sh, -c, 'while true; do wget -q -O /dev/null -T 1 http://web; sleep 0.02; done']}
`;

const run = (hook: string) =>
  playedRun(
    {
      title: 'x',
      cluster: { preset: 'kind-3' },
      files: { 'a.yaml': web(hook) },
      steps: [
        { at: '0s', kubectl: 'apply -f a.yaml' },
        { at: '20s', kubectl: 'delete pod -l app=web --wait=false' },
      ],
    },
    32_000_000,
  );

const SHORT = { ...APPLY_AND_DELETE, until: '30s' };
const bare = run('');
const hooked = run(', lifecycle: {preStop: {sleep: {seconds: 5}}}');

describe('the race of a deletion', () => {
  const of = ({ trace, world }: typeof bare) => {
    const ref = racingPod(world, trace.countUntil(-1));
    return ref === undefined ? undefined : raceOf(trace, world, ref);
  };

  it('without a hook the process ends before the last node has stopped sending', () => {
    const race = of(bare);
    expect(race?.senders.map(({ node }) => node).sort()).toEqual([
      'control-plane',
      'worker-1',
      'worker-2',
      'worker-3',
    ]);
    expect(race?.process.preStopUs).toBeUndefined();
    expect(race?.process.termUs).toBeLessThan(race?.quietUs ?? 0);
    expect(race?.closedUs).toBeLessThan(race?.quietUs ?? 0);
  });

  it('with preStop the rules are faster: the signal comes five seconds later, and no request is lost', () => {
    const race = of(hooked);
    expect(race?.process.preStopUs).toBe(race?.startUs);
    expect((race?.process.termUs ?? 0) - (race?.startUs ?? 0)).toBeGreaterThanOrEqual(5_000_000);
    expect(race?.quietUs).toBeLessThan(race?.process.termUs ?? 0);
    // How many fall to this Pod is chance: some must, for none lost to mean something.
    expect(race?.requests).not.toEqual([]);
    expect(race?.requests.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('the scene of a race', () => {
  const raced = (run: typeof bare) => {
    const ref = racingPod(run.world, run.trace.countUntil(-1));
    const race = ref === undefined ? undefined : raceOf(run.trace, run.world, ref);
    if (race === undefined) throw new Error('no race');
    const at = (us: number): Scene | undefined => sceneAt(run, race, us, 2);
    const said = (us: number) => raceSaying(race, us);
    return { race, at, said };
  };
  const sendings = (scene: Scene | undefined) => scene?.rows.map(({ own }) => own.sending);

  it('before the deletion every node sends, and somebody answers', () => {
    const { race, at, said } = raced(bare);
    // Of a race that has not begun nobody counts who is left.
    expect(stillSending(race, race.startUs - 1)).toBeUndefined();
    expect(stillSending(race, race.startUs)).toHaveLength(race.senders.length);
    const scene = at(race.startUs - 1);
    expect(scene).toMatchObject({ begun: false, process: 'runs', withdrawnUs: undefined });
    expect(sendings(scene)).toEqual(['answered', 'answered', 'answered', 'answered']);
    expect(said(race.startUs - 1)).toBeUndefined();
  });

  it('in the gap requests are still sent to a Pod whose process is gone', () => {
    const { race, at, said } = raced(bare);
    const us = ((race.closedUs ?? 0) + (race.quietUs ?? 0)) / 2;
    const scene = at(us);
    expect(scene).toMatchObject({ begun: true, process: 'ended' });
    expect(scene?.kubelet.toldUs).toBeGreaterThanOrEqual(race.startUs);
    expect(scene?.withdrawnUs).toBeGreaterThanOrEqual(race.startUs);
    const late = race.senders.filter(({ toUs }) => (toUs ?? us) >= us).map(({ node }) => node);
    expect(scene?.rows.filter(({ own }) => own.sending === 'lost').map(({ node }) => node)).toEqual(late);
    expect(said(us)).toEqual({ kind: 'lost', sinceUs: us - (race.closedUs ?? 0), nodes: late });
  });

  it('when the last node has let go each says when, and sends to the Pod that took its place', () => {
    const { race, at, said } = raced(bare);
    const scene = at((race.quietUs ?? 0) + 5_000_000);
    expect(sendings(scene)).toEqual(['none', 'none', 'none', 'none']);
    expect(scene?.rows.map(({ changedUs }) => changedUs)).toEqual(race.senders.map(({ toUs }) => toUs));
    expect(scene?.others).not.toEqual([]);
    expect(scene?.rows.every(({ others }) => others.every(({ sending }) => sending === 'answered'))).toBe(
      true,
    );
    expect(said((race.quietUs ?? 0) + 5_000_000)).toEqual({ kind: 'over' });
  });

  it('while preStop runs the process answers those that still send', () => {
    const { race, at, said } = raced(hooked);
    const us = ((race.quietUs ?? 0) + race.startUs) / 2;
    expect(at(us)).toMatchObject({ process: 'hook' });
    expect(sendings(at(us))).not.toContain('lost');
    expect(said(us)).toMatchObject({ kind: 'hook' });
    expect(said((race.quietUs ?? 0) + 1)).toEqual({ kind: 'free' });
  });
});

it('two equal runs have no difference; two others part where the first of them does something else', () => {
  expect(firstDifference(bare, bare, 0)).toBeUndefined();
  const short = playedRun(SHORT, 1_000_000);
  const long = playedRun(SHORT, 8_000_000);
  expect(firstDifference({ ...short, growing: true }, long, 0)).toBeUndefined();
  expect(firstDifference(short, long, 0)).toMatchObject({ a: undefined });
  const difference = firstDifference(bare, hooked, 0);
  const [a, b] = [bare.trace.at(difference?.a ?? 0), hooked.trace.at(difference?.b ?? 0)];
  expect([a.kind, b.kind]).toEqual(['object.put', 'object.put']);
  expect(a).toMatchObject({ data: { resource: 'deployments.apps', name: 'web' } });
  expect(JSON.stringify(b.data)).toContain('preStop');
});
