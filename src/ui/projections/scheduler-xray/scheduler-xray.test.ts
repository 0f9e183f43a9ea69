import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import type { FittingEdit, SchedulingAnswer } from '../../../trace/scheduling-question.ts';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { editCommand } from './apply-edit.ts';
import { filterSums, scoreSums } from './arithmetic.ts';
import { podScheduling, schedulingRecords } from './attempts.ts';
import { preemptionOf } from './preemption.ts';
import { clausesOf, failureMessage } from './sentence.ts';
import { xrayTable } from './table.ts';

const REF = { namespace: 'default', name: 'big' };
const MESSAGE =
  '0/4 nodes are available: 1 node(s) had untolerated taint(s), 3 Insufficient cpu. no new claims to deallocate, preemption: 0/4 nodes are available: 2 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.';

function podNamed(name: string, more: Partial<Pod['spec']> = {}, status: Pod['status'] = {}): KubeObject {
  const spec = {
    containers: [{ name: 'c', image: 'nginx:1.29', resources: { requests: { cpu: '3' } } }],
    ...more,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name },
    spec,
    status,
  } as unknown as KubeObject;
}

/** An attempt that fails on all four nodes, and one that wins a second later. */
function twoAttempts() {
  const trace = new TraceWriter();
  const tell = (queue: 'active' | 'unschedulable', event: string, attempts: number) =>
    trace.put('kube-scheduler', 'sched.queue', { pod: REF, queue, event, attempts });
  trace.store('pods', podNamed('big'));
  tell('active', 'UnschedulablePodAdd', 0);
  const taint = {
    plugin: 'TaintToleration',
    code: 'UnschedulableAndUnresolvable',
    reasons: ['node(s) had untolerated taint(s)'],
  } as const;
  const cpu = { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] } as const;
  const order = ['cp', 'a', 'b', 'c'];
  const first = { pod: REF, order, all: 4, plugins: ['NodeResourcesFit', 'TaintToleration'] };
  trace.put('kube-scheduler', 'sched.filter', {
    ...first,
    feasible: [],
    rejected: { cp: taint, a: { ...cpu, code: 'UnschedulableAndUnresolvable' }, b: cpu, c: cpu },
  });
  const none = ['No preemption victims found for incoming pod.'];
  trace.put('kube-scheduler', 'sched.preempt', {
    pod: REF,
    candidates: {},
    rejected: { b: none, c: none },
    message: '',
  });
  tell('unschedulable', 'ScheduleAttemptFailure', 1);
  trace.store(
    'pods',
    podNamed(
      'big',
      {},
      { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: MESSAGE }] },
    ),
  );
  trace.at(1000);
  tell('active', 'NodeUpdate', 1);
  trace.put('kube-scheduler', 'sched.filter', {
    ...first,
    feasible: ['a', 'b', 'c'],
    rejected: { cp: taint },
  });
  const points = (a: number, b: number, c: number) => ({ a, b, c });
  const fit = { weight: 1, raw: points(81, 90, 60), normalized: points(81, 90, 60) };
  const spread = { weight: 2, raw: points(0, 7, 7), normalized: points(100, 50, 50) };
  trace.put('kube-scheduler', 'sched.score', {
    pod: REF,
    plugins: { NodeResourcesFit: fit, PodTopologySpread: spread },
    skipped: ['InterPodAffinity'],
  });
  trace.put('kube-scheduler', 'sched.pick', {
    pod: REF,
    node: 'a',
    scored: true,
    totals: points(281, 190, 160),
  });
  return runOf(trace.records);
}

describe('the attempts of a Pod', () => {
  const run = twoAttempts();
  const { attempts, moves } = podScheduling(schedulingRecords(run.trace), REF, {
    from: 0,
    until: run.trace.length,
  });
  const [failed, won] = attempts;
  if (failed === undefined || won === undefined) throw new Error('two attempts');

  it('keeps what belongs together and every move between the queues', () => {
    expect(
      attempts.map(({ number, pick, preempt }) => [number, pick?.data.node, preempt !== undefined]),
    ).toEqual([
      [1, undefined, true],
      [2, 'a', false],
    ]);
    expect(moves.map(({ data }) => [data.queue, data.event])).toEqual([
      ['active', 'UnschedulablePodAdd'],
      ['unschedulable', 'ScheduleAttemptFailure'],
      ['active', 'NodeUpdate'],
    ]);
    expect(
      podScheduling(schedulingRecords(run.trace), REF, { from: 0, until: won.filter.seq - 1 }).attempts,
    ).toHaveLength(1);
  });

  it('puts the few that fell above the winner, then by total', () => {
    const table = xrayTable(won, undefined);
    expect(table.rows.map(({ node, standing, total }) => [node, standing, total])).toEqual([
      ['cp', 'rejected', undefined],
      ['a', 'picked', 281],
      ['b', 'feasible', 190],
      ['c', 'feasible', 160],
    ]);
    expect(
      table.rows[2]?.scores.map(({ plugin, raw, normalized, weight, weighted }) => [
        plugin,
        raw,
        normalized,
        weight,
        weighted,
      ]),
    ).toEqual([
      ['NodeResourcesFit', 90, 90, 1, 90],
      ['PodTopologySpread', 7, 50, 2, 100],
    ]);
    expect(table.rows[0]?.filters.slice(0, 4).map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
      'rejected',
      'unreached',
    ]);
    expect(table.skipped).toEqual(['InterPodAffinity']);
  });

  it('says which filters had nothing to check once that is known', () => {
    const verdict = (plugin: string, outcome: 'passed' | 'skipped') => ({
      plugin,
      outcome,
      counts: false,
      reasons: [],
      inputs: {},
    });
    const filters = [verdict('NodeName', 'passed'), verdict('NodePorts', 'skipped')];
    const answer: SchedulingAnswer = {
      nodes: ['a', 'b', 'c', 'cp'].map((node) => ({ node, fits: true, filters, points: [] })),
      edits: [],
    };
    const table = xrayTable(won, answer);
    expect(table.filters).toEqual(['NodeName', 'NodePorts', 'NodeResourcesFit', 'TaintToleration']);
    expect(table.rows[1]?.filters.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'skipped',
      'passed',
      'passed',
    ]);
  });

  it('takes the sentence apart without changing a letter', () => {
    const message = failureMessage(run.world, REF, failed, won.filter.seq - 1);
    expect(message).toBe(MESSAGE);
    const clauses = clausesOf(failed, MESSAGE);
    expect(clauses.map(({ text }) => text).join('')).toBe(MESSAGE);
    expect(clauses.filter(({ nodes }) => nodes !== undefined)).toEqual([
      { text: '1 node(s) had untolerated taint(s)', nodes: ['cp'] },
      { text: '3 Insufficient cpu', nodes: ['a', 'b', 'c'] },
      { text: '2 Preemption is not helpful for scheduling', nodes: ['cp', 'a'] },
      { text: '2 No preemption victims found for incoming pod', nodes: ['b', 'c'] },
    ]);
  });

  it('has no sentence before the attempt wrote one', () => {
    expect(failureMessage(run.world, REF, failed, failed.filter.seq)).toBeUndefined();
    expect(failureMessage(run.world, REF, won, run.trace.length)).toBeUndefined();
  });
});

describe('preemption', () => {
  it('names the victims and the rule that chose them', () => {
    const trace = new TraceWriter();
    for (const [name, nodeName, priority] of [
      ['low', 'a', 5],
      ['mid', 'b', 50],
      ['less', 'b', 1],
    ] as const)
      trace.store('pods', podNamed(name, { nodeName, priority }));
    trace.store('pods', podNamed('big', { priority: 100 }));
    trace.put('kube-scheduler', 'sched.filter', {
      pod: REF,
      order: ['a', 'b'],
      all: 2,
      feasible: [],
      rejected: {},
      plugins: [],
    });
    const candidates = {
      a: { victims: ['low'], pdbViolations: 0 },
      b: { victims: ['mid', 'less'], pdbViolations: 0 },
    };
    trace.put('kube-scheduler', 'sched.preempt', { pod: REF, candidates, rejected: {}, picked: 'a' });
    const run = runOf(trace.records);
    const [attempt] = podScheduling(schedulingRecords(run.trace), REF, { from: 0, until: 99 }).attempts;
    if (attempt === undefined) throw new Error('an attempt');
    const found = preemptionOf(run.world, attempt);
    expect(found).toMatchObject({
      because: 'highest',
      priority: 100,
      picked: { node: 'a', victims: [{ name: 'low', priority: 5 }] },
    });
    expect(found?.others.map(({ node, victims }) => [node, victims.map(({ priority }) => priority)])).toEqual(
      [['b', [50, 1]]],
    );
  });
});

describe('arithmetic', () => {
  it('adds up to the score with the numbers of Pod and node', () => {
    const inputs = {
      strategy: 'LeastAllocated',
      ...{ 'cpu.allocatable': 4000, 'cpu.requested': 500, 'cpu.pod': 250, 'cpu.weight': 1 },
      ...{
        'memory.allocatable': 2 ** 30,
        'memory.requested': 2 ** 26,
        'memory.pod': 2 ** 26,
        'memory.weight': 1,
      },
    };
    expect(
      scoreSums({ plugin: 'NodeResourcesFit', raw: 84, normalized: 84, weight: 1, weighted: 84, inputs }),
    ).toEqual([
      { name: 'cpu', sum: '(4000m − 500m − 250m) × 100 ÷ 4000m', result: '81' },
      { name: 'memory', sum: '(1024Mi − 64Mi − 64Mi) × 100 ÷ 1024Mi', result: '87' },
      { name: 'LeastAllocated', sum: '(81 + 87) ÷ 2', result: '84' },
      { name: 'NodeResourcesFit', sum: '84 × 1', result: '84' },
    ]);
  });

  it('shows what was too much', () => {
    expect(
      filterSums('NodeResourcesFit', { 'cpu.pod': 1500, 'cpu.requested': 3100, 'cpu.allocatable': 4000 }),
    ).toEqual([{ name: 'cpu', sum: '3100m + 1500m > 4000m', result: '' }]);
    expect(
      filterSums('TaintToleration', { taints: ['gpu=yes:NoSchedule'], untolerated: 'gpu=yes:NoSchedule' }),
    ).toEqual([
      { name: 'taints', sum: 'gpu=yes:NoSchedule', result: '' },
      { name: 'untolerated', sum: 'gpu=yes:NoSchedule', result: '' },
    ]);
  });
});

describe('edits as commands', () => {
  const { world } = twoAttempts();
  const pod = podNamed('big') as unknown as Pod;
  const edit = (more: Pick<FittingEdit, 'kind' | 'values'> & Partial<FittingEdit>): FittingEdit => ({
    target: { resource: 'pods', namespace: 'default', name: 'big' },
    before: pod,
    after: pod,
    ...more,
  });
  const onNode = { target: { resource: 'nodes', namespace: '', name: 'a' } } as const;

  it('are what one would type about a node', () => {
    expect(
      editCommand(
        world,
        edit({ ...onNode, kind: 'remove-taint', values: { taint: 'gpu=yes:NoSchedule' } }),
        99,
      )?.line,
    ).toBe('taint nodes a gpu=yes:NoSchedule-');
    expect(
      editCommand(world, edit({ ...onNode, kind: 'add-label', values: { label: 'disk=ssd' } }), 99)?.line,
    ).toBe('label node a disk=ssd --overwrite');
  });

  it('add a toleration to a Pod that is there', () => {
    const toleration = { key: 'gpu', operator: 'Exists', effect: 'NoSchedule' } as const;
    const after: Pod = { ...pod, spec: { ...pod.spec, tolerations: [toleration] } };
    expect(
      editCommand(world, edit({ kind: 'add-toleration', values: { taint: 'gpu:NoSchedule' }, after }), 99)
        ?.line,
    ).toBe(
      `patch pod big --type=json -p '[{"op":"add","path":"/spec/tolerations","value":[{"key":"gpu","operator":"Exists","effect":"NoSchedule"}]}]'`,
    );
  });

  it('make a Pod of its own anew, and patch the template of one that has an owner', () => {
    const lower = { kind: 'lower-request', values: { resource: 'cpu', container: 'c', to: '2' } } as const;
    const alone = editCommand(world, edit(lower), 99);
    expect(alone?.line).toBe('replace --force -f big-fits.yaml');
    expect(alone?.file?.object.metadata).toEqual({ name: 'big', namespace: 'default' });
    const owned = {
      ...pod,
      metadata: {
        ...pod.metadata,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'x', controller: true },
        ],
      },
    };
    expect(editCommand(world, edit({ ...lower, before: owned }), 99)?.line).toBe(
      `patch statefulset db -p '{"spec":{"template":{"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}}}}'`,
    );
  });
});
