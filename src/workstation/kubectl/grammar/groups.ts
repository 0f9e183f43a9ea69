/** How `kubectl` alone lists its commands: title and names, in order. Models kubectl/pkg/cmd/cmd.go CommandGroups (1.36). */
export const COMMAND_GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Basic Commands (Beginner):', ['create', 'expose', 'run', 'set']],
  ['Basic Commands (Intermediate):', ['explain', 'get', 'edit', 'delete']],
  ['Deploy Commands:', ['rollout', 'scale', 'autoscale']],
  [
    'Cluster Management Commands:',
    ['certificate', 'cluster-info', 'top', 'cordon', 'uncordon', 'drain', 'taint'],
  ],
  [
    'Troubleshooting and Debugging Commands:',
    ['describe', 'logs', 'attach', 'exec', 'port-forward', 'proxy', 'cp', 'auth', 'debug', 'events'],
  ],
  ['Advanced Commands:', ['diff', 'apply', 'patch', 'replace', 'wait', 'kustomize']],
  ['Settings Commands:', ['label', 'annotate', 'completion']],
  ['Subcommands provided by plugins:', []],
  ['Other Commands:', ['api-resources', 'api-versions', 'config', 'kuberc', 'plugin', 'version']],
];
