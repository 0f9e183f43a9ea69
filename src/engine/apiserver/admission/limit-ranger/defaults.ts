import type { LimitRangeItem } from '../../../../api/generated/types.ts';
import { type ContainerDraft, type PodDraft, replaceContainers } from '../common/pods.ts';

const ANNOTATION = 'kubernetes.io/limit-ranger';

interface Defaults {
  readonly requests: Record<string, string>;
  readonly limits: Record<string, string>;
}

/** Fills in what containers do not say, and notes it in an annotation. Models mergePodResourceRequirements. */
export function setDefaults(pod: PodDraft, limits: readonly LimitRangeItem[]): void {
  const defaults: Defaults = { requests: {}, limits: {} };
  for (const item of limits) {
    if (item.type !== 'Container') continue;
    Object.assign(defaults.requests, item.defaultRequest);
    Object.assign(defaults.limits, item.default);
  }
  const notes: string[] = [];
  replaceContainers(pod.spec, (container, init) =>
    filled(container, init ? 'init container' : 'container', defaults, notes),
  );
  if (notes.length === 0) return;
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}`,
  };
}

function filled(
  container: ContainerDraft,
  what: string,
  defaults: Defaults,
  notes: string[],
): ContainerDraft {
  const requests = missingOf(container.resources?.requests, defaults.requests);
  const limits = missingOf(container.resources?.limits, defaults.limits);
  if (requests.length > 0) notes.push(`${requests.join(', ')} request for ${what} ${container.name}`);
  if (limits.length > 0) notes.push(`${limits.join(', ')} limit for ${what} ${container.name}`);
  if (requests.length === 0 && limits.length === 0) return container;
  const resources = {
    ...container.resources,
    ...(requests.length === 0
      ? {}
      : { requests: added(container.resources?.requests, requests, defaults.requests) }),
    ...(limits.length === 0 ? {} : { limits: added(container.resources?.limits, limits, defaults.limits) }),
  };
  return { ...container, resources };
}

type Quantities = Readonly<Record<string, string>>;

function missingOf(given: Quantities | undefined, defaults: Quantities): readonly string[] {
  return Object.keys(defaults)
    .filter((name) => given?.[name] === undefined)
    .sort();
}

function added(
  given: Quantities | undefined,
  names: readonly string[],
  defaults: Quantities,
): Record<string, string> {
  const out: Record<string, string> = { ...given };
  for (const name of names) out[name] = defaults[name] ?? '0';
  return out;
}
