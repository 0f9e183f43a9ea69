import type { CommandSpec } from './command.ts';
import { bool, duration, int, stringArray, strings, text } from './flag.ts';
import {
  ALL_NAMESPACES,
  CHUNK_SIZE,
  DRY_RUN,
  FIELD_SELECTOR,
  GET_PRINT,
  LOCAL,
  PRINT,
  SAVE_CONFIG,
  SELECTOR,
  VALIDATE,
  command,
  fieldManager,
  files,
  subresource,
} from './shared.ts';

const GRACE_PERIOD = int(
  'grace-period',
  'Period of time in seconds given to the resource to terminate gracefully. Ignored if negative. Set to 1 for immediate shutdown. Can only be set to 0 when --force is true (force deletion).',
  { default: '-1' },
);
const FORCE = bool(
  'force',
  'If true, immediately remove resources from API and bypass graceful deletion. Note that immediate deletion of some resources may result in inconsistency or data loss and requires confirmation.',
);
const CASCADE = text(
  'cascade',
  'Must be "background", "orphan", or "foreground". Selects the deletion cascading strategy for the dependents (e.g. Pods created by a ReplicationController). Defaults to background.',
  { default: 'background', bare: 'background', values: ['background', 'orphan', 'foreground'] },
);
const WAIT = bool(
  'wait',
  'If true, wait for resources to be gone before returning. This waits for finalizers.',
  { default: 'true' },
);
const TIMEOUT = duration(
  'timeout',
  'The length of time to wait before giving up on a delete, zero means determine a timeout from the size of the object',
);

/** Commands that read and write objects as they are. */
export const OBJECT_COMMANDS: readonly CommandSpec[] = [
  command(
    'get',
    '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...)',
    'Display one or many resources',
    {
      args: 'resources',
      flags: [
        ALL_NAMESPACES,
        CHUNK_SIZE,
        FIELD_SELECTOR,
        ...files('identifying the resource to get from a server.'),
        bool(
          'ignore-not-found',
          'If set to true, suppresses NotFound error for specific objects that do not exist. Using this flag with commands that query for collections of resources has no effect when no resources are found.',
        ),
        strings(
          'label-columns L',
          'Accepts a comma separated list of labels that are going to be presented as columns. Names are case-sensitive. You can also use multiple flag options like -L label1 -L label2...',
        ),
        bool(
          'no-headers',
          "When using the default or custom-column output format, don't print headers (default print headers).",
        ),
        ...GET_PRINT,
        bool(
          'output-watch-events',
          'Output watch event objects when --watch or --watch-only is used. Existing objects are output as initial ADDED events.',
        ),
        text(
          'raw',
          'Raw URI to request from the server.  Uses the transport specified by the kubeconfig file.',
        ),
        SELECTOR,
        bool(
          'server-print',
          'If true, have the server return the appropriate table output. Supports extension APIs and CRDs.',
          { default: 'true' },
        ),
        bool('show-kind', 'If present, list the resource type for the requested object(s).'),
        bool('show-labels', 'When printing, show all labels as the last column (default hide labels column)'),
        text(
          'sort-by',
          "If non-empty, sort list types using this field specification.  The field specification is expressed as a JSONPath expression (e.g. '{.metadata.name}'). The field in the API resource specified by this JSONPath expression must be an integer or a string.",
        ),
        text(
          'subresource',
          'If specified, gets the subresource of the requested object. Must be one of [status, scale, resize].',
        ),
        bool('watch w', 'After listing/getting the requested object, watch for changes.'),
        bool('watch-only', 'Watch for changes to the requested object(s), without listing/getting first.'),
      ],
    },
  ),
  command(
    'describe',
    '(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)',
    'Show details of a specific resource or group of resources',
    {
      args: 'resources',
      flags: [
        ALL_NAMESPACES,
        CHUNK_SIZE,
        ...files('containing the resource to describe'),
        SELECTOR,
        bool('show-events', 'If true, display events related to the described object.', { default: 'true' }),
      ],
    },
  ),
  command(
    'apply',
    '(-f FILENAME | -k DIRECTORY)',
    'Apply a configuration to a resource by file name or stdin',
    {
      args: 'none',
      flags: [
        bool('all', 'Select all resources in the namespace of the specified resource types.'),
        text(
          'applyset',
          '[alpha] The name of the ApplySet that tracks which resources are being managed, for the purposes of determining what to prune. Live resources that are part of the ApplySet but have been removed from the provided configs will be deleted. Format: [RESOURCE][.GROUP]/NAME. A Secret will be used if no resource or group is specified.',
        ),
        CASCADE,
        ...DRY_RUN,
        fieldManager('kubectl-client-side-apply'),
        ...files('that contains the configuration to apply').map((flag) =>
          flag.name === 'filename'
            ? { ...flag, usage: 'The files that contain the configurations to apply.' }
            : flag,
        ),
        FORCE,
        bool('force-conflicts', 'If true, server-side apply will force the changes against conflicts.'),
        GRACE_PERIOD,
        bool(
          'openapi-patch',
          'If true, use openapi to calculate diff when the openapi presents and the resource can be found in the openapi spec. Otherwise, fall back to use baked-in types.',
          { default: 'true' },
        ),
        ...PRINT,
        bool(
          'overwrite',
          'Automatically resolve conflicts between the modified and live configuration by using values from the modified configuration',
          { default: 'true' },
        ),
        bool(
          'prune',
          'Automatically delete resource objects, that do not appear in the configs and are created by either apply or create --save-config. Should be used with either -l or --all.',
        ),
        stringArray(
          'prune-allowlist',
          'Overwrite the default allowlist with <group/version/kind> for --prune',
        ),
        SELECTOR,
        bool('server-side', 'If true, apply runs in the server instead of the client.'),
        subresource('apply', 'status, scale, resize'),
        TIMEOUT,
        ...VALIDATE,
        { ...WAIT, default: 'false' },
      ],
      commands: [
        command(
          'view-last-applied',
          '(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)',
          'View the latest last-applied-configuration annotations of a resource/object',
          {
            args: 'resources',
            flags: [
              bool('all', 'Select all resources in the namespace of the specified resource types'),
              ...files('that contains the last-applied-configuration annotations'),
              text('output o', 'Output format. Must be one of (yaml, json)', {
                default: 'yaml',
                values: ['yaml', 'json'],
              }),
              SELECTOR,
            ],
          },
        ),
        command(
          'set-last-applied',
          '-f FILENAME',
          'Set the last-applied-configuration annotation on a live object to match the contents of a file',
          {
            args: 'none',
            flags: [
              bool(
                'create-annotation',
                "Will create 'last-applied-configuration' annotations if current objects doesn't have one",
              ),
              ...DRY_RUN,
              ...files('that contains the last-applied-configuration annotations'),
              ...PRINT,
            ],
          },
        ),
      ],
    },
  ),
  command(
    'delete',
    '([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])',
    'Delete resources by file names, stdin, resources and names, or by resources and label selector',
    {
      args: 'resources',
      flags: [
        bool('all', 'Delete all resources, in the namespace of the specified resource types.'),
        {
          ...ALL_NAMESPACES,
          usage:
            'If present, list the requested object(s) across all namespaces. Namespace in current context is ignored even if specified with --namespace.',
        },
        CASCADE,
        ...DRY_RUN,
        FIELD_SELECTOR,
        ...files('containing the resource to delete.'),
        FORCE,
        GRACE_PERIOD,
        bool(
          'ignore-not-found',
          'Treat "resource not found" as a successful delete. Defaults to "true" when --all is specified.',
        ),
        bool('interactive i', 'If true, delete resource only when user confirms.'),
        bool('now', 'If true, resources are signaled for immediate shutdown (same as --grace-period=1).'),
        text('output o', 'Output mode. Use "-o name" for shorter output (resource/name).', {
          values: ['name'],
        }),
        text('raw', 'Raw URI to DELETE to the server.  Uses the transport specified by the kubeconfig file.'),
        SELECTOR,
        TIMEOUT,
        WAIT,
      ],
    },
  ),
  command('replace', '-f FILENAME', 'Replace a resource by file name or stdin', {
    args: 'none',
    flags: [
      CASCADE,
      ...DRY_RUN,
      fieldManager('kubectl-replace'),
      ...files('to use to replace the resource.').map((flag) =>
        flag.name === 'filename'
          ? { ...flag, usage: 'The files that contain the configurations to replace.' }
          : flag,
      ),
      FORCE,
      GRACE_PERIOD,
      ...PRINT,
      text('raw', 'Raw URI to PUT to the server.  Uses the transport specified by the kubeconfig file.'),
      SAVE_CONFIG,
      subresource('replace', 'status, scale, resize'),
      TIMEOUT,
      ...VALIDATE,
      { ...WAIT, default: 'false' },
    ],
  }),
  command('patch', '(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]', 'Update fields of a resource', {
    args: 'resources',
    flags: [
      ...DRY_RUN,
      fieldManager('kubectl-patch'),
      ...files('identifying the resource to update'),
      LOCAL,
      ...PRINT,
      text('patch p', 'The patch to be applied to the resource JSON file.'),
      text('patch-file', 'A file containing a patch to be applied to the resource.', { values: 'file' }),
      subresource('patch', 'status, scale, resize'),
      text('type', 'The type of patch being provided; one of [json merge strategic]', {
        default: 'strategic',
        values: ['json', 'merge', 'strategic'],
      }),
    ],
  }),
  command('edit', '(RESOURCE/NAME | -f FILENAME)', 'Edit a resource on the server', {
    args: 'resources',
    flags: [
      fieldManager('kubectl-edit'),
      ...files('to use to edit the resource'),
      bool('output-patch', 'Output the patch if the resource is edited.'),
      ...PRINT,
      SAVE_CONFIG,
      subresource('edit', 'status'),
      ...VALIDATE,
      bool('windows-line-endings', 'Defaults to the line ending native to your platform.'),
    ],
  }),
  command('diff', '-f FILENAME', 'Diff the live version against a would-be applied version', {
    args: 'none',
    flags: [
      text(
        'concurrency',
        'Number of objects to process in parallel when diffing against the live version. Larger number = faster, but more memory, I/O and CPU over that shorter period of time.',
        { default: '1' },
      ),
      fieldManager('kubectl-client-side-apply'),
      ...files('contains the configuration to diff'),
      bool('force-conflicts', 'If true, server-side apply will force the changes against conflicts.'),
      bool(
        'prune',
        'Include resources that would be deleted by pruning. Can be used with -l and default shows all resources would be pruned',
      ),
      stringArray('prune-allowlist', 'Overwrite the default allowlist with <group/version/kind> for --prune'),
      SELECTOR,
      bool('server-side', 'If true, apply runs in the server instead of the client.'),
      bool('show-managed-fields', 'If true, include managed fields in the diff.'),
      bool('show-secrets', 'If true, show the values of secrets in the diff.'),
    ],
  }),
  command(
    'wait',
    "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]",
    'Wait for a specific condition on one or many resources',
    {
      args: 'resources',
      flags: [
        bool('all', 'Select all resources in the namespace of the specified resource types'),
        ALL_NAMESPACES,
        FIELD_SELECTOR,
        ...files('identifying the resource.'),
        stringArray(
          'for',
          "The condition to wait on: [create|delete|condition=condition-name[=condition-value]|jsonpath='{JSONPath expression}'=[JSONPath value]]. The default condition-value is true. Condition values are compared after Unicode simple case folding, which is a more general form of case-insensitivity.",
        ),
        LOCAL,
        ...PRINT,
        SELECTOR,
        duration(
          'timeout',
          "The length of time to wait before giving up.  Zero means check once and don't wait, negative means wait for a week.",
          { default: '30s' },
        ),
      ],
    },
  ),
  command(
    'events',
    '[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]',
    'List events',
    {
      args: 'none',
      flags: [
        ALL_NAMESPACES,
        CHUNK_SIZE,
        text('for', 'Filter events to only those pertaining to the specified resource.'),
        bool('no-headers', "When using the default output format, don't print headers."),
        ...PRINT,
        strings('types', 'Output only events of given types.', { values: ['Normal', 'Warning'] }),
        bool('watch w', 'After listing the requested events, watch for more events.'),
      ],
    },
  ),
  command(
    'label',
    '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
    'Update the labels on a resource',
    {
      args: 'resources',
      flags: labelFlags('label'),
    },
  ),
  command(
    'annotate',
    '[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
    'Update the annotations on a resource',
    {
      args: 'resources',
      flags: labelFlags('annotate'),
    },
  ),
];

function labelFlags(verb: 'label' | 'annotate'): CommandSpec['flags'] {
  const noun = verb === 'label' ? 'labels' : 'annotations';
  return [
    bool('all', `Select all resources, in the namespace of the specified resource types`),
    ALL_NAMESPACES,
    ...DRY_RUN,
    fieldManager(`kubectl-${verb}`),
    FIELD_SELECTOR,
    ...files(`identifying the resource to update the ${noun}`),
    bool('list', `If true, display the ${noun} for a given resource.`),
    LOCAL,
    ...PRINT,
    bool(
      'overwrite',
      `If true, allow ${noun} to be overwritten, otherwise reject ${verb === 'label' ? 'label' : 'annotation'} updates that overwrite existing ${noun}.`,
    ),
    text(
      'resource-version',
      `If non-empty, the ${noun === 'labels' ? 'labels' : 'annotation'} update will only succeed if this is the current resource-version for the object. Only valid when specifying a single resource.`,
    ),
    SELECTOR,
  ];
}
