import * as baseline from './baseline.ts';
import { type LevelVersion, minorOf } from './policy.ts';
import * as restricted from './restricted.ts';
import type { Examined, Violation } from './visit.ts';

interface Row {
  readonly check: baseline.Check;
  /** The first minor version that knows it. */
  readonly since?: number;
  /** Restricted has its own form of it. */
  readonly replaced?: boolean;
}

/** In order of their ids. */
const BASELINE: readonly Row[] = [
  { check: baseline.appArmorProfile },
  { check: baseline.capabilitiesBaseline, replaced: true },
  { check: baseline.hostNamespaces },
  { check: baseline.hostPathVolumes, replaced: true },
  { check: baseline.hostPorts },
  { check: baseline.hostProbesAndHostLifecycle, since: 34 },
  { check: baseline.privileged },
  { check: baseline.procMount, replaced: true },
  { check: baseline.seLinuxOptions },
  { check: baseline.explicitSeccomp, replaced: true },
  { check: baseline.sysctls },
  { check: baseline.windowsHostProcess },
];

const RESTRICTED: readonly Row[] = [
  { check: restricted.allowPrivilegeEscalation, since: 8 },
  { check: restricted.capabilitiesRestricted, since: 22 },
  { check: baseline.procMountRestricted },
  { check: restricted.restrictedVolumes },
  { check: restricted.runAsNonRoot },
  { check: restricted.runAsUser, since: 23 },
  { check: restricted.seccompProfileRestricted, since: 19 },
];

/** Every violation of a level, in upstream's order. */
export function violationsOf(policy: LevelVersion, pod: Examined): readonly Violation[] {
  if (policy.level === 'privileged') return [];
  const minor = minorOf(policy);
  const tight = policy.level === 'restricted';
  const rows = [
    ...BASELINE.filter(({ replaced }) => !tight || replaced !== true),
    ...(tight ? RESTRICTED : []),
  ];
  return rows.flatMap(({ check, since = 0 }) => {
    const violation = minor >= since ? check(pod) : undefined;
    return violation === undefined ? [] : [violation];
  });
}

/** `reason (detail), reason (detail)` */
export function detailText(violations: readonly Violation[]): string {
  return violations
    .map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`))
    .join(', ');
}

/** The reasons alone. */
export function reasonText(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ');
}
