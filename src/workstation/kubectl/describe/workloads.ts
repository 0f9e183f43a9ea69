import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  JobTemplateSpec,
  PersistentVolumeClaim,
  ReplicaSet,
  ReplicationController,
  StatefulSet,
} from '../../../api/generated/types.ts';
import { humanDuration } from '../../../api/duration.ts';
import { intOrStringText } from '../../../api/int-or-string.ts';
import { compileLabelSelector, formatLabels, formatSelector } from '../../../api/label-selector.ts';
import { parseTime } from '../../../api/time.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import type { Unstructured } from '../object.ts';
import { replicaSetsOf } from '../rollout/replica-sets.ts';
import {
  goList,
  printAnnotations,
  printController,
  printEvents,
  printLabels,
  rfc1123,
  trueFalse,
} from './common.ts';
import { type DescribeContext, countsText, eventsOf, podCounts } from './context.ts';
import { describePodTemplate } from './pod.ts';
import { DescribeWriter } from './writer.ts';

function* fetched<T>(
  context: DescribeContext,
  target: Target,
): Task<{ readonly object: T; readonly raw: Unstructured }> {
  const raw = yield* context.kube.api.get(target);
  return { object: raw as unknown as T, raw };
}

const selectorText = (selector: Parameters<typeof compileLabelSelector>[0]): string =>
  formatSelector(compileLabelSelector(selector));

function conditions(
  w: DescribeWriter,
  held: readonly { readonly type: string; readonly status: string; readonly reason?: string }[] | undefined,
): void {
  if (held === undefined || held.length === 0) return;
  w.write(0, 'Conditions:\n  Type\tStatus\tReason\n');
  w.write(1, '----\t------\t------\n');
  for (const { type, status, reason = '' } of held) w.write(1, `${type} \t${status}\t${reason}\n`);
}

/** Models DeploymentDescriber. */
export function* describeDeployment(context: DescribeContext, target: Target): Task<string> {
  const { object: d, raw } = yield* fetched<Deployment>(context, target);
  const { old, newest } = yield* replicaSetsOf(context.kube, d);
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  w.field('Name', d.metadata.name ?? '');
  w.field('Namespace', d.metadata.namespace ?? '');
  w.field('CreationTimestamp', rfc1123(d.metadata.creationTimestamp));
  printLabels(w, 'Labels', d.metadata.labels);
  printAnnotations(w, 'Annotations', d.metadata.annotations);
  w.field('Selector', selectorText(d.spec.selector));
  const s = d.status ?? {};
  w.field(
    'Replicas',
    `${d.spec.replicas ?? 0} desired | ${s.updatedReplicas ?? 0} updated | ${s.replicas ?? 0} total | ${s.availableReplicas ?? 0} available | ${s.unavailableReplicas ?? 0} unavailable`,
  );
  w.field('StrategyType', d.spec.strategy?.type ?? '');
  w.field('MinReadySeconds', d.spec.minReadySeconds ?? 0);
  const rolling = d.spec.strategy?.rollingUpdate;
  if (rolling !== undefined) {
    w.field(
      'RollingUpdateStrategy',
      `${intOrStringText(rolling.maxUnavailable ?? 0)} max unavailable, ${intOrStringText(rolling.maxSurge ?? 0)} max surge`,
    );
  }
  describePodTemplate(w, d.spec.template);
  conditions(w, s.conditions);
  if (old.length > 0 || newest !== undefined) {
    w.field('OldReplicaSets', replicaSetsText(old));
    w.field('NewReplicaSet', replicaSetsText(newest === undefined ? [] : [newest]));
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

function replicaSetsText(sets: readonly ReplicaSet[]): string {
  if (sets.length === 0) return '<none>';
  return sets
    .map(
      ({ metadata, spec, status }) =>
        `${metadata.name} (${status?.replicas ?? 0}/${spec?.replicas ?? 0} replicas created)`,
    )
    .join(', ');
}

/** Models ReplicaSetDescriber and ReplicationControllerDescriber. */
export function* describeReplicaSet(context: DescribeContext, target: Target): Task<string> {
  const { object: rs, raw } = yield* fetched<ReplicaSet>(context, target);
  const selector =
    target.resource.kind === 'ReplicationController'
      ? { matchLabels: (raw as unknown as ReplicationController).spec?.selector ?? {} }
      : rs.spec?.selector;
  const counts = yield* podCounts(context, raw, selector);
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  w.field('Name', rs.metadata.name ?? '');
  w.field('Namespace', rs.metadata.namespace ?? '');
  w.field('Selector', selectorText(selector));
  printLabels(w, 'Labels', rs.metadata.labels);
  printAnnotations(w, 'Annotations', rs.metadata.annotations);
  printController(w, rs.metadata);
  w.field('Replicas', `${rs.status?.replicas ?? 0} current / ${rs.spec?.replicas ?? 0} desired`);
  w.field('Pods Status', countsText(counts));
  describePodTemplate(w, rs.spec?.template);
  conditions(w, rs.status?.conditions);
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models StatefulSetDescriber. */
export function* describeStatefulSet(context: DescribeContext, target: Target): Task<string> {
  const { object: ps, raw } = yield* fetched<StatefulSet>(context, target);
  const counts = yield* podCounts(context, raw, ps.spec?.selector);
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  w.field('Name', ps.metadata.name ?? '');
  w.field('Namespace', ps.metadata.namespace ?? '');
  w.field('CreationTimestamp', rfc1123(ps.metadata.creationTimestamp));
  w.field('Selector', selectorText(ps.spec?.selector));
  printLabels(w, 'Labels', ps.metadata.labels);
  printAnnotations(w, 'Annotations', ps.metadata.annotations);
  w.field('Replicas', `${ps.spec?.replicas ?? 0} desired | ${ps.status?.replicas ?? 0} total`);
  w.field('Update Strategy', ps.spec?.updateStrategy?.type ?? '');
  const rolling = ps.spec?.updateStrategy?.rollingUpdate;
  if (rolling?.partition !== undefined) {
    w.field('Partition', rolling.partition, 1);
    if (rolling.maxUnavailable !== undefined)
      w.field('MaxUnavailable', intOrStringText(rolling.maxUnavailable), 1);
  }
  w.field('Pods Status', countsText(counts));
  describePodTemplate(w, ps.spec?.template);
  claimTemplates(
    w,
    (ps.spec?.volumeClaimTemplates ?? []) as unknown as readonly Partial<PersistentVolumeClaim>[],
  );
  printEvents(w, events, context.nowUs);
  return w.text();
}

function claimTemplates(w: DescribeWriter, templates: readonly Partial<PersistentVolumeClaim>[]): void {
  w.write(0, templates.length === 0 ? 'Volume Claims:\t<none>\n' : 'Volume Claims:\n');
  for (const { metadata, spec } of templates) {
    w.field('Name', metadata?.name ?? '', 1);
    w.field('StorageClass', spec?.storageClassName ?? '', 1);
    printLabels(w, 'Labels', metadata?.labels, '  ');
    printLabels(w, 'Annotations', metadata?.annotations, '  ');
    w.field('Capacity', spec?.resources?.requests?.['storage'] ?? '<default>', 1);
    w.field('Access Modes', goList(spec?.accessModes), 1);
  }
}

/** Models DaemonSetDescriber. */
export function* describeDaemonSet(context: DescribeContext, target: Target): Task<string> {
  const { object: ds, raw } = yield* fetched<DaemonSet>(context, target);
  const counts = yield* podCounts(context, raw, ds.spec?.selector);
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  w.field('Name', ds.metadata.name ?? '');
  w.field('Namespace', ds.metadata.namespace ?? '');
  w.field('Selector', selectorText(ds.spec?.selector));
  w.field('Node-Selector', formatLabels(ds.spec?.template.spec?.nodeSelector));
  printLabels(w, 'Labels', ds.metadata.labels);
  printAnnotations(w, 'Annotations', ds.metadata.annotations);
  const s = ds.status;
  w.line(`Desired Number of Nodes Scheduled: ${s?.desiredNumberScheduled ?? 0}`);
  w.line(`Current Number of Nodes Scheduled: ${s?.currentNumberScheduled ?? 0}`);
  w.line(`Number of Nodes Scheduled with Up-to-date Pods: ${s?.updatedNumberScheduled ?? 0}`);
  w.line(`Number of Nodes Scheduled with Available Pods: ${s?.numberAvailable ?? 0}`);
  w.line(`Number of Nodes Misscheduled: ${s?.numberMisscheduled ?? 0}`);
  w.field('Pods Status', countsText(counts));
  describePodTemplate(w, ds.spec?.template);
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models JobDescriber. */
export function* describeJob(context: DescribeContext, target: Target): Task<string> {
  const { object: job, raw } = yield* fetched<Job>(context, target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = job;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  if (spec?.selector !== undefined) w.field('Selector', selectorText(spec.selector));
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  printController(w, metadata);
  if (spec?.parallelism !== undefined) w.field('Parallelism', spec.parallelism);
  w.field('Completions', spec?.completions ?? '<unset>');
  if (spec?.completionMode !== undefined) w.field('Completion Mode', spec.completionMode);
  if (spec?.suspend !== undefined) w.field('Suspend', spec.suspend);
  if (spec?.backoffLimit !== undefined) w.field('Backoff Limit', spec.backoffLimit);
  if (spec?.ttlSecondsAfterFinished !== undefined)
    w.field('TTL Seconds After Finished', spec.ttlSecondsAfterFinished);
  if (status?.startTime !== undefined) w.field('Start Time', rfc1123(status.startTime));
  if (status?.completionTime !== undefined) w.field('Completed At', rfc1123(status.completionTime));
  if (status?.startTime !== undefined && status.completionTime !== undefined) {
    w.field(
      'Duration',
      humanDuration((parseTime(status.completionTime) ?? 0) - (parseTime(status.startTime) ?? 0)),
    );
  }
  if (spec?.activeDeadlineSeconds !== undefined)
    w.field('Active Deadline Seconds', `${spec.activeDeadlineSeconds}s`);
  const ready = status?.ready === undefined ? '' : ` (${status.ready} Ready)`;
  w.field(
    'Pods Statuses',
    `${status?.active ?? 0} Active${ready} / ${status?.succeeded ?? 0} Succeeded / ${status?.failed ?? 0} Failed`,
  );
  if (spec?.completionMode === 'Indexed') w.field('Completed Indexes', indexesText(status?.completedIndexes));
  describePodTemplate(w, spec?.template);
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models capIndexesListOrNone. */
function indexesText(indexes: string | undefined): string {
  if (indexes === undefined || indexes === '') return '<none>';
  if (indexes.length <= 50) return indexes;
  const cut = indexes.slice(0, 50);
  return `${cut.slice(0, cut.lastIndexOf(',') + 1)}...`;
}

/** Models CronJobDescriber. */
export function* describeCronJob(context: DescribeContext, target: Target): Task<string> {
  const { object: cronJob, raw } = yield* fetched<CronJob>(context, target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = cronJob;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('Schedule', spec?.schedule ?? '');
  w.field('Concurrency Policy', spec?.concurrencyPolicy ?? '');
  w.field('Suspend', spec?.suspend === undefined ? '<unset>' : trueFalse(spec.suspend));
  w.field('Time Zone', spec?.timeZone ?? '<unset>');
  w.field('Successful Job History Limit', spec?.successfulJobsHistoryLimit ?? '<unset>');
  w.field('Failed Job History Limit', spec?.failedJobsHistoryLimit ?? '<unset>');
  w.field(
    'Starting Deadline Seconds',
    spec?.startingDeadlineSeconds === undefined ? '<unset>' : `${spec.startingDeadlineSeconds}s`,
  );
  jobTemplate(w, spec?.jobTemplate);
  w.field(
    'Last Schedule Time',
    status?.lastScheduleTime === undefined ? '<unset>' : rfc1123(status.lastScheduleTime),
  );
  const active = (status?.active ?? []).map(({ name }) => name ?? '');
  w.field('Active Jobs', active.length === 0 ? '<none>' : active.join(', '));
  printEvents(w, events, context.nowUs);
  return w.text();
}

function jobTemplate(w: DescribeWriter, template: JobTemplateSpec | undefined): void {
  const spec = template?.spec;
  w.field('Selector', spec?.selector === undefined ? '<unset>' : selectorText(spec.selector));
  w.field('Parallelism', spec?.parallelism ?? '<unset>');
  w.field('Completions', spec?.completions ?? '<unset>');
  if (spec?.activeDeadlineSeconds !== undefined)
    w.field('Active Deadline Seconds', `${spec.activeDeadlineSeconds}s`);
  describePodTemplate(w, spec?.template);
}
