import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, duration, int, int64, stringArray, strings, text } from './flag.ts';
import {
  ALL_NAMESPACES,
  CHUNK_SIZE,
  DRY_RUN,
  LOCAL,
  PRINT,
  SAVE_CONFIG,
  SELECTOR,
  command,
  fieldManager,
  files,
} from './shared.ts';

const ROLLED_ONE_BY_ONE = new Set(['pause', 'restart', 'resume']);
const rolling = (name: string, short: string, flags: readonly FlagSpec[]): CommandSpec =>
  command(name, ROLLED_ONE_BY_ONE.has(name) ? 'RESOURCE' : '(TYPE NAME | TYPE/NAME) [flags]', short, {
    args: 'resources',
    flags,
  });

const ROLLOUT: CommandSpec = command('rollout', 'SUBCOMMAND', 'Manage the rollout of a resource', {
  alone: 'error on stdout',
  commands: [
    rolling('history', 'View rollout history', [
      ...files('identifying the resource to get from a server.'),
      ...PRINT,
      int64('revision', 'See the details, including podTemplate of the revision specified'),
      SELECTOR,
    ]),
    rolling('pause', 'Mark the provided resource as paused', [
      fieldManager('kubectl-rollout'),
      ...files('identifying the resource to get from a server.'),
      ...PRINT,
      SELECTOR,
    ]),
    rolling('restart', 'Restart a resource', [
      fieldManager('kubectl-rollout'),
      ...files('identifying the resource to get from a server.'),
      ...PRINT,
      SELECTOR,
    ]),
    rolling('resume', 'Resume a paused resource', [
      fieldManager('kubectl-rollout'),
      ...files('identifying the resource to get from a server.'),
      ...PRINT,
      SELECTOR,
    ]),
    rolling('status', 'Show the status of the rollout', [
      ...files('identifying the resource to get from a server.'),
      int64('revision', 'Pin to a specific revision for showing its status. Defaults to 0 (last revision).'),
      SELECTOR,
      duration(
        'timeout',
        'The length of time to wait before ending watch, zero means never. Any other values should contain a corresponding time unit (e.g. 1s, 2m, 3h).',
      ),
      bool('watch w', "Watch the status of the rollout until it's done.", { default: 'true' }),
    ]),
    rolling('undo', 'Undo a previous rollout', [
      ...DRY_RUN,
      ...files('identifying the resource to get from a server.'),
      ...PRINT,
      SELECTOR,
      int64('to-revision', 'The revision to rollback to. Default to 0 (last revision).'),
    ]),
  ],
});

const CONTAINERS = text(
  'containers c',
  'The names of containers in the selected pod templates to change - may use wildcards',
  { default: '*' },
);
const setting = (name: string, use: string, short: string, flags: readonly FlagSpec[]): CommandSpec =>
  command(name, use, short, {
    args: 'resources',
    flags: [
      ...DRY_RUN,
      fieldManager('kubectl-set'),
      ...files('identifying the resource to get from a server.'),
      LOCAL,
      ...PRINT,
      ...flags,
    ],
  });
const ALL = bool('all', 'Select all resources in the namespace of the specified resource types');

const SET: CommandSpec = command('set', 'SUBCOMMAND', 'Set specific features on objects', {
  commands: [
    setting(
      'env',
      'RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
      'Update environment variables on a pod template',
      [
        ALL,
        CONTAINERS,
        stringArray(
          'env e',
          'Specify a key-value pair for an environment variable to set into each container.',
        ),
        text('from', 'The name of a resource from which to inject environment variables'),
        strings('keys', 'Comma-separated list of keys to import from specified resource'),
        bool(
          'list',
          'If true, display the environment and any changes in the standard format. this flag will removed when we have kubectl view env.',
        ),
        bool(
          'overwrite',
          'If true, allow environment to be overwritten, otherwise reject updates that overwrite existing environment.',
          { default: 'true' },
        ),
        text('prefix', 'Prefix to append to variable names'),
        bool('resolve', 'If true, show secret or configmap references when listing variables'),
        SELECTOR,
      ],
    ),
    setting(
      'image',
      '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
      'Update the image of a pod template',
      [ALL, SELECTOR],
    ),
    setting(
      'resources',
      '(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]',
      'Update resource requests/limits on objects with pod templates',
      [
        ALL,
        CONTAINERS,
        text(
          'limits',
          "The resource requirement requests for this container.  For example, 'cpu=100m,memory=256Mi'.  Note that server side components may assign requests depending on the server configuration, such as limit ranges.",
        ),
        text(
          'requests',
          "The resource requirement requests for this container.  For example, 'cpu=100m,memory=256Mi'.  Note that server side components may assign requests depending on the server configuration, such as limit ranges.",
        ),
        SELECTOR,
      ],
    ),
    setting(
      'selector',
      '(-f FILENAME | TYPE NAME) EXPRESSIONS [--resource-version=version]',
      'Set the selector on a resource',
      [
        { ...ALL, default: 'false' },
        text(
          'resource-version',
          'If non-empty, the selectors update will only succeed if this is the current resource-version for the object. Only valid when specifying a single resource.',
        ),
      ],
    ),
    setting(
      'serviceaccount',
      '(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
      'Update the service account of a resource',
      [ALL],
    ),
    setting(
      'subject',
      '(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
      'Update the user, group, or service account in a role binding or cluster role binding',
      [
        ALL,
        stringArray('group', 'Groups to bind to the role'),
        SELECTOR,
        stringArray('serviceaccount', 'Service accounts to bind to the role'),
        stringArray('user', 'Usernames to bind to the role'),
      ],
    ),
  ],
});

const TOP_LONG = `Display resource (CPU/memory) usage.

 This command provides a view of recent resource consumption for nodes and pods. It fetches metrics from the Metrics Server, which aggregates this data from the kubelet on each node. The Metrics Server must be installed and running in the cluster for this command to work.

 The metrics shown are specifically optimized for Kubernetes autoscaling decisions, such as those made by the Horizontal Pod Autoscaler (HPA) and Vertical Pod Autoscaler (VPA). Because of this, the values may not match those from standard OS tools like 'top', as the metrics are designed to provide a stable signal for autoscalers rather than for pinpoint accuracy.

 FAQ for Metrics Server: https://github.com/kubernetes-sigs/metrics-server/blob/master/FAQ.md

 When to use this command:

  * For on-the-fly spot-checks of resource usage (e.g. identify which pods are consuming the most resources at a glance, or get a quick sense of the load on your nodes)
  * Understand current resource consumption patterns
  * Validate the behavior of your HPA or VPA configurations by seeing the metrics they use for scaling decisions.

 It is not intended to be a replacement for full-featured monitoring solutions. Its primary design goal is to provide a low-overhead signal for autoscalers, not to be a perfectly accurate monitoring tool. For high-accuracy reporting, historical analysis, dashboarding, or alerting, you should use a dedicated monitoring solution.`;

/** Commands about workloads' size, template and history. */
export const WORKLOAD_COMMANDS: readonly CommandSpec[] = [
  ROLLOUT,
  SET,
  command(
    'scale',
    '[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)',
    'Set a new size for a deployment, replica set, or replication controller',
    {
      args: 'resources',
      flags: [
        bool('all', 'Select all resources in the namespace of the specified resource types'),
        int(
          'current-replicas',
          'Precondition for current size. Requires that the current size of the resource match this value in order to scale. -1 (default) for no condition.',
          { default: '-1' },
        ),
        ...DRY_RUN,
        ...files('identifying the resource to set a new size'),
        ...PRINT,
        int('replicas', 'The new desired number of replicas. Required.'),
        text(
          'resource-version',
          'Precondition for resource version. Requires that the current resource version match this value in order to scale.',
        ),
        SELECTOR,
        duration(
          'timeout',
          "The length of time to wait before giving up on a scale operation, zero means don't wait. Any other values should contain a corresponding time unit (e.g. 1s, 2m, 3h).",
        ),
      ],
      requiredFlags: ['replicas'],
    },
  ),
  command(
    'autoscale',
    '(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [--memory=MEMORY]',
    'Auto-scale a deployment, replica set, stateful set, or replication controller',
    {
      args: 'resources',
      flags: [
        text(
          'cpu',
          'Target CPU utilization over all the pods. When specified as a percentage (e.g."70%" for 70% of requested CPU) it will target average utilization. When specified as quantity (e.g."500m" for 500 milliCPU) it will target average value. Value without units is treated as a quantity with miliCPU being the unit (e.g."500" is "500m").',
        ),
        int(
          'cpu-percent',
          "The target average CPU utilization (represented as a percent of requested CPU) over all the pods. If it's not specified or negative, a default autoscaling policy will be used.",
          {
            default: '-1',
            deprecated:
              "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
          },
        ),
        ...DRY_RUN,
        fieldManager('kubectl-autoscale'),
        ...files('identifying the resource to autoscale.'),
        int('max', 'The upper limit for the number of pods that can be set by the autoscaler. Required.', {
          default: '-1',
        }),
        text(
          'memory',
          'Target memory utilization over all the pods. When specified as a percentage (e.g."60%" for 60% of requested memory) it will target average utilization. When specified as quantity (e.g."200Mi" for 200 MiB, "1Gi" for 1 GiB) it will target average value. Value without units is treated as a quantity with mebibytes being the unit (e.g."200" is "200Mi").',
        ),
        int(
          'min',
          "The lower limit for the number of pods that can be set by the autoscaler. If it's not specified or negative, the server will apply a default value.",
          { default: '-1' },
        ),
        text(
          'name',
          'The name for the newly created object. If not specified, the name of the input resource will be used.',
        ),
        ...PRINT,
        SAVE_CONFIG,
      ],
      requiredFlags: ['max'],
    },
  ),
  command('top', '', 'Display resource (CPU/memory) usage', {
    long: TOP_LONG,
    commands: [
      command('node', '[NAME | -l label]', 'Display resource (CPU/memory) usage of nodes', {
        aliases: ['nodes', 'no'],
        args: 'node',
        flags: [
          bool('no-headers', 'If present, print output without headers'),
          SELECTOR,
          bool(
            'show-capacity',
            'Print node resources based on Capacity instead of Allocatable(default) of the nodes.',
          ),
          bool('show-swap', 'Print node resources related to swap memory.'),
          text(
            'sort-by',
            "If non-empty, sort nodes list using specified field. The field can be either 'cpu' or 'memory'.",
          ),
          bool('use-protocol-buffers', 'Enables using protocol-buffers to access Metrics API.', {
            default: 'true',
          }),
        ],
      }),
      command('pod', '[NAME | -l label]', 'Display resource (CPU/memory) usage of pods', {
        aliases: ['pods', 'po'],
        args: 'pod',
        flags: [
          ALL_NAMESPACES,
          bool('containers', 'If present, print usage of containers within a pod.'),
          text(
            'field-selector',
            "Selector (field query) to filter on, supports '=', '==', and '!='.(e.g. --field-selector key1=value1,key2=value2). The server only supports a limited number of field queries per type.",
          ),
          bool('no-headers', 'If present, print output without headers.'),
          SELECTOR,
          bool('show-swap', 'Print pod resources related to swap memory.'),
          text(
            'sort-by',
            "If non-empty, sort pods list using specified field. The field can be either 'cpu' or 'memory'.",
          ),
          bool('sum', 'Print the sum of the resource usage'),
          bool('use-protocol-buffers', 'Enables using protocol-buffers to access Metrics API.', {
            default: 'true',
          }),
        ],
      }),
    ],
  }),
];

/** Commands about nodes. */
export const NODE_COMMANDS: readonly CommandSpec[] = [
  command('cordon', 'NODE', 'Mark node as unschedulable', { args: 'node', flags: [...DRY_RUN, SELECTOR] }),
  command('uncordon', 'NODE', 'Mark node as schedulable', { args: 'node', flags: [...DRY_RUN, SELECTOR] }),
  command('drain', 'NODE', 'Drain node in preparation for maintenance', {
    args: 'node',
    flags: [
      CHUNK_SIZE,
      bool(
        'delete-emptydir-data',
        'Continue even if there are pods using emptyDir (local data that will be deleted when the node is drained).',
      ),
      bool(
        'disable-eviction',
        'Force drain to use delete, even if eviction is supported. This will bypass checking PodDisruptionBudgets, use with caution.',
      ),
      ...DRY_RUN,
      bool('force', 'Continue even if there are pods that do not declare a controller.'),
      int(
        'grace-period',
        'Period of time in seconds given to each pod to terminate gracefully. If negative, the default value specified in the pod will be used.',
        { default: '-1' },
      ),
      bool('ignore-daemonsets', 'Ignore DaemonSet-managed pods.'),
      text('pod-selector', 'Label selector to filter pods on the node'),
      SELECTOR,
      int(
        'skip-wait-for-delete-timeout',
        'If pod DeletionTimestamp older than N seconds, skip waiting for the pod.  Seconds must be greater than 0 to skip.',
      ),
      duration('timeout', 'The length of time to wait before giving up, zero means infinite'),
    ],
  }),
  command(
    'taint',
    'NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N',
    'Update the taints on one or more nodes',
    {
      args: 'resources',
      flags: [
        bool('all', 'Select all nodes in the cluster'),
        ...DRY_RUN,
        fieldManager('kubectl-taint'),
        bool(
          'overwrite',
          'If true, allow taints to be overwritten, otherwise reject taint updates that overwrite existing taints.',
        ),
        ...PRINT,
        SELECTOR,
      ],
    },
  ),
];
