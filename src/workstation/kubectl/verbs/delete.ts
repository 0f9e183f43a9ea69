import { type Task, sleep } from '../../../engine/kernel/task.ts';
import type { RequestOptions } from '../../../engine/machinery/client.ts';
import { CommandError, hasReason, throwAll, asCommandError, withSource } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, kindWord, uidOf } from '../object.ts';
import { type Wanted, resolveArguments } from '../resource/arguments.ts';
import type { Info } from '../resource/info.ts';
import { visit } from '../resource/visit.ts';
import { WEEK_US, waitDeleted } from '../resource/wait-deleted.ts';
import { rawRequest } from './raw.ts';
import { type DryRun, dryRunOf, dryRunSuffix } from './dry-run.ts';

export interface DeleteOptions {
  readonly gracePeriod: number;
  readonly cascade: 'Background' | 'Foreground' | 'Orphan';
  readonly dryRun: DryRun;
  readonly output: string;
  readonly wait: boolean;
  readonly timeoutUs: number;
}

/** `kubectl delete`. Models kubectl/pkg/cmd/delete/delete.go DeleteOptions (1.36). */
export function* remove(kube: Kube): Task<number> {
  const { flags } = kube;
  if (flags.text('raw') !== '') return yield* rawRequest(kube, 'delete');
  const options = deleteOptions(kube);
  const selecting = flags.bool('all') || flags.text('selector') !== '' || flags.text('field-selector') !== '';
  const wanted = resolveArguments(kube, {
    args: kube.args,
    allNamespaces: flags.bool('all-namespaces'),
    labelSelector: flags.text('selector'),
    fieldSelector: flags.text('field-selector'),
    all: flags.bool('all'),
    filenames: flags.list('filename'),
    recursive: flags.bool('recursive'),
  });
  validate(kube, options);
  const ignoreNotFound = flags.changed('ignore-not-found') ? flags.bool('ignore-not-found') : selecting;
  if (flags.bool('interactive') && !(yield* confirmed(kube, wanted))) return 0;
  const found = yield* deleteAll(kube, wanted, options, ignoreNotFound);
  if (found === 0 && !flags.bool('ignore-not-found')) kube.out('No resources found\n');
  return 0;
}

function deleteOptions(kube: Kube): DeleteOptions {
  const { flags } = kube;
  let gracePeriod = flags.number('grace-period');
  if (flags.bool('now')) {
    if (gracePeriod !== -1) throw new CommandError('--now and --grace-period cannot be specified together');
    gracePeriod = 1;
  }
  const force = flags.bool('force');
  if (gracePeriod === 0 && !force) gracePeriod = 1;
  if (force && gracePeriod < 0) gracePeriod = 0;
  const timeoutUs = flags.durationUs('timeout');
  return {
    gracePeriod,
    cascade: cascadeOf(flags.text('cascade')),
    dryRun: dryRunOf(kube),
    output: flags.text('output'),
    wait: flags.bool('wait'),
    timeoutUs: timeoutUs === 0 ? WEEK_US : timeoutUs,
  };
}

function cascadeOf(value: string): DeleteOptions['cascade'] {
  switch (value) {
    case 'background':
      return 'Background';
    case 'foreground':
      return 'Foreground';
    case 'orphan':
      return 'Orphan';
    default:
      throw new CommandError(
        `invalid cascade value (${value}). Must be "background", "foreground", or "orphan"`,
      );
  }
}

function validate(kube: Kube, { output, gracePeriod }: DeleteOptions): void {
  const { flags } = kube;
  if (output !== '' && output !== 'name')
    throw new CommandError(`unexpected -o output mode: ${output}. We only support '-o name'`);
  if (flags.bool('all') && flags.text('selector') !== '')
    throw new CommandError("setting 'all' parameter but found a non empty selector. ");
  if (flags.bool('all') && flags.text('field-selector') !== '')
    throw new CommandError("setting 'all' parameter but found a non empty selector. ");
  if (!flags.bool('force')) return;
  if (gracePeriod > 0)
    throw new CommandError('--force and --grace-period greater than 0 cannot be specified together');
  kube.err(
    'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n',
  );
}

/** Deletes everything wanted, then waits until it is gone; answers how many there were. Models DeleteResult. */
export function* deleteAll(
  kube: Kube,
  wanted: Wanted,
  options: DeleteOptions,
  ignoreNotFound: boolean,
): Task<number> {
  const deleted: { readonly info: Info; readonly uid: string | undefined }[] = [];
  let warn = kube.namespaceGiven && !(kube.flags.has('all-namespaces') && kube.flags.bool('all-namespaces'));
  yield* visit(kube, wanted, { lazy: true, ignoreNotFound }, function* (info): Task {
    if (warn && !info.resource.namespaced) {
      kube.err('Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n');
      warn = false;
    }
    if (options.dryRun === 'client') {
      print(kube, info, options);
      deleted.push({ info, uid: undefined });
      return;
    }
    deleted.push({ info, uid: yield* deleteOne(kube, info, options) });
  });
  if (options.wait && options.dryRun === 'none') yield* waitAll(kube, deleted, options.timeoutUs);
  return deleted.length;
}

function* deleteOne(kube: Kube, info: Info, options: DeleteOptions): Task<string | undefined> {
  const request: RequestOptions = {
    propagationPolicy: options.cascade,
    ...(options.gracePeriod >= 0 ? { gracePeriodSeconds: options.gracePeriod } : {}),
    ...(options.dryRun === 'server' ? { dryRun: true } : {}),
  };
  let answer: Unstructured;
  try {
    answer = yield* kube.api.delete(info, request);
  } catch (error) {
    throw withSource('deleting', info.source, error);
  }
  print(kube, info, options);
  if (answer['kind'] !== 'Status') return uidOf(answer);
  return (answer['details'] as { readonly uid?: string } | undefined)?.uid;
}

function* waitAll(
  kube: Kube,
  deleted: readonly { readonly info: Info; readonly uid: string | undefined }[],
  timeoutUs: number,
): Task {
  const errors: CommandError[] = [];
  // Seldom a controller has made the successor by the time kubectl looks.
  const lag = kube.kernel.lag('kubectl');
  if (lag > 0) yield* sleep(lag);
  for (const { info, uid } of deleted) {
    try {
      yield* waitDeleted(kube, info, uid, timeoutUs);
    } catch (error) {
      // Whoever may not wait has deleted all the same.
      if (!hasReason(error, 'Forbidden') && !hasReason(error, 'MethodNotAllowed'))
        errors.push(asCommandError(error));
    }
  }
  throwAll(errors);
}

function print(
  kube: Kube,
  { resource, name, namespace }: Info,
  { output, gracePeriod, dryRun }: DeleteOptions,
): void {
  const kind = kindWord(resource);
  if (output === 'name') {
    kube.out(`${kind}/${name}\n`);
    return;
  }
  const operation = gracePeriod === 0 ? 'force deleted' : 'deleted';
  const from = resource.namespaced ? ` from ${namespace} namespace` : '';
  kube.out(`${kind} "${name}" ${operation}${from}${dryRunSuffix(dryRun)}\n`);
}

/** -i: asks first. */
function* confirmed(kube: Kube, wanted: Wanted): Task<boolean> {
  const lines: string[] = [];
  // eslint-disable-next-line require-yield
  yield* visit(kube, wanted, { lazy: true }, function* ({ resource, name }): Task {
    lines.push(`${kindWord(resource)}/${name}\n`);
  });
  kube.out(
    `You are about to delete the following ${lines.length} resource(s):\n${lines.join('')}Do you want to continue? (y/N): `,
  );
  const yes = /^y(es)?$/i.test((kube.stdin ?? '').split('\n')[0] ?? '');
  if (!yes) kube.out('deletion is cancelled\n');
  return yes;
}
