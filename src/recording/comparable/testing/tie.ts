import type { Recording } from '../../format.ts';

/** A Pod that fits nowhere at first and then on two nodes alike. */
export const TIE: Recording = {
  name: 'tie',
  namespace: 'lab',
  scenario: { title: 't', steps: [], countAttempts: true },
  commands: [{ at: 0, argv: ['apply', '-f', '-'], exit: 0, stdout: 'pod/web created\n', stderr: '' }],
  watch: [
    {
      at: 0,
      resource: 'pods',
      type: 'ADDED',
      object: {
        metadata: { name: 'web' },
        spec: {
          schedulerName: 'default-scheduler',
          priority: 0,
          containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }],
        },
        status: { phase: 'Pending' },
      },
    },
    {
      at: 1,
      resource: 'pods',
      type: 'MODIFIED',
      object: {
        metadata: { name: 'web' },
        spec: {
          schedulerName: 'default-scheduler',
          priority: 0,
          containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }],
        },
        status: {
          phase: 'Pending',
          nominatedNodeName: 'worker-2',
          conditions: [
            {
              type: 'PodScheduled',
              status: 'False',
              reason: 'Unschedulable',
              message: '0/2 nodes are available: 2 Insufficient cpu.',
            },
          ],
        },
      },
    },
    {
      at: 1,
      resource: 'events',
      type: 'ADDED',
      object: {
        metadata: { name: 'web.18a1f0' },
        type: 'Warning',
        reason: 'FailedScheduling',
        message: '0/2 nodes are available: 2 Insufficient cpu.',
        involvedObject: { kind: 'Pod', name: 'web' },
      },
    },
    {
      at: 2,
      resource: 'events',
      type: 'MODIFIED',
      object: {
        metadata: { name: 'web.18a1f0' },
        type: 'Warning',
        reason: 'FailedScheduling',
        message: '0/2 nodes are available: 2 Insufficient cpu.',
        series: { count: 2 },
        involvedObject: { kind: 'Pod', name: 'web' },
      },
    },
    {
      at: 3,
      resource: 'pods',
      type: 'MODIFIED',
      object: {
        metadata: { name: 'web' },
        spec: {
          schedulerName: 'default-scheduler',
          priority: 0,
          nodeName: 'worker-2',
          containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }],
        },
        status: {
          phase: 'Pending',
          qosClass: 'Burstable',
          conditions: [{ type: 'PodScheduled', status: 'True' }],
        },
      },
    },
    {
      at: 3,
      resource: 'events',
      type: 'ADDED',
      object: {
        metadata: { name: 'web.18a1f1' },
        type: 'Normal',
        reason: 'Scheduled',
        message: 'Successfully assigned lab/web to worker-2',
        involvedObject: { kind: 'Pod', name: 'web' },
      },
    },
    {
      at: 3,
      resource: 'events',
      type: 'ADDED',
      object: {
        metadata: { name: 'web.18a1f2' },
        type: 'Normal',
        reason: 'Pulled',
        message: 'x',
        involvedObject: { kind: 'Pod', name: 'web' },
      },
    },
  ],
  rows: [],
  requests: [],
  cri: [],
  attempts: [
    {
      k: 'filter',
      pod: 'web',
      at: 1,
      all: 2,
      order: ['worker-1', 'worker-2'],
      feasible: [],
      rejected: {
        'worker-1': { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] },
        'worker-2': { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] },
      },
      plugins: ['NodeResourcesFit'],
      preFilter: null,
      nominated: null,
    },
    {
      k: 'preempt',
      pod: 'web',
      at: 1,
      candidates: { 'worker-2': { victims: ['b', 'a'], pdbViolations: 0 } },
      rejected: { 'worker-1': ['No preemption victims found for incoming pod'] },
    },
    {
      k: 'filter',
      pod: 'web',
      at: 3,
      all: 2,
      order: ['worker-1', 'worker-2'],
      feasible: ['worker-2', 'worker-1'],
      rejected: {},
      plugins: null,
      preFilter: null,
      nominated: 'worker-2',
    },
    {
      k: 'score',
      pod: 'web',
      at: 3,
      plugins: {
        NodeResourcesFit: {
          weight: 1,
          raw: { 'worker-1': 50, 'worker-2': 50 },
          normalized: { 'worker-1': 50, 'worker-2': 50 },
        },
        TaintToleration: {
          weight: 3,
          raw: { 'worker-1': 0, 'worker-2': 0 },
          normalized: { 'worker-1': 100, 'worker-2': 100 },
        },
      },
      skipped: ['NodeAffinity'],
    },
    {
      k: 'pick',
      pod: 'web',
      at: 3,
      node: 'worker-2',
      scored: true,
      totals: { 'worker-1': 350, 'worker-2': 350 },
    },
  ],
  final: {
    nodes: [
      {
        metadata: { name: 'worker-1' },
        spec: {
          unschedulable: true,
          taints: [
            { key: 'z', effect: 'NoSchedule' },
            { key: 'a', value: 'b', effect: 'NoExecute' },
          ],
        },
      },
    ],
    persistentvolumeclaims: [
      { metadata: { name: 'data' }, spec: { volumeName: 'pv' }, status: { phase: 'Bound' } },
    ],
  },
};

/** Its comparable form. */
export const TIE_GOLDEN = {
  name: 'tie',
  commands: [{ argv: ['apply', '-f', '-'], exit: 0, stdout: ['pod/web created'], stderr: [] }],
  otherEvents: {},
  nodes: { 'worker-1': { unschedulable: true, taints: ['a=b:NoExecute', 'z:NoSchedule'] } },
  claims: { data: { phase: 'Bound', volume: 'pv', selectedNode: null } },
  timing: {
    pods: { web: { attempts: [1, 3], created: 0, conditions: [1, 3], scheduled: 3 } },
    events: {
      'Pod/web': [
        [1, 'ADDED', 'FailedScheduling', null, '18a1f0'],
        [2, 'MODIFIED', 'FailedScheduling', 2, '18a1f0'],
        [3, 'ADDED', 'Scheduled', null, '18a1f1'],
      ],
    },
  },
  pods: {
    web: {
      node: { oneOf: ['worker-1', 'worker-2'] },
      scheduled: [
        ['False', 'Unschedulable', '0/2 nodes are avaidefaultle: 2 Insufficient cpu.'],
        ['True', null, null],
      ],
      nominated: ['worker-2', null],
      events: [
        ['Warning', 'FailedScheduling', '0/2 nodes are avaidefaultle: 2 Insufficient cpu.'],
        ['Normal', 'Scheduled', 'Successfully assigned default/web to <node>'],
      ],
      deleted: false,
      spec: { schedulerName: 'default-scheduler', priority: 0, requests: { c: { requests: { cpu: '1' } } } },
      disruption: null,
      qosClass: 'Burstable',
      eventObjects: [
        ['FailedScheduling', 2],
        ['Scheduled', null],
      ],
      attemptCount: 2,
    },
  },
  attempts: {
    web: [
      {
        nodes: 2,
        feasible: [],
        rejected: {
          'worker-1': {
            plugin: 'NodeResourcesFit',
            code: 'Unschedudefaultle',
            reasons: ['Insufficient cpu'],
          },
          'worker-2': {
            plugin: 'NodeResourcesFit',
            code: 'Unschedudefaultle',
            reasons: ['Insufficient cpu'],
          },
        },
        rejectedBy: ['NodeResourcesFit'],
        preemption: {
          candidates: { 'worker-2': { victims: ['a', 'b'], pdbViolations: 0 } },
          rejected: { 'worker-1': ['No preemption victims found for incoming pod'] },
        },
      },
      {
        nodes: 2,
        feasible: ['worker-1', 'worker-2'],
        rejected: {},
        rejectedBy: [],
        nominated: 'worker-2',
        scores: {
          'worker-1': { NodeResourcesFit: [50, 50, 50], TaintToleration: [0, 100, 300] },
          'worker-2': { NodeResourcesFit: [50, 50, 50], TaintToleration: [0, 100, 300] },
        },
        weights: { NodeResourcesFit: 1, TaintToleration: 3 },
        scoreSkipped: ['NodeAffinity'],
        chosen: ['worker-1', 'worker-2'],
        totals: { 'worker-1': 350, 'worker-2': 350 },
      },
    ],
  },
};
