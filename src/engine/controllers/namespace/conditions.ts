import type { NamespaceCondition } from '../../../api/generated/types.ts';
import { formatTime } from '../../../api/time.ts';
import { conditionOf } from '../common/status.ts';

/** What is left in a namespace after a pass. */
export interface Remains {
  /** `pods.`, `deployments.apps` → how many are left. */
  readonly instances: ReadonlyMap<string, number>;
  /** Finalizer → how many objects carry it. */
  readonly finalizers: ReadonlyMap<string, number>;
  readonly errors: readonly string[];
  /** Groups and versions whose server does not answer: nobody knows what of theirs is left. */
  readonly undiscovered: readonly string[];
}

interface Told {
  readonly type: string;
  /** Reason and message when all is well. */
  readonly well: readonly [reason: string, message: string];
  ill(remains: Remains): readonly [reason: string, message: string] | undefined;
}

function listed(counts: ReadonlyMap<string, number>, text: (name: string, count: number) => string): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => text(name, count))
    .join(', ');
}

/** Models discovery.ErrGroupDiscoveryFailed. */
export function discoveryFailure(versions: readonly string[]): string {
  const each = versions.map((version) => `${version}: stale GroupVersion discovery: ${version}`);
  return `unable to retrieve the complete list of server APIs: ${each.join(', ')}`;
}

/** Models pkg/controller/namespace/deletion status_condition_utils.go (1.36). */
const TOLD: readonly Told[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    well: ['ResourcesDiscovered', 'All resources successfully discovered'],
    ill: ({ undiscovered }) =>
      undiscovered.length === 0
        ? undefined
        : [
            'DiscoveryFailed',
            `Discovery failed for some groups, ${undiscovered.length} failing: ${discoveryFailure(undiscovered)}`,
          ],
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    well: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'],
    ill: () => undefined,
  },
  {
    type: 'NamespaceDeletionContentFailure',
    well: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
    ill: ({ errors }) =>
      errors.length === 0
        ? undefined
        : [
            'ContentDeletionFailed',
            `Failed to delete all resource types, ${errors.length} remaining: ${[...errors].sort().join(', ')}`,
          ],
  },
  {
    type: 'NamespaceContentRemaining',
    well: ['ContentRemoved', 'All content successfully removed'],
    ill: ({ instances }) =>
      instances.size === 0
        ? undefined
        : [
            'SomeResourcesRemain',
            `Some resources are remaining: ${listed(instances, (name, count) => `${name} has ${count} resource instances`)}`,
          ],
  },
  {
    type: 'NamespaceFinalizersRemaining',
    well: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
    ill: ({ finalizers }) =>
      finalizers.size === 0
        ? undefined
        : [
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${listed(finalizers, (name, count) => `${name} in ${count} resource instances`)}`,
          ],
  },
];

/** The conditions after a pass; the same list when nothing changed. */
export function withRemains(
  standing: readonly NamespaceCondition[] | undefined,
  remains: Remains,
  nowUs: number,
): readonly NamespaceCondition[] {
  let conditions = standing ?? [];
  for (const { type, well, ill } of TOLD) {
    const problem = ill(remains);
    const [reason, message] = problem ?? well;
    const wanted = { type, status: problem === undefined ? 'False' : 'True', reason, message };
    const old = conditionOf(conditions, type);
    if (old?.status === wanted.status && old.reason === reason && old.message === message) continue;
    const lastTransitionTime = old?.status === wanted.status ? old.lastTransitionTime : formatTime(nowUs);
    const fresh = { ...wanted, lastTransitionTime };
    conditions =
      old === undefined
        ? [...conditions, fresh]
        : conditions.map((condition) => (condition === old ? fresh : condition));
  }
  return conditions;
}
