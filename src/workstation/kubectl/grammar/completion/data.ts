/**
 * What a command's arguments are completed with.
 * `any`: types, then names of that type, or TYPE/NAME one after the other; `types` instead of all: only these are offered.
 * `target`: Pods and what has Pods, as TYPE/NAME; `containers`: then a container.
 * `names`: one name of that type. `config`: one entry of the kubeconfig.
 */
export type Arguments =
  | { readonly kind: 'any'; readonly types?: readonly string[]; readonly once?: boolean }
  | { readonly kind: 'target'; readonly containers?: boolean }
  | { readonly kind: 'names'; readonly type: string }
  | { readonly kind: 'config'; readonly entries: ConfigEntries }
  | { readonly kind: 'copy' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** A list of the kubeconfig's. */
export type ConfigEntries = 'clusters' | 'contexts' | 'users';

const ANY: Arguments = { kind: 'any' };
const NODE: Arguments = { kind: 'names', type: 'nodes' };
const CONTEXT: Arguments = { kind: 'config', entries: 'contexts' };
const TARGET: Arguments = { kind: 'target' };
const any = (...types: readonly string[]): Arguments => ({ kind: 'any', types });
const SETS = ['deployment', 'daemonset', 'statefulset'];

/** By a command's words; a command that is not here completes no argument. Models the ValidArgsFunction of kubectl's commands (1.36). */
export const ARGUMENTS: Readonly<Record<string, Arguments>> = {
  get: ANY,
  describe: ANY,
  'apply edit-last-applied': ANY,
  'apply view-last-applied': ANY,
  delete: ANY,
  patch: ANY,
  edit: ANY,
  label: ANY,
  annotate: ANY,
  debug: ANY,
  expose: any('pod', 'service', 'replicationcontroller', 'deployment', 'replicaset'),
  scale: any('deployment', 'replicaset', 'replicationcontroller', 'statefulset'),
  autoscale: any('deployment', 'replicaset', 'replicationcontroller', 'statefulset'),
  'rollout history': any(...SETS),
  'rollout pause': any('deployment'),
  'rollout restart': any(...SETS),
  'rollout resume': any('deployment'),
  'rollout status': { kind: 'any', types: SETS, once: true },
  'rollout undo': any(...SETS),
  'set image': {
    kind: 'any',
    types: [
      'daemonsets',
      'deployments',
      'pods',
      'cronjobs',
      'replicasets',
      'replicationcontrollers',
      'statefulsets',
    ],
    once: true,
  },
  taint: any('node'),
  logs: { kind: 'target', containers: true },
  exec: TARGET,
  attach: TARGET,
  'port-forward': TARGET,
  cp: { kind: 'copy' },
  'top pod': { kind: 'names', type: 'pods' },
  'top node': NODE,
  cordon: NODE,
  uncordon: NODE,
  drain: NODE,
  'create token': { kind: 'names', type: 'serviceaccounts' },
  'config delete-cluster': { kind: 'config', entries: 'clusters' },
  'config delete-user': { kind: 'config', entries: 'users' },
  'config delete-context': CONTEXT,
  'config rename-context': CONTEXT,
  'config set-context': CONTEXT,
  'config use-context': CONTEXT,
  completion: { kind: 'words', words: ['bash', 'zsh', 'fish', 'powershell'] },
};

/** Types that can be named before the slash where a Pod is asked for. */
export const TARGET_TYPES = [
  'daemonsets',
  'deployments',
  'pods',
  'jobs',
  'replicasets',
  'replicationcontrollers',
  'services',
  'statefulsets',
];

/** What a flag's value is completed with. `manifests`: files of these endings. */
export type FlagValues =
  | { readonly words: readonly string[] }
  | { readonly type: string }
  | { readonly entries: ConfigEntries }
  | { readonly endings: readonly string[] }
  | 'containers';

const MANIFESTS: FlagValues = { endings: ['json', 'yaml', 'yml'] };
const SUBRESOURCES: FlagValues = { words: ['status', 'scale', 'resize'] };

/** Flags of one command, by `COMMAND --flag`, and those of every command that has one of that name, by `--flag`. */
export const FLAG_VALUES: Readonly<Record<string, FlagValues>> = {
  '--filename': MANIFESTS,
  'get --subresource': SUBRESOURCES,
  'apply --subresource': SUBRESOURCES,
  'replace --subresource': SUBRESOURCES,
  'patch --subresource': SUBRESOURCES,
  'edit --subresource': SUBRESOURCES,
  'get --output': {
    words: [
      'json',
      'yaml',
      'kyaml',
      'name',
      'go-template',
      'go-template-file',
      'template',
      'templatefile',
      'jsonpath',
      'jsonpath-as-json',
      'jsonpath-file',
      'custom-columns',
      'custom-columns-file',
      'wide',
    ],
  },
  'exec --container': 'containers',
  'create clusterrolebinding --clusterrole': { type: 'clusterroles.rbac.authorization.k8s.io' },
  'kustomize --load-restrictor': { words: ['LoadRestrictionsNone', 'LoadRestrictionsRootOnly'] },
};

/** Flags that every command has; one of the same name that is a command's own is another. */
export const GLOBAL_VALUES: Readonly<Record<string, FlagValues>> = {
  namespace: { type: 'namespaces' },
  context: { entries: 'contexts' },
  cluster: { entries: 'clusters' },
  user: { entries: 'users' },
};
