import { type FlagSpec, bool, duration, int, stringArray, text } from './flag.ts';

/** The flags every command takes. Models genericclioptions.ConfigFlags and kubectl's root (1.36). */
export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  text(
    'as',
    'Username to impersonate for the operation. User could be a regular user or a service account in a namespace.',
  ),
  stringArray(
    'as-group',
    'Group to impersonate for the operation, this flag can be repeated to specify multiple groups.',
  ),
  text('as-uid', 'UID to impersonate for the operation.'),
  stringArray(
    'as-user-extra',
    'User extras to impersonate for the operation, this flag can be repeated to specify multiple values for the same key.',
  ),
  text('cache-dir', 'Default cache directory', { default: '/root/.kube/cache' }),
  text('certificate-authority', 'Path to a cert file for the certificate authority', { values: 'file' }),
  text('client-certificate', 'Path to a client certificate file for TLS', { values: 'file' }),
  text('client-key', 'Path to a client key file for TLS', { values: 'file' }),
  text('cluster', 'The name of the kubeconfig cluster to use', { values: 'cluster' }),
  text('context', 'The name of the kubeconfig context to use', { values: 'context' }),
  bool('disable-compression', 'If true, opt-out of response compression for all requests to the server'),
  bool(
    'insecure-skip-tls-verify',
    "If true, the server's certificate will not be checked for validity. This will make your HTTPS connections insecure",
  ),
  text('kubeconfig', 'Path to the kubeconfig file to use for CLI requests.', { values: 'file' }),
  text('kuberc', 'Path to the kuberc file to use for preferences.', { values: 'file' }),
  duration('log-flush-frequency', 'Maximum number of seconds between log flushes', { default: '5s' }),
  bool('match-server-version', 'Require server version to match client version'),
  text('namespace n', 'If present, the namespace scope for this CLI request', { values: 'namespace' }),
  text('password', 'Password for basic authentication to the API server'),
  text(
    'profile',
    'Name of profile to capture. One of (none|cpu|heap|goroutine|threadcreate|block|mutex|trace)',
    { default: 'none' },
  ),
  text('profile-output', 'Name of the file to write the profile to', {
    default: 'profile.pprof',
    values: 'file',
  }),
  text(
    'request-timeout',
    "The length of time to wait before giving up on a single server request. Non-zero values should contain a corresponding time unit (e.g. 1s, 2m, 3h). A value of zero means don't timeout requests.",
    { default: '0' },
  ),
  text('server s', 'The address and port of the Kubernetes API server'),
  text(
    'tls-server-name',
    'Server name to use for server certificate validation. If it is not provided, the hostname used to contact the server is used',
  ),
  text('token', 'Bearer token for authentication to the API server'),
  text('user', 'The name of the kubeconfig user to use', { values: 'user' }),
  text('username', 'Username for basic authentication to the API server'),
  int('v', 'number for the log level verbosity', { short: 'v' }),
  text(
    'vmodule',
    'comma-separated list of pattern=N settings for file-filtered logging (only works for the default text log format)',
  ),
  bool(
    'warnings-as-errors',
    'Treat warnings received from the server as errors and exit with a non-zero exit code',
  ),
];
