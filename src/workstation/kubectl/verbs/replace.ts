import { goQuote } from '../../../api/go-text.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError, isNotFound, throwAll, withSource } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { kindWord, metaOf, withAt } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { readFiles } from '../resource/manifests.ts';
import { WEEK_US, waitDeleted } from '../resource/wait-deleted.ts';
import { withLastApplied, withoutVersion } from './create/file.ts';
import { rawRequest } from './raw.ts';
import { type DryRun, dryRunOf, dryRunSuffix, validates, writeOptions } from './dry-run.ts';

/** `kubectl replace`. Models kubectl/pkg/cmd/replace/replace.go (1.36). */
export function* replace(kube: Kube): Task<number> {
  const { flags } = kube;
  const filenames = flags.list('filename');
  if (flags.text('raw') !== '') return yield* rawRequest(kube, 'update');
  if (filenames.length === 0) throw new CommandError('must specify one of -f and -k');
  if (flags.number('grace-period') >= 0 && !flags.bool('force'))
    throw new CommandError('--grace-period must have --force specified');
  if (flags.durationUs('timeout') !== 0 && !flags.bool('force'))
    throw new CommandError('--timeout must have --force specified');
  const dryRun = dryRunOf(kube);
  const errors: CommandError[] = [];
  const forced: Info[] = [];
  for (const entry of readFiles(kube, {
    filenames,
    recursive: flags.bool('recursive'),
    validate: validates(kube),
  })) {
    if ('error' in entry) {
      errors.push(entry.error);
      continue;
    }
    if (flags.bool('force')) {
      forced.push(entry.info);
      continue;
    }
    try {
      yield* update(kube, entry.info, dryRun);
    } catch (error) {
      errors.push(asCommandError(error));
    }
  }
  errors.push(...(yield* recreate(kube, forced)));
  throwAll(errors);
  return 0;
}

function* update(kube: Kube, info: Info, dryRun: DryRun): Task {
  const { flags } = kube;
  const object = flags.bool('save-config') ? withLastApplied(info.object) : info.object;
  const print = objectPrinter(kube, `replaced${dryRunSuffix(dryRun)}`);
  if (dryRun === 'client') {
    kube.out(print(object));
    return;
  }
  const subresource = flags.text('subresource') === '' ? undefined : flags.text('subresource');
  try {
    const body =
      metaOf(object)['resourceVersion'] === undefined ? yield* versioned(kube, info, object) : object;
    kube.out(
      print(
        yield* kube.api.update(
          info,
          body,
          writeOptions(kube, dryRun, flags.text('field-manager')),
          subresource,
        ),
      ),
    );
  } catch (error) {
    throw withSource('replacing', info.source, error);
  }
}

/** Helper.Replace with overwrite: the live object's version is taken. */
function* versioned(kube: Kube, info: Info, object: Info['object']): Task<Info['object']> {
  try {
    const live = yield* kube.api.get(info);
    return withAt(object, ['metadata', 'resourceVersion'], metaOf(live)['resourceVersion']);
  } catch (error) {
    if (isNotFound(error)) return object;
    throw error;
  }
}

/** --force: deletes all, waits until they are gone, and creates them anew. Models forceReplace. */
function* recreate(kube: Kube, infos: readonly Info[]): Task<readonly CommandError[]> {
  const errors: CommandError[] = [];
  const each = function* (step: (kube: Kube, info: Info) => Task): Task {
    for (const info of infos) {
      try {
        yield* step(kube, info);
      } catch (error) {
        errors.push(asCommandError(error));
      }
    }
  };
  for (const step of [deleteOne, untilGone, createOne]) {
    yield* each(step);
    if (errors.length > 0) break;
  }
  return errors;
}

function* deleteOne(kube: Kube, info: Info): Task {
  const grace = kube.flags.number('grace-period');
  try {
    yield* kube.api.delete(info, {
      gracePeriodSeconds: grace < 0 ? 0 : grace,
      propagationPolicy: 'Background',
    });
    const from = info.resource.namespaced ? ` from ${info.namespace} namespace` : '';
    kube.out(`${kindWord(info.resource)} ${goQuote(info.name)} deleted${from}\n`);
  } catch (error) {
    if (!isNotFound(error)) throw withSource('deleting', info.source, error);
  }
}

function* untilGone(kube: Kube, info: Info): Task {
  const timeout = kube.flags.durationUs('timeout');
  yield* waitDeleted(kube, info, undefined, timeout === 0 ? WEEK_US : timeout);
}

function* createOne(kube: Kube, info: Info): Task {
  const { flags } = kube;
  const object = flags.bool('save-config') ? withLastApplied(info.object) : info.object;
  try {
    const made = yield* kube.api.create(
      info,
      withoutVersion(object),
      writeOptions(kube, 'none', flags.text('field-manager')),
    );
    kube.out(objectPrinter(kube, 'replaced')(made));
  } catch (error) {
    throw withSource('creating', info.source, error);
  }
}
