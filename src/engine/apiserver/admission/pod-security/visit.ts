import type { Container, PodSpec } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';

/** What checks look at: a Pod, or a workload's template. */
export interface Examined {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

/** Why a check fails. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** Init, app and ephemeral containers, in this order. */
export function containersOf({
  initContainers = [],
  containers,
  ephemeralContainers = [],
}: PodSpec): readonly Container[] {
  return [...initContainers, ...(containers ?? []), ...(ephemeralContainers as readonly Container[])];
}

/** Names of the containers that do not do. */
export function namesWhere({ spec }: Examined, bad: (container: Container) => boolean): readonly string[] {
  return containersOf(spec).flatMap((container) => (bad(container) ? [container.name ?? ''] : []));
}

/** `"a", "b"` */
export function quoted(names: readonly string[]): string {
  return names.map(goQuote).join(', ');
}

export function plural(one: string, many: string, count: number): string {
  return count === 1 ? one : many;
}

/** `container "a"`, `containers "a", "b"` */
export function containersText(names: readonly string[]): string {
  return `${plural('container', 'containers', names.length)} ${quoted(names)}`;
}

/** `pod and container "a"`: who set something. */
export function setters(pod: boolean, names: readonly string[]): string {
  return [...(pod ? ['pod'] : []), ...(names.length === 0 ? [] : [containersText(names)])].join(' and ');
}

export function isWindows({ spec }: Examined): boolean {
  return spec.os?.name === 'windows';
}
