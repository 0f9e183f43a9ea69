import type { RequestOptions } from '../../../engine/machinery/client.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';

export type DryRun = 'none' | 'client' | 'server';

const WORDS: Readonly<Record<string, DryRun>> = { client: 'client', server: 'server', none: 'none' };
const BOOLEANS: ReadonlySet<string> = new Set([
  '1',
  't',
  'T',
  'true',
  'TRUE',
  'True',
  '0',
  'f',
  'F',
  'false',
  'FALSE',
  'False',
]);

/** Models cmdutil.GetDryRunStrategy (1.36). */
export function dryRunOf(kube: Kube): DryRun {
  const value = kube.flags.text('dry-run');
  if (value === 'unchanged') {
    kube.err(
      'W1130 09:00:00.000000       1 helpers.go:748] --dry-run is deprecated and can be replaced with --dry-run=client.\n',
    );
    return 'client';
  }
  const known = WORDS[value];
  if (known !== undefined) return known;
  if (BOOLEANS.has(value))
    throw new CommandError(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
  throw new CommandError(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
}

/** What is printed behind an operation. */
export function dryRunSuffix(dryRun: DryRun): string {
  if (dryRun === 'client') return ' (dry run)';
  return dryRun === 'server' ? ' (server dry run)' : '';
}

/** The options of a writing request. */
export function writeOptions(kube: Kube, dryRun: DryRun, manager: string): RequestOptions {
  return {
    ...(dryRun === 'server' ? { dryRun: true } : {}),
    fieldManager: manager,
    ...validation(kube),
  };
}

/** Models cmdutil.GetValidationDirective. */
function validation(kube: Kube): Pick<RequestOptions, 'fieldValidation'> {
  if (!kube.flags.has('validate')) return {};
  switch (kube.flags.text('validate')) {
    case 'strict':
    case 'true':
      return { fieldValidation: 'Strict' };
    case 'warn':
      return { fieldValidation: 'Warn' };
    case 'ignore':
    case 'false':
      return { fieldValidation: 'Ignore' };
    default:
      throw new CommandError(
        `invalid - validate option ${JSON.stringify(kube.flags.text('validate'))}; must be one of: strict (or true), warn, ignore (or false)`,
      );
  }
}

/** Whether kind and apiVersion are checked on this side. */
export function validates(kube: Kube): boolean {
  return validation(kube).fieldValidation !== 'Ignore';
}
