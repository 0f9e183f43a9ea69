import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { APPLY_AND_DELETE, playedRun } from '../testing/real-run.ts';
import type { TestRun } from '../testing/builder.ts';
import { causalLinks } from './causes.ts';
import { firstMarkBeyond, laneIndex, marksAt, placeOnAxis } from './lanes.ts';
import { momentFrom, rowMoments } from './row-moments.ts';
import { type RowChoices, timelineRows } from './rows.ts';
import { timelineView } from './view.ts';

const US_PER_SECOND = 1_000_000;
let run: TestRun;
beforeAll(() => {
  run = playedRun(APPLY_AND_DELETE, 60 * US_PER_SECOND);
});

const DEPLOYMENT = {
  title: 'x',
  cluster: { preset: 'kind-3' },
  files: {
    'web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'nginx:1.29'}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
  },
  steps: [{ at: '0s', kubectl: 'apply -f web.yaml' }],
} as const;

const viewOf = (change: Partial<Parameters<typeof timelineView>[0]> = {}) =>
  timelineView({ ...run, level: 2, mode: 'stretched', picked: undefined, chosen: [], ...change });
const USUAL: RowChoices = { pinned: new Set(), folds: new Map() };

describe('marks on the axis', () => {
  it('lie where their time does, at every level and on both scales', () => {
    for (const level of [1, 2, 3] as const)
      for (const mode of ['stretched', 'real'] as const) {
        const { axis, lanes } = viewOf({ level, mode });
        for (const lane of lanes) {
          const marks = marksAt(lane, level);
          for (const [place, { at }] of marks.marks.entries())
            expect(placeOnAxis(marks, place, axis) / axis.extent).toBeCloseTo(axis.toPosition(at), 9);
        }
      }
  });

  it('are found from any place as by looking through all of them', () => {
    const { axis, lanes } = viewOf({ level: 3 });
    const marks = marksAt(lanes.find(({ id }) => id === 'kube-apiserver') ?? fail(), 3);
    expect(marks.marks.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: axis.extent + 1, noNaN: true }),
        fc.nat(marks.marks.length),
        (place, from) => {
          let wanted = from;
          while (wanted < marks.marks.length && placeOnAxis(marks, wanted, axis) < place) wanted++;
          expect(firstMarkBeyond(marks, place, axis, from)).toBe(wanted);
        },
      ),
    );
  });

  it('an axis stays as it is while its run grows', () => {
    const lanes = laneIndex(run.trace, run.story);
    const { axis } = viewOf();
    const before = [axis.extent, axis.endUs, axis.toPosition(axis.endUs)];
    lanes.knots[1].add(axis.endUs + US_PER_SECOND);
    expect([axis.extent, axis.endUs, axis.toPosition(axis.endUs)]).toEqual(before);
    expect(viewOf().axis.extent).toBeGreaterThan(axis.extent);
    lanes.knots[1].times.pop();
    lanes.knots[1].widths.pop();
  });
});

const fail = (): never => {
  throw new Error('not there');
};

describe('rows', () => {
  it('are the Pod, the control plane, the Pod’s node open, and the others folded', () => {
    const view = viewOf();
    const { rows } = timelineRows(view, USUAL);
    const node = view.pods[0]?.node ?? '';
    expect(rows.slice(0, 3).map(({ kind }) => kind)).toEqual(['phase', 'conditions', 'container']);
    expect(rows.find(({ id }) => id === `node/${node}`)).toMatchObject({ kind: 'component', folded: false });
    expect(rows.map(({ id }) => id)).toContain(`runtime/${node}`);
    for (const row of rows) if (row.kind === 'node') expect(row.folded).toBe(true);
  });

  it('of the control loops: one for all of them until it is unfolded, then each its own', () => {
    const made = playedRun(DEPLOYMENT, 20 * US_PER_SECOND);
    const view = timelineView({ ...made, level: 2, mode: 'stretched', picked: undefined, chosen: [] });
    const of = (choices: RowChoices) =>
      timelineRows(view, choices).rows.filter(({ id }) => id.startsWith('controllers'));
    const [folded, ...none] = of(USUAL);
    expect(none).toEqual([]);
    expect(folded).toMatchObject({ id: 'controllers', folded: true });
    expect(folded?.lanes.map(({ id }) => id)).toEqual([
      'controllers',
      'controllers/endpoints',
      'controllers/deployment',
      'controllers/replicaset',
      'controllers/endpointslice',
    ]);
    const [head, ...loops] = of({ ...USUAL, folds: new Map([['controllers', false]]) });
    expect(head?.lanes.map(({ id }) => id)).toEqual(['controllers']);
    expect(loops.map(({ name, depth }) => [name, depth])).toEqual([
      ['controllers/endpoints', 2],
      ['controllers/deployment', 2],
      ['controllers/replicaset', 2],
      ['controllers/endpointslice', 2],
    ]);
    const moments = loops.flatMap((row) => rowMoments(view, row));
    expect(moments.length).toBeGreaterThan(4);
    expect(new Set(folded === undefined ? [] : rowMoments(view, folded))).toEqual(
      new Set([...(head === undefined ? [] : rowMoments(view, head)), ...moments]),
    );
  });

  it('fold, unfold, and stay on top when pinned', () => {
    const view = viewOf();
    const node = `node/${view.pods[0]?.node}`;
    const usual = timelineRows(view, USUAL).rows;
    const folded = timelineRows(view, { ...USUAL, folds: new Map([[node, true]]) }).rows;
    expect(folded.find(({ id }) => id === node)).toMatchObject({ kind: 'node', folded: true });
    expect(folded.length).toBeLessThan(usual.length);
    // Nothing of a folded node is lost: its one row has all its lanes.
    expect(folded.flatMap(({ lanes }) => lanes.map(({ id }) => id)).sort()).toEqual(
      usual.flatMap(({ lanes }) => lanes.map(({ id }) => id)).sort(),
    );
    const pinned = timelineRows(view, { ...USUAL, pinned: new Set(['etcd']) });
    expect(pinned.pinned.map(({ id }) => id)).toEqual(['etcd']);
    expect(pinned.rows.map(({ id }) => id)).toEqual(usual.map(({ id }) => id).filter((id) => id !== 'etcd'));
  });

  it('of several Pods: the chosen ones, the picked one first, unknown ones never', () => {
    const [first] = viewOf().pods;
    const ref = first?.ref ?? fail();
    const system = run.world.histories('pods').find(({ namespace }) => namespace === 'kube-system') ?? fail();
    const other = { namespace: system.namespace, name: system.name };
    const gone = { namespace: 'default', name: 'never-was' };
    expect(viewOf({ chosen: [other, gone] }).pods.map((pod) => pod.ref)).toEqual([other]);
    expect(viewOf({ chosen: [other], picked: ref }).pods.map((pod) => pod.ref)).toEqual([ref, other]);
    expect(viewOf({ chosen: [gone] }).pods.map((pod) => pod.ref)).toEqual([ref]);
  });

  it('are walked along by their records, in order and to the ends', () => {
    const view = viewOf();
    for (const row of timelineRows(view, USUAL).rows) {
      const moments = rowMoments(view, row);
      expect([...moments].sort((a, b) => a - b)).toEqual(moments);
      const walked: number[] = [];
      for (let at = momentFrom(moments, -1, 1); at !== undefined; at = momentFrom(moments, at, 1))
        walked.push(at);
      expect(walked).toEqual([...new Set(moments)]);
      expect(momentFrom(moments, moments[0] ?? 0, -1)).toBeUndefined();
    }
  });
});

describe('causes', () => {
  it('lead from the Pod being Ready to the command, each before what it caused', () => {
    const lanes = laneIndex(run.trace, run.story);
    const ready = viewOf().pods[0]?.lanes.conditions.find(
      ({ type, status }) => type === 'Ready' && status === 'True',
    );
    const { causes } = causalLinks(run.trace, lanes, 2, ready?.seq ?? fail());
    expect(causes.length).toBeGreaterThan(3);
    for (const [place, { from, to }] of causes.entries()) {
      expect(from.seq).toBeLessThan(to.seq);
      expect(to.seq).toBe(causes[place - 1]?.from.seq ?? ready?.seq);
    }
  });

  it('and effects are what a record led to without another mark in between', () => {
    const lanes = laneIndex(run.trace, run.story);
    const command = run.story.steps(2)[0] ?? fail();
    const { effects } = causalLinks(run.trace, lanes, 2, command);
    expect(effects.length).toBeGreaterThan(0);
    for (const { from, to } of effects) {
      expect(from.seq).toBe(command);
      expect([...run.trace.causes(to.seq)].map(({ seq }) => seq)).toContain(command);
    }
  });
});
