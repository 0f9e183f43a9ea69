import { toCompactJson, toCompactStructJson } from '../../../../api/json-text.ts';
import { type Task, sleep } from '../../../../engine/kernel/task.ts';
import { CommandError, asCommandError, throwAll, withSource } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { LAST_APPLIED, type Unstructured, metaOf, withAt } from '../../object.ts';
import { objectPrinter } from '../../printers/object-printer.ts';
import type { Info } from '../../resource/info.ts';
import { readFiles } from '../../resource/manifests.ts';
import { rawRequest } from '../raw.ts';
import { type DryRun, dryRunOf, dryRunSuffix, validates, writeOptions } from '../dry-run.ts';
import { recorded } from '../record.ts';

/** `kubectl create -f`. Models kubectl/pkg/cmd/create/create.go RunCreate (1.36). */
export function* create(kube: Kube): Task<number> {
  const { flags } = kube;
  const filenames = flags.list('filename');
  if (flags.text('raw') !== '') return yield* rawRequest(kube, 'create');
  if (kube.args.length > 0) throw misused(kube, `Unexpected args: [${kube.args.join(' ')}]`);
  if (filenames.length === 0) throw new CommandError('must specify one of -f and -k');
  const dryRun = dryRunOf(kube);
  const print = objectPrinter(kube, `created${dryRunSuffix(dryRun)}`);
  const validate = validates(kube);
  const errors: CommandError[] = [];
  let count = 0;
  for (const entry of readFiles(kube, {
    filenames,
    recursive: flags.bool('recursive'),
    validate,
  })) {
    if ('error' in entry) errors.push(entry.error);
    else {
      yield* sleep(kube.kernel.around(kube.settings.kubectlObjectUs, 'kubectl'));
      try {
        const made = yield* send(kube, entry.info, dryRun);
        count++;
        kube.out(print(made));
      } catch (error) {
        errors.push(asCommandError(error));
      }
    }
  }
  throwAll(errors);
  if (count === 0) throw new CommandError('no objects passed to create');
  return 0;
}

function* send(kube: Kube, info: Info, dryRun: DryRun): Task<Unstructured> {
  const saved = kube.flags.bool('save-config') ? withLastApplied(info.object) : info.object;
  const object = recorded(kube, saved);
  if (dryRun === 'client') return object;
  try {
    return yield* kube.api.create(
      info,
      withoutVersion(object),
      writeOptions(kube, dryRun, kube.flags.text('field-manager')),
    );
  } catch (error) {
    throw withSource('creating', info.source, error);
  }
}

/** A create never sends a resourceVersion. Models resource.Helper.Create with modify. */
export function withoutVersion(object: Unstructured): Unstructured {
  return metaOf(object)['resourceVersion'] === undefined
    ? object
    : withAt(object, ['metadata', 'resourceVersion'], undefined);
}

/** The same of an object made as a Go struct, which is written in the order of its fields. */
export function withStructApplied(object: Unstructured): Unstructured {
  return withAt(object, ['metadata', 'annotations', LAST_APPLIED], `${toCompactStructJson(object)}\n`);
}

/** The object carrying its own text as the annotation that apply reads. Models util.CreateApplyAnnotation. */
export function withLastApplied(object: Unstructured): Unstructured {
  const bare = withAt(object, ['metadata', 'annotations', LAST_APPLIED], undefined);
  const annotations = metaOf(bare)['annotations'] ?? {};
  const source = withAt(bare, ['metadata', 'annotations'], annotations);
  return withAt(source, ['metadata', 'annotations', LAST_APPLIED], `${toCompactJson(source)}\n`);
}
