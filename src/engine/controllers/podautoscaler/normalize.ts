import type { HorizontalPodAutoscaler } from '../../../api/generated/types.ts';
import type { Change, History, Norm, Scaling } from './scaling.ts';

// Models pkg/controller/podautoscaler horizontal.go normalizeDesiredReplicas and its kin with behaviors (1.36).

const S = 1_000_000;
/** --horizontal-pod-autoscaler-downscale-stabilization */
const DOWN_WINDOW_S = 300;
const LEAST_LIMIT = 4;

type Behavior = NonNullable<HorizontalPodAutoscaler['spec']['behavior']>;
type Rules = NonNullable<Behavior['scaleUp']>;
type Asked = Parameters<Scaling['normalize']>[2];

const AT_REST = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
const HIGHER = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
};
const LOWER = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
};

/** What bounds a step, and how that is told of. */
interface Limit {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

const FEWEST = (replicas: number): Limit => ({
  replicas,
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
});
const MOST = (replicas: number): Limit => ({
  replicas,
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
});
const TOO_FAST_UP = (replicas: number): Limit => ({
  replicas,
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
});
const TOO_FAST_DOWN = (replicas: number): Limit => ({
  replicas,
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
});

export const normalize: Scaling['normalize'] = ({ spec }, history, asked) => {
  const min = spec.minReplicas ?? 1;
  const { behavior } = spec;
  const upWindowS = behavior?.scaleUp?.stabilizationWindowSeconds ?? 0;
  const downWindowS = behavior?.scaleDown?.stabilizationWindowSeconds ?? DOWN_WINDOW_S;
  const stable = stabilize(history, asked, { upWindowS, downWindowS, behaves: behavior !== undefined });
  const bounds =
    behavior === undefined
      ? plainBounds(asked.current, min, spec.maxReplicas)
      : ruledBounds(behavior, history, asked, { min, max: spec.maxReplicas });
  return bounded(stable, bounds);
};

function bounded(
  { replicas, able }: { readonly replicas: number; readonly able: Norm['able'] },
  { low, high }: { readonly low: Limit; readonly high: Limit },
): Norm {
  const hit = replicas < low.replicas ? low : replicas > high.replicas ? high : undefined;
  if (hit !== undefined)
    return {
      replicas: hit.replicas,
      able,
      limited: { status: 'True', reason: hit.reason, message: hit.message },
    };
  const message = 'the desired count is within the acceptable range';
  return { replicas, able, limited: { status: 'False', reason: 'DesiredWithinRange', message } };
}

/** Of recent recommendations the highest holds a step down back, with a window of its own the lowest a step up. */
function stabilize(
  history: History,
  { current, desired, nowUs }: Asked,
  windows: { readonly upWindowS: number; readonly downWindowS: number; readonly behaves: boolean },
): { readonly replicas: number; readonly able: Norm['able'] } {
  const since = (seconds: number): readonly number[] =>
    history.recommendations.filter(({ atUs }) => atUs > nowUs - seconds * S).map(({ replicas }) => replicas);
  const highest = Math.max(desired, ...since(windows.downWindowS));
  const lowest = Math.min(desired, ...since(windows.upWindowS));
  const longestUs = Math.max(windows.upWindowS, windows.downWindowS) * S;
  history.recommendations = [
    ...history.recommendations.filter(({ atUs }) => atUs > nowUs - longestUs),
    { atUs: nowUs, replicas: desired },
  ];
  if (!windows.behaves) return { replicas: highest, able: highest === desired ? AT_REST : HIGHER };
  const replicas = Math.min(Math.max(current, lowest), highest);
  if (replicas === desired) return { replicas, able: AT_REST };
  return { replicas, able: desired >= current ? LOWER : HIGHER };
}

function plainBounds(
  current: number,
  min: number,
  max: number,
): { readonly low: Limit; readonly high: Limit } {
  const fastest = Math.max(2 * current, LEAST_LIMIT);
  return { low: FEWEST(min), high: max > fastest ? TOO_FAST_UP(fastest) : MOST(max) };
}

function ruledBounds(
  { scaleUp, scaleDown }: Behavior,
  history: History,
  { current, nowUs }: Asked,
  { min, max }: { readonly min: number; readonly max: number },
): { readonly low: Limit; readonly high: Limit } {
  const changed = (changes: readonly Change[], periodS: number): number =>
    changes.filter(({ atUs }) => atUs > nowUs - periodS * S).reduce((sum, { replicas }) => sum + replicas, 0);
  const startOf = (periodS: number): number =>
    current - changed(history.ups, periodS) + changed(history.downs, periodS);
  const up = Math.max(current, limitOf(scaleUp, current, startOf, 1));
  const down = Math.min(current, limitOf(scaleDown, current, startOf, -1));
  return {
    low: min < down ? TOO_FAST_DOWN(down) : FEWEST(min),
    high: max > up ? TOO_FAST_UP(up) : MOST(max),
  };
}

/** How far the policies of one direction allow it to go. */
function limitOf(
  rules: Rules | undefined,
  current: number,
  startOf: (periodS: number) => number,
  direction: 1 | -1,
): number {
  if (rules?.selectPolicy === 'Disabled') return current;
  const reached = (rules?.policies ?? []).map(({ type, value, periodSeconds }) => {
    const start = startOf(periodSeconds);
    if (type === 'Pods') return start + direction * value;
    const scaled = start * (1 + (direction * value) / 100);
    return direction > 0 ? Math.ceil(scaled) : Math.trunc(scaled);
  });
  const farthest = (rules?.selectPolicy ?? 'Max') === 'Max';
  return farthest === direction > 0 ? Math.max(...reached) : Math.min(...reached);
}
