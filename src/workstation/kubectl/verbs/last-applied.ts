import { toCompactJson, toPrettyJson } from '../../../api/json-text.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import type { Json } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { LAST_APPLIED, annotationsOf, withAt } from '../object.ts';
import { mergePatch } from '../patch/merge.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { visit } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { NO_RESOURCES } from '../resource/arguments.ts';
import { readFiles } from '../resource/manifests.ts';
import { dryRunOf, dryRunSuffix } from './dry-run.ts';

/** `kubectl apply view-last-applied`. Models apply_view_last_applied.go (1.36). */
export function* viewLastApplied(kube: Kube): Task<number> {
  const output = kube.flags.text('output');
  if (output !== 'yaml' && output !== 'json')
    throw misused(kube, `Unexpected -o output mode: ${output}, the flag 'output' must be one of yaml|json`);
  const texts: string[] = [];
  // eslint-disable-next-line require-yield
  yield* visit(
    kube,
    wantedOf(kube, kube.args, { typeAlone: true }),
    { latest: true },
    function* ({ object }): Task {
      const text = annotationsOf(object)[LAST_APPLIED];
      // Upstream wraps the error it has not got: nothing is printed and all is well.
      if (text === undefined) return;
      const value = JSON.parse(text) as Json;
      texts.push(
        output === 'json'
          ? toPrettyJson(value).replace(/^( +)/gm, (blanks) => blanks.slice(blanks.length / 2))
          : toYaml(value),
      );
    },
  );
  kube.out(texts.join(output === 'yaml' ? '---\n' : ''));
  return 0;
}

/** `kubectl apply set-last-applied`. Models apply_set_last_applied.go. */
export function* setLastApplied(kube: Kube): Task<number> {
  const { flags } = kube;
  const dryRun = dryRunOf(kube);
  if (flags.list('filename').length === 0) throw new CommandError(NO_RESOURCES);
  for (const entry of readFiles(kube, {
    filenames: flags.list('filename'),
    recursive: flags.bool('recursive'),
    validate: true,
  })) {
    if ('error' in entry) throw entry.error;
    const { info } = entry;
    const live = yield* kube.api.get(info);
    if (annotationsOf(live)[LAST_APPLIED] === undefined && !flags.bool('create-annotation')) {
      throw new CommandError(
        `no last-applied-configuration annotation found on resource: ${info.name}, to create the annotation, run the command with --create-annotation`,
      );
    }
    const bare =
      annotationsOf(info.object)[LAST_APPLIED] === undefined
        ? info.object
        : withAt(info.object, ['metadata', 'annotations', LAST_APPLIED], undefined);
    const annotation = `${toCompactJson(bare)}\n`;
    const patch = mergePatch(
      { metadata: { annotations: annotationsOf(live) } },
      { metadata: { annotations: { ...annotationsOf(live), [LAST_APPLIED]: annotation } } },
    );
    if (Object.keys(patch).length === 0) {
      kube.out(`set-last-applied ${info.name}: no changes required.\n`);
      continue;
    }
    const done =
      dryRun === 'client'
        ? live
        : yield* kube.api.patch(info, 'merge', patch, dryRun === 'server' ? { dryRun: true } : {});
    kube.out(objectPrinter(kube, `configured${dryRunSuffix(dryRun)}`)(done));
  }
  return 0;
}
