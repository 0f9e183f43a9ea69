import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, int, stringArray, strings, text } from './flag.ts';

const FILES: readonly FlagSpec[] = [
  strings('filename f', 'Filename, directory, or URL to files to use', { values: 'file' }),
  text('kustomize k', 'Process a kustomization directory. This flag can\'t be used together with -f or -R.', { values: 'file' }),
  bool('recursive R', 'Process the directory used in -f, --filename recursively. Useful when you want to manage related manifests organized within the same directory.'),
];
const OUTPUT: readonly FlagSpec[] = [text('output o', 'Output format'), bool('show-managed-fields', 'If true, keep the managedFields when printing objects in JSON or YAML format.'), bool('allow-missing-template-keys', 'x', { default: 'true' }), text('template', 'x')];
const DRY: readonly FlagSpec[] = [text('dry-run', 'Must be "none", "server", or "client".', { default: 'none', bare: 'unchanged' })];
const VALIDATE: readonly FlagSpec[] = [text('validate', 'x', { default: 'strict', bare: 'strict' })];
const command = (name: string, flags: readonly FlagSpec[], more: Partial<CommandSpec> = {}): CommandSpec => ({ name, use: '', short: '', flags, ...more });

export const KUBECTL: CommandSpec = command('kubectl', [], {
  commands: [
    command('apply', [...FILES, ...OUTPUT, ...DRY, ...VALIDATE, bool('server-side', ''), bool('force-conflicts', ''), text('field-manager', '', { default: 'kubectl-client-side-apply' })]),
    command('create', [...FILES, ...OUTPUT, ...DRY, ...VALIDATE, bool('save-config', ''), text('field-manager', '', { default: 'kubectl-create' }), text('raw', '')]),
    command('get', [...FILES, ...OUTPUT, text('selector l', ''), text('field-selector', ''), bool('all-namespaces A', ''), bool('no-headers', ''), bool('watch w', ''), bool('show-labels', ''), strings('label-columns L', '')]),
    command('delete', [...FILES, ...OUTPUT, ...DRY, bool('all', ''), text('selector l', ''), bool('force', ''), int('grace-period', '', { default: '-1' }), bool('wait', '', { default: 'true' }), bool('now', '')]),
  ],
});
void stringArray;
