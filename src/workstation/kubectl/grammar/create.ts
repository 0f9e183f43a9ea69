import type { CommandSpec } from './command.ts';
import { bool, duration, int32, int64, stringArray, strings, text } from './flag.ts';
import { DRY_RUN, PRINT, SAVE_CONFIG, SELECTOR, VALIDATE, command, fieldManager, files } from './shared.ts';
import { APPEND_HASH, FROM_FILES, IMAGE, RULES, SUBJECTS, make } from './create-parts.ts';
import { SECRET } from './create-secret.ts';
import { SERVICE } from './create-service.ts';

/** `kubectl create` and its generators. */
export const CREATE: CommandSpec = command(
  'create',
  '-f FILENAME',
  'Create a resource from a file or from stdin',
  {
    args: 'none',
    flags: [
      ...DRY_RUN,
      bool('edit', 'Edit the API resource before creating'),
      fieldManager('kubectl-create'),
      ...files('to use to create the resource'),
      ...PRINT,
      text('raw', 'Raw URI to POST to the server.  Uses the transport specified by the kubeconfig file.'),
      SAVE_CONFIG,
      SELECTOR,
      ...VALIDATE,
      bool(
        'windows-line-endings',
        'Only relevant if --edit=true. Defaults to the line ending native to your platform.',
      ),
    ],
    commands: [
      make(
        'clusterrole',
        'NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--dry-run=server|client|none]',
        'Create a cluster role',
        [
          stringArray('aggregation-rule', 'An aggregation label selector for combining ClusterRoles.'),
          strings('non-resource-url', 'A partial url that user should have access to.'),
          ...RULES,
        ],
      ),
      make(
        'clusterrolebinding',
        'NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
        'Create a cluster role binding for a particular cluster role',
        [text('clusterrole', 'ClusterRole this ClusterRoleBinding should reference'), ...SUBJECTS],
        { requiredFlags: ['clusterrole'] },
      ),
      make(
        'configmap',
        'NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
        'Create a config map from a local file, directory or literal value',
        [APPEND_HASH('configmap'), ...FROM_FILES],
        { aliases: ['cm'] },
      ),
      make(
        'cronjob',
        "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...] [flags]",
        'Create a cron job with the specified name',
        [
          IMAGE,
          text('restart', "job's restart policy. supported values: OnFailure, Never"),
          text('schedule', 'A schedule in the Cron format the job should be run with.'),
        ],
        { aliases: ['cj'], requiredFlags: ['image', 'schedule'] },
      ),
      make(
        'deployment',
        'NAME --image=image -- [COMMAND] [args...]',
        'Create a deployment with the specified name',
        [
          strings(
            'image',
            'Image names to run. A deployment can have multiple images set for multi-container pod.',
          ),
          int32('port', 'The containerPort that this deployment exposes.', { default: '-1' }),
          int32('replicas r', 'Number of replicas to create. Default is 1.', { default: '1' }),
        ],
        { aliases: ['deploy'], requiredFlags: ['image'] },
      ),
      make(
        'ingress',
        'NAME --rule=host/path=service:port[,tls[=secret]]',
        'Create an ingress with the specified name',
        [
          stringArray(
            'annotation',
            'Annotation to insert in the ingress object, in the format annotation=value',
          ),
          text('class', 'Ingress Class to be used'),
          text('default-backend', 'Default service for backend, in format of svcname:port'),
          stringArray(
            'rule',
            "Rule in format host/path=service:port[,tls=secretname]. Paths containing the leading character '*' are considered pathType=Prefix. tls argument is optional.",
          ),
        ],
        { aliases: ['ing'] },
      ),
      make(
        'job',
        'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]',
        'Create a job with the specified name',
        [text('from', 'The name of the resource to create a Job from (only cronjob is supported).'), IMAGE],
      ),
      make(
        'namespace',
        'NAME [--dry-run=server|client|none]',
        'Create a namespace with the specified name',
        [],
        { aliases: ['ns'] },
      ),
      make(
        'poddisruptionbudget',
        'NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]',
        'Create a pod disruption budget with the specified name',
        [
          text(
            'max-unavailable',
            'The maximum number or percentage of unavailable pods this budget requires.',
          ),
          text('min-available', 'The minimum number or percentage of available pods this budget requires.'),
          text(
            'selector',
            'A label selector to use for this budget. Only equality-based selector requirements are supported.',
          ),
        ],
        { aliases: ['pdb'] },
      ),
      make(
        'priorityclass',
        'NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]',
        'Create a priority class with the specified name',
        [
          text(
            'description',
            'description is an arbitrary string that usually provides guidelines on when this priority class should be used.',
          ),
          bool(
            'global-default',
            'global-default specifies whether this PriorityClass should be considered as the default priority.',
          ),
          text(
            'preemption-policy',
            'preemption-policy is the policy for preempting pods with lower priority.',
            { default: 'PreemptLowerPriority' },
          ),
          int32('value', 'the value of this priority class.'),
        ],
        { aliases: ['pc'], requiredFlags: ['value'] },
      ),
      make(
        'quota',
        'NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]',
        'Create a quota with the specified name',
        [
          text('hard', 'A comma-delimited set of resource=quantity pairs that define a hard limit.'),
          text(
            'scopes',
            'A comma-delimited set of quota scopes that must all match each object tracked by the quota.',
          ),
        ],
        { aliases: ['resourcequota'] },
      ),
      make(
        'role',
        'NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] [--dry-run=server|client|none]',
        'Create a role with single rule',
        RULES,
      ),
      make(
        'rolebinding',
        'NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]',
        'Create a role binding for a particular role or cluster role',
        [
          text('clusterrole', 'ClusterRole this RoleBinding should reference'),
          text('role', 'Role this RoleBinding should reference'),
          ...SUBJECTS,
        ],
      ),
      SECRET,
      SERVICE,
      make(
        'serviceaccount',
        'NAME [--dry-run=server|client|none]',
        'Create a service account with the specified name',
        [],
        { aliases: ['sa'] },
      ),
      command('token', 'SERVICE_ACCOUNT_NAME', 'Request a service account token', {
        args: 'words',
        flags: [
          stringArray(
            'audience',
            'Audience of the requested token. If unset, defaults to requesting a token for use with the Kubernetes API server. May be repeated to request a token valid for multiple audiences.',
          ),
          text(
            'bound-object-kind',
            'Kind of an object to bind the token to. Supported kinds are Node, Pod, Secret. If set, --bound-object-name must be provided.',
          ),
          text(
            'bound-object-name',
            'Name of an object to bind the token to. The token will expire when the object is deleted. Requires --bound-object-kind.',
          ),
          text(
            'bound-object-uid',
            'UID of an object to bind the token to. Requires --bound-object-kind and --bound-object-name. If unset, the UID of the existing object is used.',
          ),
          duration(
            'duration',
            'Requested lifetime of the issued token. If not set or if set to 0, the lifetime will be determined by the server automatically. The server may return a token with a longer or shorter lifetime.',
          ),
          ...PRINT,
        ],
      }),
    ],
  },
);

/** `kubectl run` and `kubectl expose`. */
export const MAKING_COMMANDS: readonly CommandSpec[] = [
  CREATE,
  command(
    'expose',
    '(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]',
    'Take a replication controller, service, deployment or pod and expose it as a new Kubernetes service',
    {
      args: 'resources',
      flags: [
        text(
          'cluster-ip',
          "ClusterIP to be assigned to the service. Leave empty to auto-allocate, or set to 'None' to create a headless service.",
        ),
        ...DRY_RUN,
        text(
          'external-ip',
          'Additional external IP address (not managed by Kubernetes) to accept for the service. If this IP is routed to a node, the service can be accessed by this IP in addition to its generated service IP.',
        ),
        fieldManager('kubectl-expose'),
        ...files('identifying the resource to expose a service'),
        text('labels l', 'Labels to apply to the service created by this call.'),
        text(
          'load-balancer-ip',
          'IP to assign to the LoadBalancer. If empty, an ephemeral IP will be created and used (cloud-provider specific).',
        ),
        text('name', 'The name for the newly created object.'),
        ...PRINT,
        text(
          'override-type',
          'The method used to override the generated object: json, merge, or strategic.',
          { default: 'merge' },
        ),
        text(
          'overrides',
          'An inline JSON override for the generated object. If this is non-empty, it is used to override the generated object. Requires that the object supply a valid apiVersion field.',
        ),
        text(
          'port',
          'The port that the service should serve on. Copied from the resource being exposed, if unspecified',
        ),
        text('protocol', "The network protocol for the service to be created. Default is 'TCP'."),
        SAVE_CONFIG,
        text(
          'selector',
          'A label selector to use for this service. Only equality-based selector requirements are supported. If empty (the default) infer the selector from the replication controller or replica set.)',
        ),
        text(
          'session-affinity',
          "If non-empty, set the session affinity for the service to this; legal values: 'None', 'ClientIP'",
        ),
        text(
          'target-port',
          'Name or number for the port on the container that the service should direct traffic to. Optional.',
        ),
        text(
          'type',
          "Type for this service: ClusterIP, NodePort, LoadBalancer, or ExternalName. Default is 'ClusterIP'.",
          { values: ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'] },
        ),
      ],
    },
  ),
  command(
    'run',
    'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]',
    'Run a particular image on the cluster',
    {
      args: 'words',
      requiredFlags: ['image'],
      flags: [
        stringArray('annotations', 'Annotations to apply to the pod.'),
        bool(
          'attach',
          "If true, wait for the Pod to start running, and then attach to the Pod as if 'kubectl attach ...' were called.  Default false, unless '-i/--stdin' is set, in which case the default is true. With '--restart=Never' the exit code of the container process is returned.",
        ),
        bool(
          'command',
          "If true and extra arguments are present, use them as the 'command' field in the container, rather than the 'args' field which is the default.",
        ),
        ...DRY_RUN,
        stringArray('env', 'Environment variables to set in the container.'),
        bool('expose', 'If true, create a ClusterIP service associated with the pod.  Requires `--port`.'),
        fieldManager('kubectl-run'),
        text('image', 'The image for the container to run.'),
        text(
          'image-pull-policy',
          'The image pull policy for the container.  If left empty, this value will not be specified by the client and defaulted by the server.',
        ),
        text('labels l', 'Comma separated labels to apply to the pod. Will override previous values.'),
        bool(
          'leave-stdin-open',
          'If the pod is started in interactive mode or with stdin, leave stdin open after the first attach completes. By default, stdin will be closed after the first attach completes.',
        ),
        ...PRINT,
        text(
          'override-type',
          'The method used to override the generated object: json, merge, or strategic.',
          { default: 'merge' },
        ),
        text(
          'overrides',
          'An inline JSON override for the generated object. If this is non-empty, it is used to override the generated object. Requires that the object supply a valid apiVersion field.',
        ),
        duration(
          'pod-running-timeout',
          'The length of time (like 5s, 2m, or 3h, higher than zero) to wait until at least one pod is running',
          { default: '1m0s' },
        ),
        text('port', 'The port that this container exposes.'),
        bool('privileged', 'If true, run the container in privileged mode.'),
        bool('quiet q', 'If true, suppress prompt messages.'),
        text('restart', 'The restart policy for this Pod.  Legal values [Always, OnFailure, Never].', {
          default: 'Always',
          values: ['Always', 'OnFailure', 'Never'],
        }),
        bool(
          'rm',
          "If true, delete the pod after it exits.  Only valid when attaching to the container, e.g. with '--attach' or with '-i/--stdin'.",
        ),
        SAVE_CONFIG,
        bool('stdin i', 'Keep stdin open on the container in the pod, even if nothing is attached.'),
        bool('tty t', 'Allocate a TTY for the container in the pod.'),
        text(
          'cascade',
          'Must be "background", "orphan", or "foreground". Selects the deletion cascading strategy for the dependents (e.g. Pods created by a ReplicationController). Defaults to background.',
          { default: 'background', bare: 'background' },
        ),
        ...files('to use to replace the resource.'),
        bool(
          'force',
          'If true, immediately remove resources from API and bypass graceful deletion. Note that immediate deletion of some resources may result in inconsistency or data loss and requires confirmation.',
        ),
        int64(
          'grace-period',
          'Period of time in seconds given to the resource to terminate gracefully. Ignored if negative. Set to 1 for immediate shutdown. Can only be set to 0 when --force is true (force deletion).',
          { default: '-1' },
        ),
        duration(
          'timeout',
          'The length of time to wait before giving up on a delete, zero means determine a timeout from the size of the object',
        ),
        bool('wait', 'If true, wait for resources to be gone before returning. This waits for finalizers.'),
      ],
    },
  ),
];
