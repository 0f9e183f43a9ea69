import type { Taint, Toleration } from './generated/types.ts';

// Models k8s.io/api/core/v1/toleration.go and component-helpers/scheduling/corev1 of 1.36. The
// comparing operators Lt and Gt are off by default (TaintTolerationComparisonOperators): they match nothing.

/** Whether one toleration tolerates one taint. */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  const { key = '', effect, operator, value = '' } = toleration;
  if (effect !== undefined && (effect as string) !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  switch (operator) {
    case undefined:
    case 'Equal':
      return value === (taint.value ?? '');
    case 'Exists':
      return true;
    default:
      return (operator as string) === '' && value === (taint.value ?? '');
  }
}

export function tolerationsTolerate(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return tolerations?.some((toleration) => toleratesTaint(toleration, taint)) ?? false;
}

/** The first taint passing `include` that nothing tolerates. Models FindMatchingUntoleratedTaint. */
export function findUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  include: (taint: Taint) => boolean = () => true,
): Taint | undefined {
  return taints?.find((taint) => include(taint) && !tolerationsTolerate(tolerations, taint));
}

/** For every taint the tolerations that match it; undefined when one is not tolerated. Models GetMatchingTolerations. */
export function matchingTolerations(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): readonly Toleration[] | undefined {
  const used: Toleration[] = [];
  for (const taint of taints) {
    const matching = tolerations.find((toleration) => toleratesTaint(toleration, taint));
    if (matching === undefined) return undefined;
    used.push(matching);
  }
  return used;
}

/** `key=value:Effect`, as kubectl and events print a taint. Models Taint.ToString. */
export function taintText({ key, value = '', effect }: Taint): string {
  if ((effect as string) === '') return value === '' ? key : `${key}=${value}:`;
  return value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}

/** Whether two tolerations are the same but for tolerationSeconds. Models MatchToleration. */
export function isSameToleration(a: Toleration, b: Toleration): boolean {
  return (
    (a.key ?? '') === (b.key ?? '') &&
    (a.effect ?? '') === (b.effect ?? '') &&
    (a.operator ?? '') === (b.operator ?? '') &&
    (a.value ?? '') === (b.value ?? '')
  );
}
