import type {
  HPAScalingRules,
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '../../../api/generated/types.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { printAnnotations, printEvents, printLabels, rfc1123 } from './common.ts';
import { type DescribeContext, eventsOf } from './context.ts';
import { DescribeWriter } from './writer.ts';

/** Models HorizontalPodAutoscalerDescriber. */
export function* describeAutoscaler(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = raw as unknown as HorizontalPodAutoscaler;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('CreationTimestamp', rfc1123(metadata.creationTimestamp));
  w.field('Reference', `${spec?.scaleTargetRef.kind}/${spec?.scaleTargetRef.name}`);
  w.field('Metrics', '( current / target )');
  for (const [at, metric] of (spec?.metrics ?? []).entries())
    printMetric(w, metric, status?.currentMetrics?.[at]);
  w.field('Min replicas', spec?.minReplicas ?? '<unset>');
  w.field('Max replicas', spec?.maxReplicas ?? 0);
  if (spec?.behavior !== undefined) {
    w.write(0, 'Behavior:\n');
    printBehavior(w, 'Scale Up', spec.behavior.scaleUp);
    printBehavior(w, 'Scale Down', spec.behavior.scaleDown);
  }
  w.field(
    `${spec?.scaleTargetRef.kind} pods`,
    `${status?.currentReplicas ?? 0} current / ${status?.desiredReplicas ?? 0} desired`,
  );
  const conditions = status?.conditions ?? [];
  if (conditions.length > 0) {
    w.write(0, 'Conditions:\n');
    w.write(1, 'Type\tStatus\tReason\tMessage\n');
    w.write(1, '----\t------\t------\t-------\n');
    for (const { type, status: held, reason = '', message = '' } of conditions)
      w.write(1, `${type}\t${held}\t${reason}\t${message}\n`);
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models describeHorizontalPodAutoscalerV2's lines of a metric. */
function printMetric(w: DescribeWriter, metric: MetricSpec, current: MetricStatus | undefined): void {
  const { type, resource, containerResource, pods, object, external } = metric;
  if (external !== undefined) {
    const { target } = external;
    const now = current?.external?.current;
    const average = target.averageValue !== undefined;
    w.write(
      1,
      `${JSON.stringify(external.metric.name)} (target ${average ? 'average ' : ''}value):\t${(average ? now?.averageValue : now?.value) ?? '<unknown>'} / ${average ? target.averageValue : target.value}\n`,
    );
  } else if (pods !== undefined) {
    const now = current?.pods?.current.averageValue ?? '<unknown>';
    w.write(1, `${JSON.stringify(pods.metric.name)} on pods:\t${now} / ${pods.target.averageValue}\n`);
  } else if (object !== undefined) {
    const { target, metric: named, describedObject } = object;
    const average = target.type === 'AverageValue';
    const now = current?.object?.current;
    w.write(
      1,
      `${JSON.stringify(named.name)} on ${describedObject.kind}/${describedObject.name} ${average ? '(target average value)' : '(target value)'}:\t${(average ? now?.averageValue : now?.value) ?? '<unknown>'} / ${average ? target.averageValue : target.value}\n`,
    );
  } else if (containerResource !== undefined) {
    printResource(w, {
      name: containerResource.name,
      of: `of container ${JSON.stringify(containerResource.container)} on pods`,
      target: containerResource.target,
      now: current?.containerResource?.current,
    });
  } else if (resource !== undefined) {
    printResource(w, {
      name: resource.name,
      of: 'on pods',
      target: resource.target,
      now: current?.resource?.current,
    });
  } else w.write(1, `<unknown metric type ${JSON.stringify(type)}>\n`);
}

interface ResourceLine {
  readonly name: string;
  readonly of: string;
  readonly target: MetricTarget;
  readonly now: MetricValueStatus | undefined;
}

function printResource(w: DescribeWriter, { name, of, target, now }: ResourceLine): void {
  const { averageValue, averageUtilization } = target;
  if (averageValue !== undefined) {
    w.write(1, `resource ${name} ${of}:\t${now?.averageValue ?? '<unknown>'} / ${averageValue}\n`);
    return;
  }
  const held =
    now?.averageUtilization === undefined ? '<unknown>' : `${now.averageUtilization}% (${now.averageValue})`;
  const wanted = averageUtilization === undefined ? '<auto>' : `${averageUtilization}%`;
  w.write(1, `resource ${name} ${of}  (as a percentage of request):\t${held} / ${wanted}\n`);
}

/** Models printDirectionBehavior. */
function printBehavior(w: DescribeWriter, direction: string, rules: HPAScalingRules | undefined): void {
  if (rules === undefined) return;
  w.write(1, `${direction}:\n`);
  if (rules.stabilizationWindowSeconds !== undefined)
    w.write(2, `Stabilization Window: ${rules.stabilizationWindowSeconds} seconds\n`);
  if ((rules.policies ?? []).length === 0) return;
  w.write(2, `Select Policy: ${rules.selectPolicy ?? 'Max'}\n`);
  w.write(2, 'Policies:\n');
  for (const { type, value, periodSeconds } of rules.policies ?? [])
    w.write(3, `- Type: ${type}\tValue: ${value}\tPeriod: ${periodSeconds} seconds\n`);
}
