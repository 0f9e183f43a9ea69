import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, duration, int, int64, stringArray, strings, text } from './flag.ts';
import { POD_RUNNING_TIMEOUT, SELECTOR, command, files } from './shared.ts';

const CONTAINER = (usage: string): FlagSpec => text('container c', usage, { values: 'container' });
const STDIN = bool('stdin i', 'Pass stdin to the container');
const TTY = bool('tty t', 'Stdin is a TTY');
const QUIET = bool('quiet q', 'Only print output from the remote session');

/** Commands that reach into Pods. */
export const POD_COMMANDS: readonly CommandSpec[] = [
  command('logs', '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]', 'Print the logs for a container in a pod', {
    aliases: ['log'],
    args: 'pod',
    flags: [
      bool('all-containers', "Get all containers' logs in the pod(s)."),
      bool('all-pods', 'Get logs from all pod(s). Sets prefix to true.'),
      CONTAINER('Print the logs of this container'),
      bool('follow f', 'Specify if the logs should be streamed.'),
      bool(
        'ignore-errors',
        'If watching / following pod logs, allow for any errors that occur to be non-fatal',
      ),
      bool(
        'insecure-skip-tls-verify-backend',
        'Skip verifying the identity of the kubelet that logs are requested from.  In theory, an attacker could provide invalid log content back. You might want to use this if your kubelet serving certificates have expired.',
      ),
      int64('limit-bytes', 'Maximum bytes of logs to return. Defaults to no limit.'),
      int(
        'max-log-requests',
        'Specify maximum number of concurrent logs to follow when using by a selector. Defaults to 5.',
        { default: '5' },
      ),
      POD_RUNNING_TIMEOUT('20s'),
      bool('prefix', 'Prefix each log line with the log source (pod name and container name)'),
      bool(
        'previous p',
        'If true, print the logs for the previous instance of the container in a pod if it exists.',
      ),
      SELECTOR,
      duration(
        'since',
        'Only return logs newer than a relative duration like 5s, 2m, or 3h. Defaults to all logs. Only one of since-time / since may be used.',
      ),
      text(
        'since-time',
        'Only return logs after a specific date (RFC3339). Defaults to all logs. Only one of since-time / since may be used.',
      ),
      int64(
        'tail',
        'Lines of recent log file to display. Defaults to -1 with no selector, showing all log lines otherwise 10, if a selector is provided.',
        { default: '-1' },
      ),
      bool('timestamps', 'Include timestamps on each line in the log output'),
    ],
  }),
  command(
    'exec',
    '(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]',
    'Execute a command in a container',
    {
      args: 'pod',
      flags: [
        CONTAINER(
          'Container name. If omitted, use the kubectl.kubernetes.io/default-container annotation for selecting the container to be attached or the first container in the pod will be chosen',
        ),
        ...files('to use to exec into the resource'),
        POD_RUNNING_TIMEOUT('1m0s'),
        QUIET,
        STDIN,
        TTY,
      ],
    },
  ),
  command('attach', '(POD | TYPE/NAME) -c CONTAINER', 'Attach to a running container', {
    args: 'pod',
    flags: [
      CONTAINER(
        'Container name. If omitted, use the kubectl.kubernetes.io/default-container annotation for selecting the container to be attached or the first container in the pod will be chosen',
      ),
      POD_RUNNING_TIMEOUT('1m0s'),
      QUIET,
      STDIN,
      TTY,
    ],
  }),
  command(
    'port-forward',
    'TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
    'Forward one or more local ports to a pod',
    {
      args: 'pod',
      flags: [
        strings(
          'address',
          'Addresses to listen on (comma separated). Only accepts IP addresses or localhost as a value. When localhost is supplied, kubectl will try to bind on both 127.0.0.1 and ::1 and will fail if neither of these addresses are available to bind.',
          { default: '[localhost]' },
        ),
        POD_RUNNING_TIMEOUT('1m0s'),
      ],
    },
  ),
  command('cp', '<file-spec-src> <file-spec-dest>', 'Copy files and directories to and from containers', {
    args: 'file',
    flags: [
      CONTAINER(
        'Container name. If omitted, use the kubectl.kubernetes.io/default-container annotation for selecting the container to be attached or the first container in the pod will be chosen',
      ),
      bool(
        'no-preserve',
        "The copied file/directory's ownership and permissions will not be preserved in the container",
      ),
      int(
        'retries',
        'Set number of retries to complete a copy operation from a container. Specify 0 to disable or any negative value for infinite retrying. The default is 0 (no retry).',
      ),
    ],
  }),
  command(
    'debug',
    '(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]',
    'Create debugging sessions for troubleshooting workloads and nodes',
    {
      args: 'pod',
      flags: [
        bool(
          'arguments-only',
          'If specified, everything after -- will be passed to the new container as Args instead of Command.',
        ),
        bool(
          'attach',
          "If true, wait for the container to start running, and then attach as if 'kubectl attach ...' were called.  Default false, unless '-i/--stdin' is set, in which case the default is true.",
        ),
        CONTAINER('Container name to use for debug container.'),
        text('copy-to', 'Create a copy of the target Pod with this name.'),
        text(
          'custom',
          'Path to a JSON or YAML file containing a partial container spec to customize built-in debug profiles.',
          { values: 'file' },
        ),
        stringArray('env', 'Environment variables to set in the container.'),
        ...files('identifying the resource to debug'),
        text('image', 'Container image to use for debug container.'),
        text(
          'image-pull-policy',
          'The image pull policy for the container. If left empty, this value will not be specified by the client and defaulted by the server.',
        ),
        bool(
          'keep-annotations',
          "If true, keep the original pod annotations.(This flag only works when used with '--copy-to')",
        ),
        bool(
          'keep-init-containers',
          "Run the init containers for the pod. Defaults to true.(This flag only works when used with '--copy-to')",
          { default: 'true' },
        ),
        bool(
          'keep-labels',
          "If true, keep the original pod labels.(This flag only works when used with '--copy-to')",
        ),
        bool(
          'keep-liveness',
          "If true, keep the original pod liveness probes.(This flag only works when used with '--copy-to')",
        ),
        bool(
          'keep-readiness',
          "If true, keep the original pod readiness probes.(This flag only works when used with '--copy-to')",
        ),
        bool(
          'keep-startup',
          "If true, keep the original startup probes.(This flag only works when used with '--copy-to')",
        ),
        text(
          'profile',
          'Options are "general", "baseline", "restricted", "netadmin" or "sysadmin". Defaults to "general"',
          { default: 'general', values: ['general', 'baseline', 'restricted', 'netadmin', 'sysadmin'] },
        ),
        bool('quiet q', 'If true, suppress informational messages.'),
        bool('replace', "When used with '--copy-to', delete the original Pod."),
        bool('same-node', "When used with '--copy-to', schedule the copy of target Pod on the same node."),
        strings(
          'set-image',
          "When used with '--copy-to', a list of name=image pairs for changing container images, similar to how 'kubectl set image' works.",
        ),
        bool('share-processes', "When used with '--copy-to', enable process namespace sharing in the copy.", {
          default: 'true',
        }),
        bool('stdin i', 'Keep stdin open on the container(s) in the pod, even if nothing is attached.'),
        text('target', 'When using an ephemeral container, target processes in this container name.'),
        bool('tty t', 'Allocate a TTY for the debugging container.'),
      ],
    },
  ),
];
