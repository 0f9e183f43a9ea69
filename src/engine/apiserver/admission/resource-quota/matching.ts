import type { Container, Pod } from '../../../../api/generated/types.ts';
import { containerUsage } from '../../../../api/quota.ts';

const MUST_BE_SAID = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

/** `must specify limits.cpu for: web; …` when a Pod's containers do not say what the quota counts. */
export function unspecified(names: readonly string[], pod: Pod): string | undefined {
  const required = names.filter((name) => MUST_BE_SAID.includes(name)).sort();
  const containers: readonly Container[] = [
    ...(pod.spec?.containers ?? []),
    ...(pod.spec?.initContainers ?? []),
  ];
  const missing = required.flatMap((name) => {
    const without = containers.filter((container) => containerUsage(container)[name] === undefined);
    const list = [...new Set(without.map((container) => container.name ?? ''))].sort();
    return list.length === 0 ? [] : [`${name} for: ${list.join(',')}`];
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}
