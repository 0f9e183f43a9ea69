/** The comparable form of `ROLLOUT`. */
export const ROLLOUT_GOLDEN = {
  name: 'rollout',
  commands: [
    { argv: ['apply', '-f', '-'], fault: null, exit: 0, stdout: ['deployment.apps/web created'], stderr: [] },
    { argv: null, fault: { image: { remove: 'nginx:1.24' } }, exit: 0, stdout: [], stderr: [] },
    {
      argv: ['get', 'pods', '-o', 'wide'],
      fault: null,
      exit: 0,
      stdout: [
        'NAME READY STATUS RESTARTS AGE IP NODE',
        'web-<hash1>-<pod2> 0/1 OOMKilled 1 (<age> ago) <age> <ip> worker-2',
        'web-<hash1>-<pod1> 1/1 Running 0 <age> <none> worker-1',
      ],
      stderr: [],
    },
    {
      argv: ['describe', 'rs', 'web-6f8b9c7d5'],
      fault: null,
      exit: 0,
      stdout: [
        'Events:',
        '  Normal SuccessfulCreate <age> (x<n> over <age>) replicaset-controller Created pod: web-<hash1>-<pod1>',
        '  Normal SuccessfulCreate <age> replicaset-controller Created pod: web-<hash1>-<pod2>',
      ],
      stderr: [],
    },
  ],
  pods: {
    'web-<hash1>-<pod2>': {
      fields: {
        phase: ['Pending'],
        reason: [],
        qosClass: [],
        bound: [false, true],
        deleting: [false],
        podIP: [false],
        'container.web.state': ['terminated:OOMKilled:137:9'],
        'container.web.restartCount': [1],
        'container.web.ready': [false],
        'container.web.started': [false],
      },
      timing: {
        phase: [0.1],
        bound: [0.1, 0.4],
        deleting: [0.1],
        podIP: [0.1],
        'container.web.state': [0.4],
        'container.web.restartCount': [0.4],
        'container.web.ready': [0.4],
        'container.web.started': [0.4],
      },
      deleted: false,
    },
    'web-<hash1>-<pod1>': {
      fields: {
        phase: ['Pending', 'Running', 'Succeeded'],
        reason: [],
        qosClass: [],
        bound: [false, true],
        deleting: [false, true],
        podIP: [false, true, false],
        'condition.PodReadyToStartContainers': ['False', 'True'],
        'condition.PodScheduled': ['True'],
        'container.web.state': ['waiting:ContainerCreating', 'running'],
        'container.web.restartCount': [0],
        'container.web.ready': [false, true],
        'container.web.started': [false, true],
      },
      timing: {
        phase: [0.2, 1.5, 3],
        bound: [0.2, 0.3],
        deleting: [0.2, 2],
        podIP: [0.2, 1.5, 3],
        'condition.PodReadyToStartContainers': [0.3, 1.5],
        'condition.PodScheduled': [0.3],
        'container.web.state': [0.3, 1.5],
        'container.web.restartCount': [0.3],
        'container.web.ready': [0.3, 1.5],
        'container.web.started': [0.3, 1.5],
      },
      deleted: true,
    },
  },
  requests: {
    'kubernetes-admin': ['list pods 200', 'create deployments/web 201'],
    'deployment-controller': [
      'create replicasets/web-<hash1> 201',
      'update deployments/status/web 200',
      'update deployments/status/web 409',
      'update deployments/status/web 200',
    ],
    'replicaset-controller': ['create pods 201'],
    'kube-scheduler': ['create pods/binding/web-<hash1>-<pod1> 201'],
    kubelet: [
      'patch pods/status/web-<hash1>-<pod1> 200',
      'patch pods/status/web-<hash1>-<pod2> 200',
      'patch pods/status/web-<hash1>-<pod1> 200',
    ],
  },
  cri: {
    'web-<hash1>-<pod1>': [
      'RunPodSandbox',
      'RunPodSandbox.done',
      'StopContainer web timeout=30',
      'RemoveContainer web',
    ],
  },
  rows: {
    'web-<hash1>-<pod1>': ['0/1 Pending 0', '1/1 Running 0'],
    'web-<hash1>-<pod2>': ['0/1 OOMKilled 1'],
  },
  events: {
    'ReplicaSet/web-<hash1>': [
      ['Normal', 'SuccessfulCreate', 'replicaset-controller', 'Created pod: web-<hash1>-<pod2>'],
      ['Normal', 'SuccessfulCreate', 'replicaset-controller', 'Created pod: web-<hash1>-<pod1>'],
    ],
    'Pod/web-<hash1>-<pod1>': [
      [
        'Normal',
        'Scheduled',
        'default-scheduler',
        'Successfully assigned default/web-<hash1>-<pod1> to worker-1',
      ],
      ['Normal', 'Killing', 'kubelet', 'Stopping container web'],
      ['Normal', 'Killing', 'kubelet', 'Stopping container log'],
    ],
  },
  conditions: {
    'deployments/web': {
      Progressing: ['True:NewReplicaSetCreated', 'True:ReplicaSetUpdated'],
      Available: ['False:MinimumReplicasUnavailable'],
    },
    'replicasets/web-<hash1>': {},
  },
  final: {
    'pods/web-<hash1>-<pod2>': {
      metadata: { name: 'web-<hash1>-<pod2>', generateName: 'web-<hash1>-' },
      spec: { nodeName: 'worker-2' },
      status: { phase: 'Running', resources: { limits: { memory: '9007199254740988Ki' } } },
    },
    'endpointslices/web-abcde': { metadata: { name: 'web-abcde', generation: 3 }, endpoints: [{}] },
  },
};

/** What of it is compared. */
export const ROLLOUT_FACETS = {
  commands: [
    { argv: ['apply', '-f', '-'], exit: 0, stdout: ['deployment.apps/web created'], stderr: [] },
    {
      argv: ['get', 'pods', '-o', 'wide'],
      exit: 0,
      stdout: [
        'NAME READY STATUS RESTARTS AGE IP NODE',
        'web-<hash1>-<pod1> 1/1 Running 0 <age> <none> worker-1',
        'web-<hash1>-<pod2> 0/1 OOMKilled 1 (<age> ago) <age> <ip> worker-2',
      ],
      stderr: [],
    },
    {
      argv: ['describe', 'rs', 'web-6f8b9c7d5'],
      exit: 0,
      stdout: [
        'Events:',
        '  Normal SuccessfulCreate <age> replicaset-controller Created pod: web-<hash1>-<pod1>',
        '  Normal SuccessfulCreate <age> replicaset-controller Created pod: web-<hash1>-<pod2>',
      ],
      stderr: [],
    },
  ],
  rows: {
    'web-<hash1>-<pod1>': ['0/1 Pending 0', '1/1 Running 0'],
    'web-<hash1>-<pod2>': ['0/1 OOMKilled 1'],
  },
  events: {
    'ReplicaSet/web-<hash1>': [
      ['Normal', 'SuccessfulCreate', 'replicaset-controller', 'Created pod: web-<hash1>-<pod1>'],
      ['Normal', 'SuccessfulCreate', 'replicaset-controller', 'Created pod: web-<hash1>-<pod2>'],
    ],
    'Pod/web-<hash1>-<pod1>': [
      [
        'Normal',
        'Scheduled',
        'default-scheduler',
        'Successfully assigned default/web-<hash1>-<pod1> to worker-1',
      ],
      ['Normal', 'Killing', 'kubelet', 'Stopping container log'],
      ['Normal', 'Killing', 'kubelet', 'Stopping container web'],
    ],
  },
  conditions: {
    'deployments/web': {
      Progressing: ['True:NewReplicaSetCreated', 'True:ReplicaSetUpdated'],
      Available: ['False:MinimumReplicasUnavailable'],
    },
    'replicasets/web-<hash1>': {},
  },
  final: {
    'pods/web-<hash1>-<pod2>': {
      metadata: { name: 'web-<hash1>-<pod2>', generateName: 'web-<hash1>-' },
      spec: { nodeName: 'worker-2' },
      status: { phase: 'Running' },
    },
    'endpointslices/web-abcde': { metadata: { name: 'web-abcde' }, endpoints: [{}] },
  },
  requests: {
    'kubernetes-admin': { 'deployments/web': ['create 201'] },
    'deployment-controller': {
      'replicasets/web-<hash1>': ['create 201'],
      'deployments/web': ['update/status 200'],
    },
    'replicaset-controller': { pods: ['create 201'] },
    'kube-scheduler': { 'pods/web-<hash1>-<pod1>': ['create/binding 201'] },
    kubelet: {
      'pods/web-<hash1>-<pod1>': ['patch/status 200'],
      'pods/web-<hash1>-<pod2>': ['patch/status 200'],
    },
  },
  cri: { 'web-<hash1>-<pod1>': ['RunPodSandbox', 'RunPodSandbox.done', 'StopContainer web timeout=30'] },
  fields: {
    'web-<hash1>-<pod2>': {
      phase: ['Pending'],
      reason: [],
      qosClass: [],
      bound: [false, true],
      deleting: [false],
      podIP: [false],
      'container.web.state': ['terminated:OOMKilled:137:9'],
      'container.web.restartCount': [1],
      'container.web.ready': [false],
      'container.web.started': [false],
    },
    'web-<hash1>-<pod1>': {
      phase: ['Pending', 'Running', 'Succeeded'],
      reason: [],
      qosClass: [],
      bound: [false, true],
      deleting: [false, true],
      podIP: [false, true, false],
      'condition.PodReadyToStartContainers': ['True'],
      'condition.PodScheduled': ['True'],
      'container.web.state': ['waiting:ContainerCreating', 'running'],
      'container.web.restartCount': [0],
      'container.web.ready': [false, true],
      'container.web.started': [false, true],
    },
  },
};
