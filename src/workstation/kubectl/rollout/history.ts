import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  PodTemplateSpec,
  StatefulSet,
} from '../../../api/generated/types.ts';
import { compileLabelSelector, formatSelector } from '../../../api/label-selector.ts';
import { type Resource, resourceByKey } from '../../../api/resources.ts';
import { goQuote } from '../../../api/go-text.ts';
import { present } from '../../../base/assert.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, at, withAt } from '../object.ts';
import { replicaSetsOf, revisionOf } from './replica-sets.ts';
import type { Info } from '../resource/info.ts';

const REVISIONS = present(resourceByKey('controllerrevisions.apps'), 'controllerrevisions');
const CHANGE_CAUSE = 'kubernetes.io/change-cause';

/** Kinds that upstream's visitor of workloads knows, with a history or without. */
const HISTORY_VISITED = new Set([
  'cronjobs.batch',
  'jobs.batch',
  'pods',
  'replicasets.apps',
  'replicationcontrollers',
]);

/** `Job.batch`, `Pod`. Models schema.GroupKind.String. */
export function groupKind({ group, kind }: Pick<Resource, 'group' | 'kind'>): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** One revision of a workload: its template, and why it was made. */
export interface Revision {
  readonly number: number;
  readonly cause: string;
  readonly template: PodTemplateSpec | undefined;
  /** What -o prints of it: the ReplicaSet, or the workload as it was. */
  readonly object: Unstructured;
  /** The stored ControllerRevision of StatefulSets and DaemonSets. */
  readonly stored?: ControllerRevision;
}

/** A workload's revisions, the oldest first. Models kubectl/pkg/polymorphichelpers/history.go (1.36). */
export function* historyOf(kube: Kube, info: Info): Task<readonly Revision[]> {
  switch (info.resource.key) {
    case 'deployments.apps':
      return yield* deploymentHistory(kube, (yield* kube.api.get(info)) as unknown as Deployment);
    case 'statefulsets.apps':
    case 'daemonsets.apps':
      return yield* controllerHistory(kube, yield* kube.api.get(info));
    default:
      throw notImplemented(info, 'history viewer', 'history');
  }
}

/** A kind that upstream's visitor knows has no such part; of another the visitor knows nothing. */
export function notImplemented({ resource }: Info, part: string, wanted: string): CommandError {
  const kind = goQuote(groupKind(resource));
  return new CommandError(
    HISTORY_VISITED.has(resource.key)
      ? `no ${part} has been implemented for ${kind}`
      : `error retrieving ${wanted} for ${kind}, no visitor method exists for {${resource.group} ${resource.kind}}`,
  );
}

/** A Deployment's revisions: its ReplicaSets. */
export function* deploymentHistory(kube: Kube, deployment: Deployment): Task<readonly Revision[]> {
  const { all } = yield* replicaSetsOf(kube, deployment);
  return all
    .map((set) => ({
      number: revisionOf(set),
      cause: set.metadata.annotations?.[CHANGE_CAUSE] ?? '',
      template: withCause(set.spec?.template, set.metadata.annotations?.[CHANGE_CAUSE]),
      object: set as unknown as Unstructured,
    }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number);
}

/** A revision of a Deployment is described with its cause among the template's annotations. Models DeploymentHistoryViewer.ViewHistory. */
function withCause(template: PodTemplateSpec | undefined, cause = ''): PodTemplateSpec | undefined {
  if (template === undefined || cause === '') return template;
  const annotations = { ...template.metadata?.annotations, [CHANGE_CAUSE]: cause };
  return { ...template, metadata: { ...template.metadata, annotations } };
}

/** A StatefulSet's or DaemonSet's revisions: its ControllerRevisions, applied to it as it is. */
export function* controllerHistory(kube: Kube, owner: Unstructured): Task<readonly Revision[]> {
  const { metadata, spec } = owner as unknown as StatefulSet | DaemonSet;
  const labelSelector = formatSelector(compileLabelSelector(spec?.selector));
  const list = yield* kube.api.list(REVISIONS, metadata.namespace ?? '', { labelSelector });
  const owned = (list.items as unknown as readonly ControllerRevision[]).filter((revision) =>
    (revision.metadata.ownerReferences ?? []).some(
      ({ uid, controller }) => controller === true && uid === metadata.uid,
    ),
  );
  return owned
    .map((stored) => {
      const template = templateOf(stored);
      return {
        number: stored.revision,
        cause: stored.metadata.annotations?.[CHANGE_CAUSE] ?? '',
        template,
        object: withAt(owner, ['spec', 'template'], template as unknown as JsonObject),
        stored,
      };
    })
    .sort((a, b) => a.number - b.number);
}

function templateOf({ data }: ControllerRevision): PodTemplateSpec | undefined {
  const template = at(data as unknown as JsonObject, 'spec', 'template');
  if (template === undefined) return undefined;
  const { $patch: _, ...rest } = template as JsonObject;
  return rest as unknown as PodTemplateSpec;
}
