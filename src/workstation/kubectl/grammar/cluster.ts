import type { CommandSpec } from './command.ts';
import { bool, stringArray, strings, text } from './flag.ts';
import { ALL_NAMESPACES, CHUNK_SIZE, DRY_RUN, PRINT, command, files } from './shared.ts';

const AUTH: CommandSpec = command('auth', '', 'Inspect authorization', {
  commands: [
    command('can-i', 'VERB [TYPE | TYPE/NAME | NONRESOURCEURL]', 'Check whether an action is allowed', {
      args: 'words',
      flags: [
        ALL_NAMESPACES,
        CHUNK_SIZE,
        bool('list', 'If true, prints all allowed actions.'),
        bool('no-headers', 'If true, prints allowed actions without headers'),
        bool('quiet q', 'If true, suppress output and just return the exit code.'),
        text('subresource', 'SubResource such as pod/log or deployment/scale'),
      ],
    }),
    command(
      'reconcile',
      '-f FILENAME',
      'Reconciles rules for RBAC role, role binding, cluster role, and cluster role binding objects',
      {
        args: 'none',
        flags: [
          ...DRY_RUN,
          ...files('identifying the resource to reconcile.'),
          ...PRINT,
          bool('remove-extra-permissions', 'If true, removes extra permissions added to roles'),
          bool('remove-extra-subjects', 'If true, removes extra subjects added to rolebindings'),
        ],
      },
    ),
    command('whoami', '', 'Experimental: Check self subject attributes', { args: 'none', flags: [...PRINT] }),
  ],
});

const CONFIG: CommandSpec = command('config', 'SUBCOMMAND', 'Modify kubeconfig files', {
  commands: [
    command('current-context', '[flags]', 'Display the current-context', { args: 'none' }),
    command('delete-cluster', 'NAME', 'Delete the specified cluster from the kubeconfig', { args: 'words' }),
    command('delete-context', 'NAME', 'Delete the specified context from the kubeconfig', {
      args: 'context',
    }),
    command('delete-user', 'NAME', 'Delete the specified user from the kubeconfig', { args: 'words' }),
    command('get-clusters', '[flags]', 'Display clusters defined in the kubeconfig', { args: 'none' }),
    command('get-contexts', '[(-o|--output=)name)]', 'Describe one or many contexts', {
      args: 'context',
      flags: [
        bool(
          'no-headers',
          "When using the default or custom-column output format, don't print headers (default print headers).",
        ),
        text('output o', 'Output format. One of: (name).', { values: ['name'] }),
      ],
    }),
    command('get-users', '[flags]', 'Display users defined in the kubeconfig', { args: 'none' }),
    command('rename-context', 'CONTEXT_NAME NEW_NAME', 'Rename a context from the kubeconfig file', {
      args: 'context',
    }),
    command('set', 'PROPERTY_NAME PROPERTY_VALUE', 'Set an individual value in a kubeconfig file', {
      args: 'words',
      flags: [
        bool(
          'set-raw-bytes',
          'When writing a []byte PROPERTY_VALUE, write the given string directly without base64 decoding.',
        ),
      ],
    }),
    command(
      'set-cluster',
      'NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true] [--tls-server-name=example.com]',
      'Set a cluster entry in kubeconfig',
      {
        args: 'words',
        flags: [
          bool('embed-certs', 'embed-certs for the cluster entry in kubeconfig'),
          text('proxy-url', 'proxy-url for the cluster entry in kubeconfig'),
        ],
      },
    ),
    command(
      'set-context',
      '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
      'Set a context entry in kubeconfig',
      {
        args: 'context',
        flags: [
          text('cluster', 'cluster for the context entry in kubeconfig'),
          bool('current', 'Modify the current context'),
          text('namespace', 'namespace for the context entry in kubeconfig'),
          text('user', 'user for the context entry in kubeconfig'),
        ],
      },
    ),
    command(
      'set-credentials',
      'NAME [--client-certificate=path/to/certfile] [--client-key=path/to/keyfile] [--token=bearer_token] [--username=basic_user] [--password=basic_password] [--auth-provider=provider_name] [--auth-provider-arg=key=value] [--exec-command=exec_command] [--exec-api-version=exec_api_version] [--exec-arg=arg] [--exec-env=key=value]',
      'Set a user entry in kubeconfig',
      {
        args: 'words',
        flags: [
          text('auth-provider', 'Auth provider for the user entry in kubeconfig'),
          strings('auth-provider-arg', "'key=value' arguments for the auth provider"),
          bool('embed-certs', 'Embed client cert/key for the user entry in kubeconfig'),
          text(
            'exec-api-version',
            'API version of the exec credential plugin for the user entry in kubeconfig',
          ),
          strings(
            'exec-arg',
            'New arguments for the exec credential plugin command for the user entry in kubeconfig',
          ),
          text('exec-command', 'Command for the exec credential plugin for the user entry in kubeconfig'),
          stringArray('exec-env', "'key=value' environment values for the exec credential plugin"),
        ],
      },
    ),
    command('unset', 'PROPERTY_NAME', 'Unset an individual value in a kubeconfig file', { args: 'words' }),
    command('use-context', 'CONTEXT_NAME', 'Set the current-context in a kubeconfig file', {
      aliases: ['use'],
      args: 'context',
    }),
    command('view', '[flags]', 'Display merged kubeconfig settings or a specified kubeconfig file', {
      args: 'none',
      flags: [
        bool(
          'flatten',
          'Flatten the resulting kubeconfig file into self-contained output (useful for creating portable kubeconfig files)',
        ),
        bool('merge', 'Merge the full hierarchy of kubeconfig files', { default: 'true' }),
        bool('minify', 'Remove all information not used by current-context from the output'),
        ...PRINT.map((flag) => (flag.name === 'output' ? { ...flag, default: 'yaml' } : flag)),
        bool('raw', 'Display raw byte data and sensitive data'),
      ],
    }),
  ],
});

/** Commands about the cluster as a whole, its API and who one is. */
export const CLUSTER_COMMANDS: readonly CommandSpec[] = [
  AUTH,
  CONFIG,
  command('api-resources', '[flags]', 'Print the supported API resources on the server', {
    args: 'none',
    flags: [
      text('api-group', 'Limit to resources in the specified API group.'),
      bool('cached', 'Use the cached list of resources if available.'),
      strings('categories', 'Limit to resources that belong to the specified categories.'),
      bool(
        'namespaced',
        'If false, non-namespaced resources will be returned, otherwise returning namespaced resources by default.',
        { default: 'true' },
      ),
      bool(
        'no-headers',
        "When using the default or custom-column output format, don't print headers (default print headers).",
      ),
      text('output o', 'Output format. One of: (json, yaml, kyaml, name, wide).', {
        values: ['json', 'yaml', 'kyaml', 'name', 'wide'],
      }),
      text(
        'sort-by',
        "If non-empty, sort list of resources using specified field. The field can be either 'name' or 'kind'.",
      ),
      bool(
        'show-managed-fields',
        'If true, keep the managedFields when printing objects in JSON or YAML format.',
      ),
      strings('verbs', 'Limit to resources that support the specified verbs.'),
    ],
  }),
  command(
    'api-versions',
    '',
    'Print the supported API versions on the server, in the form of "group/version"',
    { args: 'none' },
  ),
  command('cluster-info', '', 'Display cluster information', {
    args: 'none',
    commands: [
      command('dump', '[flags]', 'Dump relevant information for debugging and diagnosis', {
        args: 'none',
        flags: [
          ALL_NAMESPACES,
          strings('namespaces', 'A comma separated list of namespaces to dump.'),
          text(
            'output-directory',
            "Where to output the files.  If empty or '-' uses stdout, otherwise creates a directory hierarchy in that directory",
          ),
          ...PRINT.map((flag) => (flag.name === 'output' ? { ...flag, default: 'json' } : flag)),
        ],
      }),
    ],
  }),
  command(
    'explain',
    'TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]',
    'Get documentation for a resource',
    {
      args: 'types',
      flags: [
        text('api-version', 'Use given api-version (group/version) of the resource.'),
        text(
          'output o',
          'Format in which to render the schema. Valid values are: (plaintext, plaintext-openapiv2).',
          { default: 'plaintext', values: ['plaintext', 'plaintext-openapiv2'] },
        ),
        bool(
          'recursive',
          'When true, print the name of all the fields recursively. Otherwise, print the available fields with their description.',
        ),
      ],
    },
  ),
  command('version', '[flags]', 'Print the client and server version information', {
    args: 'none',
    flags: [
      bool('client', 'If true, shows client version only (no server required).'),
      text('output o', "One of 'yaml' or 'json'.", { values: ['yaml', 'json'] }),
    ],
  }),
  command('certificate', 'SUBCOMMAND', 'Modify certificate resources', {
    alone: 'help',
    commands: ['approve', 'deny'].map((verb) =>
      command(
        verb,
        '(-f FILENAME | NAME)',
        verb === 'approve' ? 'Approve a certificate signing request' : 'Deny a certificate signing request',
        {
          args: 'words',
          flags: [
            ...files('identifying the resource to update'),
            bool('force', 'Update the CSR even if it is already approved.'),
            ...PRINT,
          ],
        },
      ),
    ),
  }),
  command('alpha', '', 'Commands for features in alpha', { args: 'words' }),
  command('options', '[flags]', 'Print the list of flags inherited by all commands', { args: 'none' }),
  command(
    'completion',
    'SHELL',
    'Output shell completion code for the specified shell (bash, zsh, fish, or powershell)',
    { args: 'words' },
  ),
  command('kustomize', 'DIR', 'Build a kustomization target from a directory or URL', { args: 'file' }),
  command('plugin', '[flags]', 'Provides utilities for interacting with plugins', {
    alone: 'help',
    commands: [
      command('list', '[flags]', "List all visible plugin executables on a user's PATH", {
        args: 'none',
        flags: [
          bool(
            'name-only',
            'If true, display only the binary name of each plugin, rather than its full path',
          ),
        ],
      }),
    ],
  }),
  command(
    'proxy',
    '[--port=PORT] [--www=static-dir] [--www-prefix=prefix] [--api-prefix=prefix]',
    'Run a proxy to the Kubernetes API server',
    {
      args: 'none',
      flags: [
        text('port p', 'The port on which to run the proxy. Set to 0 to pick a random port.', {
          default: '8001',
        }),
      ],
    },
  ),
];
