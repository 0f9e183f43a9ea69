import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, int64, strings, text } from './flag.ts';

// Groups of flags many commands have, in kubectl's own words.

/** One command of the tree, `use` and `short` first. */
export function command(
  name: string,
  use: string,
  short: string,
  more: Partial<CommandSpec> = {},
): CommandSpec {
  return { name, use, short, flags: [], ...more };
}

/** -f, -k, -R. Models cmdutil.AddFilenameOptionFlags. */
export function files(usage: string): readonly FlagSpec[] {
  return [
    strings('filename f', `Filename, directory, or URL to files ${usage}`, { values: 'file' }),
    text(
      'kustomize k',
      "Process a kustomization directory. This flag can't be used together with -f or -R.",
      { values: 'file' },
    ),
    bool(
      'recursive R',
      'Process the directory used in -f, --filename recursively. Useful when you want to manage related manifests organized within the same directory.',
    ),
  ];
}

const FORMATS =
  '(json, yaml, kyaml, name, go-template, go-template-file, template, templatefile, jsonpath, jsonpath-as-json, jsonpath-file)';
export const OUTPUT_FORMATS = [
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
];

const TEMPLATES: readonly FlagSpec[] = [
  bool(
    'allow-missing-template-keys',
    'If true, ignore any errors in templates when a field or map key is missing in the template. Only applies to golang and jsonpath output formats.',
    { default: 'true' },
  ),
  text(
    'template',
    'Template string or path to template file to use when -o=go-template, -o=go-template-file. The template format is golang templates [http://golang.org/pkg/text/template/#pkg-overview].',
  ),
];

/** -o and its friends. Models genericclioptions.PrintFlags. */
export const PRINT: readonly FlagSpec[] = [
  ...TEMPLATES,
  text('output o', `Output format. One of: ${FORMATS}.`, { values: OUTPUT_FORMATS }),
  bool(
    'show-managed-fields',
    'If true, keep the managedFields when printing objects in JSON or YAML format.',
  ),
];

export const GET_FORMATS = [...OUTPUT_FORMATS, 'custom-columns', 'custom-columns-file', 'wide'];

/** The same for get, which has columns too. */
export const GET_PRINT: readonly FlagSpec[] = [
  ...TEMPLATES,
  text(
    'output o',
    `Output format. One of: (json, yaml, kyaml, name, go-template, go-template-file, template, templatefile, jsonpath, jsonpath-as-json, jsonpath-file, custom-columns, custom-columns-file, wide). See custom columns [https://kubernetes.io/docs/reference/kubectl/#custom-columns], golang template [http://golang.org/pkg/text/template/#pkg-overview] and jsonpath template [https://kubernetes.io/docs/reference/kubectl/jsonpath/].`,
    { values: GET_FORMATS },
  ),
  bool(
    'show-managed-fields',
    'If true, keep the managedFields when printing objects in JSON or YAML format.',
  ),
];

export const DRY_RUN: readonly FlagSpec[] = [
  text(
    'dry-run',
    'Must be "none", "server", or "client". If client strategy, only print the object that would be sent, without sending it. If server strategy, submit server-side request without persisting the resource.',
    { default: 'none', bare: 'unchanged', values: ['none', 'server', 'client'] },
  ),
];

export const VALIDATE: readonly FlagSpec[] = [
  text(
    'validate',
    'Must be one of: strict (or true), warn, ignore (or false). "true" or "strict" will use a schema to validate the input and fail the request if invalid. It will perform server side validation if ServerSideFieldValidation is enabled on the api-server, but will fall back to less reliable client-side validation if not. "warn" will warn about unknown or duplicate fields without blocking the request if server-side field validation is enabled on the API server, and behave as "ignore" otherwise. "false" or "ignore" will not perform any schema validation, silently dropping any unknown or duplicate fields.',
    { default: 'strict', bare: 'strict', values: ['strict', 'warn', 'ignore'] },
  ),
];

export const fieldManager = (name: string): FlagSpec =>
  text('field-manager', 'Name of the manager used to track field ownership.', { default: name });

export const SELECTOR: FlagSpec = text(
  'selector l',
  "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.(e.g. -l key1=value1,key2=value2,key3 in (value3)). Matching objects must satisfy all of the specified label constraints.",
);
export const FIELD_SELECTOR: FlagSpec = text(
  'field-selector',
  "Selector (field query) to filter on, supports '=', '==', and '!='.(e.g. --field-selector key1=value1,key2=value2). The server only supports a limited number of field queries per type.",
);
export const ALL_NAMESPACES: FlagSpec = bool(
  'all-namespaces A',
  'If present, list the requested object(s) across all namespaces. Namespace in current context is ignored even if specified with --namespace.',
);
export const SAVE_CONFIG: FlagSpec = bool(
  'save-config',
  'If true, the configuration of current object will be saved in its annotation. Otherwise, the annotation will be unchanged. This flag is useful when you want to perform kubectl apply on this object in the future.',
);
export const CHUNK_SIZE: FlagSpec = int64(
  'chunk-size',
  'Return large lists in chunks rather than all at once. Pass 0 to disable.',
  { default: '500' },
);
export const LOCAL: FlagSpec = bool('local', 'If true, command will NOT contact api-server but run locally.');
export const POD_RUNNING_TIMEOUT = (fallback: string): FlagSpec => ({
  name: 'pod-running-timeout',
  type: 'duration',
  default: fallback,
  usage:
    'The length of time (like 5s, 2m, or 3h, higher than zero) to wait until at least one pod is running',
});
export const subresource = (verb: string, names: string): FlagSpec =>
  text(
    'subresource',
    `If specified, ${verb} will operate on the subresource of the requested object. Must be one of [${names}].`,
  );
