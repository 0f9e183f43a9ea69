import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError, isNotFound, throwAll, withSource } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { describeInfo } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { getInfo } from '../resource/get-info.ts';
import { readFiles } from '../resource/manifests.ts';
import { withLastApplied, withoutVersion } from './create.ts';
import { dryRunOf, dryRunSuffix, validates, writeOptions } from './dry-run.ts';

/** `kubectl apply`. Models kubectl/pkg/cmd/apply/apply.go ApplyOptions.Run (1.36). */
export function* apply(kube: Kube): Task<number> {
  const { flags, args } = kube;
  const filenames = flags.list('filename');
  if (args.length > 0) throw misused(kube, `Unexpected args: [${args.join(' ')}]`);
  if (filenames.length === 0) throw new CommandError('must specify one of -f and -k');
  const entries = readFiles(kube, { filenames, recursive: flags.bool('recursive'), validate: validates(kube) });
  if (entries.length === 0) throw new CommandError('no objects passed to apply');
  const errors = entries.flatMap((entry) => ('error' in entry ? [entry.error] : []));
  for (const entry of entries) {
    if ('error' in entry) continue;
    try {
      yield* applyOne(kube, entry.info);
    } catch (error) {
      errors.push(asCommandError(error));
    }
  }
  throwAll(errors);
  return 0;
}

function* applyOne(kube: Kube, info: Info): Task {
  const dryRun = dryRunOf(kube);
  const done = (operation: string): string => operation + dryRunSuffix(dryRun);
  const place = describeInfo(info.resource, info.namespace, info.name);
  try {
    yield* getInfo(kube, info);
  } catch (error) {
    if (!isNotFound(error)) throw withSource(`retrieving current configuration of:\n${place}\nfrom server for:`, info.source, error);
    const object = withoutVersion(withLastApplied(info.object));
    try {
      const made = dryRun === 'client' ? object : yield* kube.api.create(info, object, writeOptions(kube, dryRun, 'kubectl-client-side-apply'));
      kube.out(objectPrinter(kube, done('created'))(made));
      return;
    } catch (refused) {
      throw withSource('creating', info.source, refused);
    }
  }
  throw new CommandError('apply of an existing object is not simulated yet');
}
