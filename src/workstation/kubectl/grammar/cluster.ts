import type { CommandSpec } from './command.ts';
import { bool, duration, int, stringArray, strings, text } from './flag.ts';
import { ALL_NAMESPACES, DRY_RUN, POD_RUNNING_TIMEOUT, PRINT, command, files } from './shared.ts';

const PRINT_YAML = PRINT.map((flag) => (flag.name === 'output' ? { ...flag, default: 'yaml' } : flag));
/** Beside the global flag of that name, which is listed elsewhere. */
const KUBERC = text('kuberc', { values: 'file' });

const AUTH: CommandSpec = command('auth', {
  commands: [
    command('can-i', {
      args: 'words',
      flags: [
        ALL_NAMESPACES,

        bool('list'),
        bool('no-headers'),
        bool('quiet q'),
        text('subresource'),
      ],
    }),
    command('reconcile', {
      args: 'none',
      flags: [
        ...DRY_RUN,
        ...files(),
        ...PRINT,
        bool('remove-extra-permissions'),
        bool('remove-extra-subjects'),
      ],
    }),
    command('whoami', { args: 'none', flags: [...PRINT] }),
  ],
});

const CONFIG: CommandSpec = command('config', {
  commands: [
    command('current-context', { args: 'none' }),
    command('delete-cluster', { args: 'words' }),
    command('delete-context', {
      args: 'context',
    }),
    command('delete-user', { args: 'words' }),
    command('get-clusters', { args: 'none' }),
    command('get-contexts', {
      args: 'context',
      flags: [bool('no-headers'), text('output o', { values: ['name'] })],
    }),
    command('get-users', { args: 'none' }),
    command('rename-context', {
      args: 'context',
    }),
    command('set', {
      args: 'words',
      flags: [bool('set-raw-bytes')],
    }),
    command('set-cluster', {
      args: 'words',
      flags: [
        text('certificate-authority', { values: 'file' }),
        bool('embed-certs'),
        bool('insecure-skip-tls-verify'),
        text('proxy-url'),
        text('server'),
        text('tls-server-name'),
      ],
    }),
    command('set-context', {
      args: 'context',
      flags: [text('cluster'), bool('current'), text('namespace n'), text('user')],
    }),
    command('set-credentials', {
      args: 'words',
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
        text('client-certificate', { values: 'file' }),
        text('client-key', { values: 'file' }),
        text('password'),
        text('token'),
        text('username'),
      ],
    }),
    command('unset', { args: 'words' }),
    command('use-context', {
      aliases: ['use'],
      args: 'context',
    }),
    command('view', {
      args: 'none',
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
    args: 'none',
    flags: [
      text('api-group'),
      bool('cached'),
      strings('categories'),
      bool('namespaced', { default: 'true' }),
      bool('no-headers'),
      text('output o', {
        values: ['json', 'yaml', 'kyaml', 'name', 'wide'],
      }),
      text('sort-by'),
      bool('show-managed-fields'),
      strings('verbs'),
    ],
  }),
  command('api-versions', { args: 'none' }),
  command('cluster-info', {
    args: 'none',
    commands: [
      command('dump', {
        args: 'none',
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
    args: 'types',
    flags: [
      text('api-version'),
      text('output o', { default: 'plaintext', values: ['plaintext', 'plaintext-openapiv2'] }),
      bool('recursive R'),
    ],
  }),
  command('version', {
    args: 'none',
    flags: [bool('client'), text('output o', { values: ['yaml', 'json'] })],
  }),
  command('certificate', {
    alone: 'help',
    commands: ['approve', 'deny'].map((verb) =>
      command(verb, { args: 'words', flags: [...files(), bool('force'), ...PRINT] }),
    ),
  }),
  command('kuberc', {
    commands: [
      command('set', {
        args: 'none',
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
          text('section', { values: ['defaults', 'aliases', 'credentialplugin'] }),
        ],
      }),
      command('view', { args: 'none', flags: [...PRINT_YAML, KUBERC] }),
    ],
  }),
  command('alpha', { args: 'words' }),
  command('options', { args: 'none' }),
  command('completion', { args: 'words' }),
  command('kustomize', {
    args: 'file',
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
      text('output o', { values: 'file' }),
    ],
  }),
  command('plugin', {
    commands: [
      command('list', {
        args: 'none',
        flags: [bool('name-only')],
      }),
    ],
  }),
  command('proxy', {
    args: 'none',
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
