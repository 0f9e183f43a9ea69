import type { Deployment, ReplicaSet } from '../../../api/generated/types.ts';
import { goQuote } from '../../../api/go-text.ts';
import type { Json } from '../../../base/json.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError } from '../errors.ts';
import { describePodTemplate } from '../describe/pod.ts';
import { DescribeWriter } from '../describe/writer.ts';
import type { Kube } from '../kube.ts';
import { LAST_APPLIED, annotationsOf, at } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { controllerHistory, notImplemented } from '../rollout/history.ts';
import { REVISION, replicaSetsOf, revisionOf, sameTemplate, withoutHash } from '../rollout/replica-sets.ts';
import type { Info } from '../resource/info.ts';
import { visit } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { type DryRun, dryRunOf, dryRunSuffix } from './dry-run.ts';

/** Annotations a rollback leaves as they are. */
const KEPT: ReadonlySet<string> = new Set([
  LAST_APPLIED,
  REVISION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
]);

/** `kubectl rollout undo`. Models rollout_undo.go and polymorphichelpers/rollback.go (1.36). */
export function* rolloutUndo(kube: Kube): Task<number> {
  if (kube.args.length === 0 && kube.flags.list('filename').length === 0)
    throw new CommandError('required resource not specified');
  const dryRun = dryRunOf(kube);
  const toRevision = kube.flags.number('to-revision');
  yield* visit(
    kube,
    wantedOf(kube, kube.args, { typeAlone: true }),
    { latest: true },
    function* (info): Task {
      warnIfApplied(kube, info);
      const rollback = rollbackOf(info);
      const result = yield* rollback(kube, info, { toRevision, dryRun });
      kube.out(objectPrinter(kube, result + dryRunSuffix(dryRun))(info.object));
    },
  );
  return 0;
}

function warnIfApplied(kube: Kube, { resource, name, object }: Info): void {
  if (annotationsOf(object)[LAST_APPLIED] === undefined) return;
  kube.err(
    `Warning: resource ${resource.resource}/${name} was previously managed with 'kubectl apply'. Rolling back will not update the ${LAST_APPLIED} annotation, which may cause unexpected behavior on future 'kubectl apply' operations. Consider using 'kubectl apply' with your previous configuration file instead.\n`,
  );
}

interface Rollback {
  readonly toRevision: number;
  readonly dryRun: DryRun;
}

function rollbackOf(info: Info): (kube: Kube, info: Info, options: Rollback) => Task<string> {
  const { key } = info.resource;
  if (key === 'deployments.apps') return rollbackDeployment;
  if (key === 'statefulsets.apps' || key === 'daemonsets.apps') return rollbackRevision;
  throw notImplemented(info, 'rollbacker', 'rollbacker');
}

const revisionMissing = (revision: number): CommandError =>
  new CommandError(`unable to find specified revision ${revision} in history`);

function* rollbackDeployment(kube: Kube, info: Info, { toRevision, dryRun }: Rollback): Task<string> {
  if (toRevision < 0) throw revisionMissing(toRevision);
  const deployment = (yield* kube.api.get(info)) as unknown as Deployment;
  const { all } = yield* replicaSetsOf(kube, deployment);
  const set = chosenSet(all, toRevision, info.name);
  if (dryRun === 'client') return templateText(set.spec?.template);
  if (deployment.spec.paused === true) {
    throw new CommandError(
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
    );
  }
  if (sameTemplate(set.spec?.template, deployment.spec.template)) return skipped(toRevision);
  const patch: Json = [
    { op: 'replace', path: '/spec/template', value: withoutHash(set.spec?.template) as unknown as Json },
    { op: 'replace', path: '/metadata/annotations', value: restoredAnnotations(deployment, set) },
  ];
  try {
    yield* kube.api.patch(info, 'json', patch, dryRun === 'server' ? { dryRun: true } : {});
  } catch (error) {
    throw new CommandError(`failed restoring revision ${toRevision}: ${asCommandError(error).message}`);
  }
  return 'rolled back';
}

const skipped = (revision: number): string =>
  `skipped rollback (current template already matches revision ${revision})`;

/** Models deploymentRevision: the one asked for, or the last but one. */
function chosenSet(all: readonly ReplicaSet[], toRevision: number, name: string): ReplicaSet {
  const sorted = [...all].filter((set) => revisionOf(set) > 0).sort((a, b) => revisionOf(b) - revisionOf(a));
  const found = toRevision === 0 ? sorted[1] : sorted.find((set) => revisionOf(set) === toRevision);
  if (found !== undefined) return found;
  throw toRevision > 0
    ? revisionMissing(toRevision)
    : new CommandError(`no rollout history found for deployment ${goQuote(name)}`);
}

function restoredAnnotations({ metadata }: Deployment, set: ReplicaSet): Record<string, string> {
  const kept = Object.entries(metadata.annotations ?? {}).filter(([key]) => KEPT.has(key));
  const restored = Object.entries(set.metadata.annotations ?? {}).filter(([key]) => !KEPT.has(key));
  return Object.fromEntries([...kept, ...restored]);
}

function templateText(template: Parameters<typeof describePodTemplate>[1]): string {
  const w = new DescribeWriter();
  describePodTemplate(w, template);
  return w.raw();
}

function* rollbackRevision(kube: Kube, info: Info, { toRevision, dryRun }: Rollback): Task<string> {
  if (toRevision < 0) throw revisionMissing(toRevision);
  const owner = yield* kube.api.get(info);
  const history = yield* controllerHistory(kube, owner);
  if (toRevision === 0 && history.length <= 1) throw new CommandError('no last revision to roll back to');
  const found = toRevision === 0 ? history.at(-2) : history.find(({ number }) => number === toRevision);
  if (found?.stored === undefined) throw revisionMissing(toRevision);
  if (dryRun === 'client') return templateText(found.template);
  if (deepEqual(at(owner, 'spec', 'template'), found.template)) return skipped(toRevision);
  const data = found.stored.data as unknown as Json;
  yield* kube.api.patch(info, 'strategic', data, dryRun === 'server' ? { dryRun: true } : {});
  return 'rolled back';
}
