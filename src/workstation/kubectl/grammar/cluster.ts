import type { CommandSpec } from './command.ts';
import { bool, duration, int, stringArray, strings, text } from './flag.ts';
import { ALL_NAMESPACES, DRY_RUN, POD_RUNNING_TIMEOUT, PRINT, command, files } from './shared.ts';

const PRINT_YAML = PRINT.map((flag) => (flag.name === 'output' ? { ...flag, default: 'yaml' } : flag));
/** Beside the global flag of that name, which is listed elsewhere. */
const KUBERC = text('kuberc');

const AUTH: CommandSpec = command('auth', {
  commands: [
    command('can-i', {
      flags: [
        ALL_NAMESPACES,

        bool('list'),
        bool('no-headers'),
        bool('quiet q'),
        text('subresource'),
      ],
    }),
    command('reconcile', {
      flags: [
        ...DRY_RUN,
        ...files(),
        ...PRINT,
        bool('remove-extra-permissions'),
        bool('remove-extra-subjects'),
      ],
    }),
    command('whoami', { flags: [...PRINT] }),
  ],
});

const CONFIG: CommandSpec = command('config', {
  commands: [
    command('current-context'),
    command('delete-cluster'),
    command('delete-context'),
    command('delete-user'),
    command('get-clusters'),
    command('get-contexts', {
      flags: [bool('no-headers'), text('output o')],
    }),
    command('get-users'),
    command('rename-context'),
    command('set', {
      flags: [bool('set-raw-bytes')],
    }),
    command('set-cluster', {
      flags: [
        text('certificate-authority'),
        bool('embed-certs'),
        bool('insecure-skip-tls-verify'),
        text('proxy-url'),
        text('server'),
        text('tls-server-name'),
      ],
    }),
    command('set-context', {
      flags: [text('cluster'), bool('current'), text('namespace n'), text('user')],
    }),
    command('set-credentials', {
      flags: [
        text('auth-provider'),
        strings('auth-provider-arg'),
        bool('embed-certs'),
        text('exec-api-version'),
        strings('exec-arg'),
        text('exec-command'),
        stringArray('exec-env'),
        text('exec-interactive-mode'),
        bool('exec-provide-cluster-info'),
        text('client-certificate'),
        text('client-key'),
        text('password'),
        text('token'),
        text('username'),
      ],
    }),
    command('unset'),
    command('use-context', {
      aliases: ['use'],
    }),
    command('view', {
      flags: [
        bool('flatten'),
        bool('merge', { default: 'true' }),
        bool('minify'),
        ...PRINT_YAML,
        bool('raw'),
      ],
    }),
  ],
});

/** Commands about the cluster as a whole, its API and who one is. */
export const CLUSTER_COMMANDS: readonly CommandSpec[] = [
  AUTH,
  CONFIG,
  command('api-resources', {
    flags: [
      text('api-group'),
      bool('cached'),
      strings('categories'),
      bool('namespaced', { default: 'true' }),
      bool('no-headers'),
      text('output o'),
      text('sort-by'),
      bool('show-managed-fields'),
      strings('verbs'),
    ],
  }),
  command('api-versions'),
  command('cluster-info', {
    commands: [
      command('dump', {
        flags: [
          ALL_NAMESPACES,
          POD_RUNNING_TIMEOUT('20s'),
          strings('namespaces'),
          text('output-directory'),
          ...PRINT.map((flag) => (flag.name === 'output' ? { ...flag, default: 'json' } : flag)),
        ],
      }),
    ],
  }),
  command('explain', {
    flags: [text('api-version'), text('output o', { default: 'plaintext' }), bool('recursive R')],
  }),
  command('version', {
    flags: [bool('client'), text('output o')],
  }),
  command('certificate', {
    alone: 'help',
    commands: ['approve', 'deny'].map((verb) =>
      command(verb, { flags: [...files(), bool('force'), ...PRINT] }),
    ),
  }),
  command('kuberc', {
    commands: [
      command('set', {
        requiredFlags: ['section'],
        flags: [
          stringArray('allowlist-entry'),
          stringArray('appendarg'),
          text('command'),
          KUBERC,
          text('name'),
          stringArray('option'),
          bool('overwrite'),
          text('policy'),
          stringArray('prependarg'),
          text('section'),
        ],
      }),
      command('view', { flags: [...PRINT_YAML, KUBERC] }),
    ],
  }),
  command('alpha'),
  command('options'),
  command('completion'),
  command('kustomize', {
    flags: [
      bool('as-current-user'),
      bool('enable-alpha-plugins'),
      bool('enable-helm'),
      stringArray('env e'),
      stringArray('helm-api-versions'),
      text('helm-command', { default: 'helm' }),
      bool('helm-debug'),
      text('helm-kube-version'),
      text('load-restrictor', { default: 'LoadRestrictionsRootOnly' }),
      stringArray('mount'),
      bool('network'),
      text('network-name', { default: 'bridge' }),
      text('output o'),
    ],
  }),
  command('plugin', {
    commands: [
      command('list', {
        flags: [bool('name-only')],
      }),
    ],
  }),
  command('proxy', {
    flags: [
      text('accept-hosts', { default: '^localhost$,^127\\.0\\.0\\.1$,^\\[::1\\]$' }),
      text('accept-paths', { default: '^.*' }),
      text('address', { default: '127.0.0.1' }),
      text('api-prefix', { default: '/' }),
      bool('append-server-path'),
      bool('disable-filter'),
      duration('keepalive'),
      int('port p', { default: '8001' }),
      text('reject-methods', { default: '^$' }),
      text('reject-paths', { default: '^/api/.*/pods/.*/exec,^/api/.*/pods/.*/attach' }),
      text('unix-socket u'),
      text('www w'),
      text('www-prefix P', { default: '/static/' }),
    ],
  }),
];
