import type { Pod } from '../../../api/generated/types.ts';
import { parseGoDuration } from '../../../api/duration.ts';
import { quantityMilliValue } from '../../../api/quantity.ts';
import { parseTime } from '../../../api/time.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { PodMetrics } from './scaling.ts';

// Models pkg/controller/podautoscaler replica_calculator.go and metrics/utilization.go (1.36).

const CPU_INITIALIZATION_US = 300_000_000;
const INITIAL_READINESS_US = 30_000_000;
const WHOLE = 100;

/** What a metric wants. */
export interface Goal {
  readonly resource: string;
  /** Of one container alone. */
  readonly container?: string;
  /** Per cent of what is requested, or thousandths of the resource a Pod. */
  readonly target:
    | { readonly kind: 'utilization'; readonly percent: number }
    | { readonly kind: 'average'; readonly milli: number };
  readonly tolerances: { readonly up: number; readonly down: number };
}

export interface Wanted {
  readonly replicas: number;
  /** Of the Pods that count, in thousandths each. */
  readonly averageMilli: number;
  readonly utilization?: number;
}

interface Sample {
  readonly milli: number;
  readonly atUs: number;
  readonly windowUs: number;
}

/** How many replicas would bring usage to the goal. The error follows `failed to get cpu utilization: `. */
export function wantedReplicas(
  goal: Goal,
  seen: {
    readonly current: number;
    readonly pods: readonly Pod[];
    readonly metrics: readonly PodMetrics[];
    readonly nowUnixUs: number;
  },
): Result<Wanted, string> {
  const { current, pods } = seen;
  if (pods.length === 0) return err('no pods returned by selector while calculating replica count');
  const samples = samplesOf(goal, seen.metrics);
  if (samples.size === 0)
    return err(
      `unable to get metrics for resource ${goal.resource}: no metrics returned from resource metrics API`,
    );
  const { ready, ignored, unready, missing } = group(pods, samples, goal.resource, seen.nowUnixUs);
  for (const name of [...ignored, ...unready]) samples.delete(name);
  const requests = goal.target.kind === 'average' ? ok(new Map<string, number>()) : requestsOf(pods, goal);
  if (!requests.ok) return requests;
  if (samples.size === 0) return err('did not receive metrics for targeted pods (pods might be unready)');
  const first = ratioOf(goal, samples, requests.value);
  if (!first.ok) return first;
  const { ratio, ...shown } = first.value;
  const stay: Wanted = { replicas: current, ...shown };
  const upWithUnready = unready.length > 0 && ratio > 1;
  if (!upWithUnready && missing.length === 0)
    return ok(within(goal, ratio) ? stay : { ...stay, replicas: Math.ceil(ratio * ready) });
  assume(goal, samples, { ratio, missing, requests: requests.value });
  if (upWithUnready) for (const name of unready) samples.set(name, nothing);
  const second = ratioOf(goal, samples, requests.value);
  if (!second.ok) return second;
  const again = second.value.ratio;
  if (within(goal, again) || (ratio < 1 && again > 1) || (ratio > 1 && again < 1)) return ok(stay);
  const replicas = Math.ceil(again * samples.size);
  if ((again < 1 && replicas > current) || (again > 1 && replicas < current)) return ok(stay);
  return ok({ ...stay, replicas });
}

const nothing: Sample = { milli: 0, atUs: 0, windowUs: 0 };

/** Pods without metrics: those that would hinder a step are taken to be where it hinders most. */
function assume(
  { target }: Goal,
  samples: Map<string, Sample>,
  seen: {
    readonly ratio: number;
    readonly missing: readonly string[];
    readonly requests: ReadonlyMap<string, number>;
  },
): void {
  for (const name of seen.missing) {
    if (seen.ratio > 1) samples.set(name, nothing);
    else if (seen.ratio < 1) {
      const milli =
        target.kind === 'average'
          ? target.milli
          : Math.trunc(((seen.requests.get(name) ?? 0) * Math.max(WHOLE, target.percent)) / WHOLE);
      samples.set(name, { ...nothing, milli });
    }
  }
}

function within({ tolerances }: Goal, ratio: number): boolean {
  return ratio >= 1 - tolerances.down && ratio <= 1 + tolerances.up;
}

/** A Pod of which a container tells nothing is left out. */
function samplesOf({ resource, container }: Goal, metrics: readonly PodMetrics[]): Map<string, Sample> {
  const out = new Map<string, Sample>();
  for (const { metadata, containers, timestamp, window } of metrics) {
    const counted = containers.filter(({ name }) => container === undefined || name === container);
    if (counted.length === 0 || counted.some(({ usage }) => usage[resource] === undefined)) continue;
    const milli = counted.reduce((sum, { usage }) => sum + quantityMilliValue(usage[resource] ?? '0'), 0);
    const windowUs = parseGoDuration(window);
    out.set(metadata.name, {
      milli,
      atUs: parseTime(timestamp) ?? 0,
      windowUs: windowUs.ok ? windowUs.value : 0,
    });
  }
  return out;
}

interface Groups {
  readonly ready: number;
  readonly ignored: readonly string[];
  readonly unready: readonly string[];
  readonly missing: readonly string[];
}

/** Models groupPods. */
function group(
  pods: readonly Pod[],
  samples: ReadonlyMap<string, Sample>,
  resource: string,
  nowUs: number,
): Groups {
  const [ignored, unready, missing]: [string[], string[], string[]] = [[], [], []];
  let ready = 0;
  for (const pod of pods) {
    const { name, deletionTimestamp } = pod.metadata;
    const sample = samples.get(name);
    if (deletionTimestamp !== undefined || pod.status?.phase === 'Failed') ignored.push(name);
    else if (pod.status?.phase === 'Pending') unready.push(name);
    else if (sample === undefined) missing.push(name);
    else if (resource === 'cpu' && warmingUp(pod, sample, nowUs)) unready.push(name);
    else ready++;
  }
  return { ready, ignored, unready, missing };
}

/** Whether what a Pod uses of a CPU tells of its start rather than of its work. */
function warmingUp({ status }: Pod, sample: Sample, nowUs: number): boolean {
  const condition = status?.conditions?.find(({ type }) => type === 'Ready');
  const started = parseTime(status?.startTime ?? '');
  if (condition === undefined || started === undefined) return true;
  const changed = parseTime(condition.lastTransitionTime ?? '') ?? 0;
  const notReady = condition.status === 'False';
  if (started + CPU_INITIALIZATION_US > nowUs) return notReady || sample.atUs < changed + sample.windowUs;
  return notReady && started + INITIAL_READINESS_US > changed;
}

/** Models calculatePodRequests; restartable init containers count as containers do. */
function requestsOf(
  pods: readonly Pod[],
  { resource, container }: Goal,
): Result<ReadonlyMap<string, number>, string> {
  const out = new Map<string, number>();
  for (const { metadata, spec } of pods) {
    const { name } = metadata;
    const ofPod = spec.resources?.requests?.[resource];
    if (container === undefined && ofPod !== undefined) {
      out.set(name, quantityMilliValue(ofPod));
      continue;
    }
    const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
    let sum = 0;
    for (const each of [...spec.containers, ...sidecars]) {
      if (container !== undefined && each.name !== container) continue;
      const request = each.resources?.requests?.[resource];
      if (request === undefined)
        return err(`missing request for ${resource} in container ${each.name} of Pod ${name}`);
      sum += quantityMilliValue(request);
    }
    out.set(name, sum);
  }
  return ok(out);
}

/** Usage in parts of the goal. Models GetResourceUtilizationRatio and GetMetricUsageRatio. */
function ratioOf(
  { target }: Goal,
  samples: ReadonlyMap<string, Sample>,
  requests: ReadonlyMap<string, number>,
): Result<Omit<Wanted, 'replicas'> & { readonly ratio: number }, string> {
  let [total, requested, counted] = [0, 0, 0];
  for (const [name, { milli }] of samples) {
    const request = requests.get(name);
    if (target.kind === 'utilization' && request === undefined) continue;
    total += milli;
    requested += request ?? 0;
    counted++;
  }
  if (target.kind === 'average') {
    const averageMilli = Math.trunc(total / counted);
    return ok({ averageMilli, ratio: averageMilli / target.milli });
  }
  if (requested === 0) return err('no metrics returned matched known pods');
  const utilization = Math.trunc((total * WHOLE) / requested);
  return ok({
    averageMilli: Math.trunc(total / counted),
    utilization,
    ratio: utilization / target.percent,
  });
}
