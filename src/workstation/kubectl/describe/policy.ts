import type {
  ClusterRole,
  PodDisruptionBudget,
  PriorityClass,
  RoleBinding,
} from '../../../api/generated/types.ts';
import { intOrStringText } from '../../../api/int-or-string.ts';
import { formatLabelSelector, formatLabels } from '../../../api/label-selector.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { printAnnotations, printEvents, printLabels } from './common.ts';
import { type DescribeContext, eventsOf } from './context.ts';
import { ruleRows } from './rules.ts';
import { DescribeWriter } from './writer.ts';

/** Models RoleDescriber and ClusterRoleDescriber. */
export function* describeRole(context: DescribeContext, target: Target): Task<string> {
  const { metadata, rules } = (yield* context.kube.api.get(target)) as unknown as ClusterRole;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.write(0, 'PolicyRule:\n');
  w.write(1, 'Resources\tNon-Resource URLs\tResource Names\tVerbs\n');
  w.write(1, '---------\t-----------------\t--------------\t-----\n');
  for (const row of ruleRows(rules ?? [])) w.write(1, row);
  return w.text();
}

/** Models RoleBindingDescriber and ClusterRoleBindingDescriber. */
export function* describeRoleBinding(context: DescribeContext, target: Target): Task<string> {
  const {
    metadata,
    roleRef,
    subjects = [],
  } = (yield* context.kube.api.get(target)) as unknown as RoleBinding;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.write(0, 'Role:\n');
  w.field('Kind', roleRef.kind, 1);
  w.field('Name', roleRef.name, 1);
  w.write(0, 'Subjects:\n');
  w.write(1, 'Kind\tName\tNamespace\n');
  w.write(1, '----\t----\t---------\n');
  for (const { kind, name, namespace = '' } of subjects) w.write(1, `${kind}\t${name}\t${namespace}\n`);
  return w.text();
}

/** Models PodDisruptionBudgetDescriber. */
export function* describeBudget(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = raw as unknown as PodDisruptionBudget;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  if (spec?.minAvailable !== undefined) w.field('Min available', intOrStringText(spec.minAvailable));
  else if (spec?.maxUnavailable !== undefined)
    w.field('Max unavailable', intOrStringText(spec.maxUnavailable));
  w.field('Selector', spec?.selector === undefined ? '<unset>' : formatLabelSelector(spec.selector));
  w.write(0, 'Status:\n');
  w.field('Allowed disruptions', status?.disruptionsAllowed ?? 0, 2);
  w.field('Current', status?.currentHealthy ?? 0, 2);
  w.field('Desired', status?.desiredHealthy ?? 0, 2);
  w.field('Total', status?.expectedPods ?? 0, 2);
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models PriorityClassDescriber. */
export function* describePriorityClass(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, value, globalDefault, preemptionPolicy, description } = raw as unknown as PriorityClass;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Value', value ?? 0);
  w.field('GlobalDefault', globalDefault === true);
  w.field('PreemptionPolicy', preemptionPolicy ?? '');
  w.field('Description', description ?? '');
  w.field('Annotations', formatLabels(metadata.annotations));
  printEvents(w, events, context.nowUs);
  return w.text();
}
