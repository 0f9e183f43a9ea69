import { describe, expect, it } from 'vitest';
import type { LabelSelector } from '../../api/generated/types.ts';
import { SchedulerCache } from './cache/scheduler-cache.ts';
import { podInfoOf } from './cache/pod-info.ts';
import { decidingProfile } from './explain/explain.ts';
import { snapshotOf, type World } from './explain/world.ts';
import { nodeTrial, runFilters } from './framework/filter-run.ts';
import { absentNodesRejection } from './framework/profile.ts';
import { scoreNodes } from './framework/score-run.ts';
import type { Snapshot } from './framework/snapshot.ts';
import { naiveScores } from './testing/naive-scores.ts';
import { naiveFilter } from './testing/naive.ts';
import { withVolumes } from './testing/random-volumes.ts';
import { randomCase, randomPod } from './testing/random-world.ts';

const CASES = 1_500;
const profile = decidingProfile();

/** Verdicts and scores of the plugins, in the naive implementation's form. */
function fast(pod: Parameters<typeof podInfoOf>[0], snapshot: Snapshot) {
  const info = podInfoOf(pod);
  const preFilter = profile.preFilter(info, snapshot);
  expect(preFilter.rejection).toBeUndefined();
  const feasible = [];
  const verdicts: Record<string, unknown> = {};
  for (const node of snapshot.nodes) {
    const left = preFilter.nodeNames !== undefined && !preFilter.nodeNames.has(node.name);
    const rejection = left ? absentNodesRejection(preFilter.plugins) : runFilters(preFilter.run, info, node);
    if (rejection === undefined) feasible.push(node);
    else {
      const { plugin, code, reasons } = rejection;
      verdicts[node.name] = { plugin, unresolvable: code === 'UnschedulableAndUnresolvable', reasons };
    }
  }
  const table = scoreNodes(profile, info, snapshot, feasible);
  const scores = Object.fromEntries(
    table.columns.map(({ plugin, raw, normalized }) => [plugin, { raw, normalized }]),
  );
  return { verdicts, fits: feasible.map(({ name }) => name), scores: feasible.length === 0 ? {} : scores };
}

function slow(pod: Parameters<typeof podInfoOf>[0], world: World, order: readonly string[]) {
  const nodes = order.map((name) => world.nodes.find(({ metadata }) => metadata.name === name)!);
  const verdicts: Record<string, unknown> = {};
  const feasible = nodes.filter((node) => {
    const rejection = naiveFilter(pod, node, world);
    if (rejection !== undefined) verdicts[node.metadata.name] = rejection;
    return rejection === undefined;
  });
  const scores = feasible.length === 0 ? {} : Object.fromEntries(naiveScores(pod, feasible, world));
  return { verdicts, fits: feasible.map(({ metadata }) => metadata.name), scores };
}

type Seen = ReturnType<typeof slow>;

/** Equal text is equality and cheap; only a difference is worth a comparison that can show it. */
function expectSame(seed: number, got: Seen, want: Seen): void {
  if (JSON.stringify(got) !== JSON.stringify(want)) expect({ seed, ...got }).toEqual({ seed, ...want });
}

const PATIENCE_MS = 60_000;

describe('filters and scores', () => {
  it(`agree with a naive second implementation on ${CASES} random clusters`, { timeout: PATIENCE_MS }, () => {
    let fitting = 0;
    let rejecting = 0;
    for (let seed = 1; seed <= CASES; seed++) {
      const { world, pod } = randomCase(seed);
      const snapshot = snapshotOf(world);
      const want = slow(
        pod,
        world,
        snapshot.nodes.map(({ name }) => name),
      );
      expectSame(seed, fast(pod, snapshot), want);
      fitting += want.fits.length;
      rejecting += Object.keys(want.verdicts).length;
    }
    // The clusters must try both ways, or the comparison says little.
    expect(fitting).toBeGreaterThan(CASES);
    expect(rejecting).toBeGreaterThan(CASES);
  });

  it(`agree on ${CASES} clusters with storage`, { timeout: PATIENCE_MS }, () => {
    const rejectedBy = new Map<string, number>();
    for (let seed = 1; seed <= CASES; seed++) {
      const { world, pod } = withVolumes(randomCase(seed));
      const snapshot = snapshotOf(world);
      const order = snapshot.nodes.map(({ name }) => name);
      const want = slow(pod, world, order);
      expectSame(seed, fast(pod, snapshot), want);
      for (const { plugin } of Object.values(want.verdicts) as { readonly plugin: string }[])
        rejectedBy.set(plugin, (rejectedBy.get(plugin) ?? 0) + 1);
    }
    // Every filter must have had its say often, or the comparison says nothing about it.
    for (const { name } of profile.points.filter)
      expect([name, rejectedBy.get(name) ?? 0]).toEqual([
        name,
        expect.toSatisfy((times: number) => times >= 20),
      ]);
  });

  it('see the same whether a cluster was built at once or change by change', { timeout: PATIENCE_MS }, () => {
    for (let seed = 1; seed <= 400; seed++) {
      const { world, pod, dice } = randomCase(seed);
      const cache = new SchedulerCache(snapshotOf(world).objects);
      const visitors = dice
        .some(world.nodes, 0.5)
        .map((node, i) => randomPod(dice, `visitor-${i}`, node.metadata.name));
      for (const node of world.nodes)
        cache.putNode({ ...node, spec: {}, metadata: { ...node.metadata, labels: {} } });
      for (const visitor of visitors) cache.assume(visitor);
      for (const bound of world.pods) {
        // Assumed on the wrong node, then seen bound where it really is.
        const elsewhere = dice.pick(world.nodes).metadata.name;
        if (dice.maybe(0.5)) cache.assume({ ...bound, spec: { ...bound.spec, nodeName: elsewhere } });
        cache.putPod(bound);
        if (dice.maybe(0.3)) cache.putPod({ ...bound });
      }
      for (const node of world.nodes) {
        if (dice.maybe(0.2)) cache.removeNode(node.metadata.name);
        cache.putNode(node);
      }
      for (const visitor of visitors) {
        if (dice.maybe(0.5)) cache.forget(visitor.metadata.uid);
        else cache.removePod(visitor.metadata.uid);
      }
      const order = cache.nodes.map(({ name }) => name);
      expectSame(seed, fast(pod, cache), slow(pod, world, order));
    }
  });

  it('see the same on a trial node as on a cluster without the Pods taken off', {
    timeout: PATIENCE_MS,
  }, () => {
    let trials = 0;
    for (let seed = 1; seed <= 1_000; seed++) {
      const { world, pod, dice } = randomCase(seed);
      // Upstream takes from the counts of a spread constraint what it never counted: Pods that are ending, and
      // everything where the selector is empty.
      if (pod.spec.topologySpreadConstraints?.some(({ labelSelector }) => isEmpty(labelSelector))) continue;
      const snapshot = snapshotOf(world);
      const info = podInfoOf(pod);
      const { run, nodeNames } = profile.preFilter(info, snapshot);
      const node = dice.pick(snapshot.nodes);
      if (nodeNames !== undefined) continue;
      const trial = nodeTrial(info, node, { run, nominated: { nominatedTo: () => [] } });
      const leaving = node.pods.filter(({ terminating }) => !terminating && dice.maybe(0.6));
      for (const other of leaving) trial.removePod(other);
      const back = leaving.filter(() => dice.maybe(0.4));
      for (const other of back) trial.addPod(other);
      const gone = new Set(leaving.filter((other) => !back.includes(other)).map(({ uid }) => uid));
      const without = { ...world, pods: world.pods.filter(({ metadata }) => !gone.has(metadata.uid)) };
      const want = naiveFilter(pod, node.node, without);
      const got = trial.filter();
      expect({ seed, plugin: got?.plugin, reasons: got?.reasons }).toEqual({
        seed,
        plugin: want?.plugin,
        reasons: want?.reasons,
      });
      if (gone.size > 0) trials++;
    }
    expect(trials).toBeGreaterThan(250);
  });
});

function isEmpty(selector: LabelSelector | undefined): boolean {
  return (
    selector !== undefined && selector.matchLabels === undefined && selector.matchExpressions === undefined
  );
}
