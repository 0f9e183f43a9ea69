import type { Task } from '../../../engine/kernel/task.ts';
import { SECOND } from '../../../trace/ids.ts';
import { sleep } from '../../../engine/kernel/task.ts';
import { CommandError, hasReason, throwAll } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { at, withAt } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { collect } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { type DryRun, dryRunOf, dryRunSuffix, writeOptions } from './dry-run.ts';
import { recordAfter } from './record.ts';

/** `kubectl scale`. Models kubectl/pkg/cmd/scale/scale.go and pkg/scale (1.36). */
export function* scale(kube: Kube): Task<number> {
  const { flags } = kube;
  const replicas = flags.number('replicas');
  if (replicas < 0)
    throw new CommandError(
      'The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0',
    );
  if (flags.number('current-replicas') < -1)
    throw new CommandError('The --current-replicas must specify an integer of -1 or greater');
  const dryRun = dryRunOf(kube);
  const wanted = wantedOf(kube, kube.args, { typeAlone: false });
  const { infos, errors } = yield* collect(kube, wanted, { latest: true });
  if (flags.text('resource-version') !== '' && infos.length > 1)
    throw new CommandError('cannot use --resource-version with multiple resources');
  if (infos.length === 0) {
    throwAll(errors);
    throw new CommandError('no objects passed to scale');
  }
  for (const info of infos) {
    if (dryRun !== 'client') {
      yield* scaleOne(kube, info, replicas, dryRun);
      yield* recordAfter(kube, info, info.object, writeOptions(kube, dryRun, 'kubectl'));
    }
    kube.out(objectPrinter(kube, `scaled${dryRunSuffix(dryRun)}`)(info.object));
  }
  throwAll(errors);
  return 0;
}

function* scaleOne(kube: Kube, info: Info, replicas: number, dryRun: DryRun): Task {
  const { flags } = kube;
  const expected = flags.number('current-replicas');
  const version = flags.text('resource-version');
  const options = { ...(dryRun === 'server' ? { dryRun: true } : {}), fieldManager: 'kubectl' };
  if (expected === -1 && version === '') {
    yield* kube.api.patch(info, 'merge', { spec: { replicas } }, { ...options, subresource: 'scale' });
    return;
  }
  for (;;) {
    const current = yield* kube.api.get(info, undefined, 'scale');
    const was = at(current, 'spec', 'replicas') ?? 0;
    if (expected !== -1 && was !== expected)
      throw new CommandError(`Expected replicas to be ${expected}, was ${String(was)}`);
    const held = String(at(current, 'metadata', 'resourceVersion') ?? '');
    if (version !== '' && held !== version)
      throw new CommandError(`Expected resource version to be ${version}, was ${held}`);
    try {
      yield* kube.api.update(info, withAt(current, ['spec', 'replicas'], replicas), options, 'scale');
      return;
    } catch (error) {
      if (!hasReason(error, 'Conflict')) throw error;
      yield* sleep(SECOND);
    }
  }
}
