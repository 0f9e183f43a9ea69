import type { Json, JsonObject } from '../../../base/json.ts';
import type { Pod } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import type { FittingEdit } from '../../../trace/scheduling-question.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { isAddedToleration } from './added-tolerations.ts';

/** What does an edit: a kubectl line, with the file it reads when it reads one. */
export interface EditCommand {
  /** Without `kubectl`. */
  readonly line: string;
  readonly file?: { readonly name: string; readonly object: KubeObject };
}

/** The object whose template the Pod was made from. */
interface Owner {
  readonly kind: 'deployment' | 'statefulset' | 'daemonset' | 'replicaset';
  readonly name: string;
}

/** The command that does an edit at record `seq`; undefined when one command cannot, as for a Job's fixed template. */
export function editCommand(world: WorldIndex, edit: FittingEdit, seq: number): EditCommand | undefined {
  const { name, namespace } = edit.target;
  const value = (key: string): string => edit.values[key] ?? '';
  switch (edit.kind) {
    case 'delete-pod':
      return { line: `delete pod ${name}${inNamespace(namespace)}` };
    case 'create-claim':
    case 'create-volume': {
      const file = { name: `${name}.yaml`, object: edit.after as KubeObject };
      return { line: `apply -f ${file.name}`, file };
    }
    case 'uncordon':
      return { line: `uncordon ${name}` };
    case 'remove-taint':
      return { line: `taint nodes ${name} ${value('taint')}-` };
    case 'add-label':
      return { line: `label node ${name} ${value('label')} --overwrite` };
    case 'raise-allocatable':
      return {
        line: `patch node ${name} --subresource=status --type=merge -p ${quoted({ status: { allocatable: { [value('resource')]: value('to') } } })}`,
      };
    default:
      return podCommand(world, edit, seq);
  }
}

function podCommand(world: WorldIndex, edit: FittingEdit, seq: number): EditCommand | undefined {
  const pod = edit.before as Pod;
  const { name, namespace } = edit.target;
  const controller = pod.metadata.ownerReferences?.find((reference) => reference.controller === true);
  const spec = specPatch(edit);
  if (controller !== undefined) {
    const owner = ownerOf(world, pod, seq);
    if (owner === undefined) return undefined;
    return {
      line: `patch ${owner.kind} ${owner.name}${inNamespace(namespace)} -p ${quoted({ spec: { template: { spec } } })}`,
    };
  }
  // Of a Pod that is there already, tolerations may be added; for the rest it must be made anew.
  if (edit.kind === 'add-toleration')
    return {
      line: `patch pod ${name}${inNamespace(namespace)} --type=json -p ${quoted([tolerationAdded(edit)])}`,
    };
  const file = { name: `${name}-fits.yaml`, object: manifestOf(edit.after as Pod) };
  return { line: `replace --force -f ${file.name}`, file };
}

const inNamespace = (namespace: string): string =>
  namespace === '' || namespace === 'default' ? '' : ` -n ${namespace}`;

function quoted(patch: Json): string {
  return `'${JSON.stringify(patch).replaceAll("'", `'\\''`)}'`;
}

function ownerOf(world: WorldIndex, pod: Pod, seq: number): Owner | undefined {
  const { namespace = '' } = pod.metadata;
  const own = pod.metadata.ownerReferences?.find(({ controller }) => controller === true);
  switch (own?.kind) {
    case 'StatefulSet':
      return { kind: 'statefulset', name: own.name };
    case 'DaemonSet':
      return { kind: 'daemonset', name: own.name };
    case 'ReplicaSet': {
      const set = world.get('replicasets.apps', namespace, own.name, seq);
      const above = set?.metadata?.ownerReferences?.find(({ controller }) => controller === true);
      return above?.kind === 'Deployment'
        ? { kind: 'deployment', name: above.name }
        : { kind: 'replicaset', name: own.name };
    }
    default:
      return undefined;
  }
}

/** The edit as a strategic merge patch of a Pod's spec. */
function specPatch(edit: FittingEdit): JsonObject {
  const value = (key: string): string => edit.values[key] ?? '';
  const required = { requiredDuringSchedulingIgnoredDuringExecution: null };
  switch (edit.kind) {
    case 'lower-request':
      return {
        containers: [
          { name: value('container'), resources: { requests: { [value('resource')]: value('to') } } },
        ],
      };
    case 'add-toleration':
      return { tolerations: ownTolerations(edit) };
    case 'drop-node-selector':
      return { nodeSelector: { [value('label').split('=')[0] ?? '']: null } };
    case 'drop-node-affinity':
      return { affinity: { nodeAffinity: required } };
    case 'drop-pod-affinity':
      return { affinity: { podAffinity: required } };
    case 'drop-pod-anti-affinity':
      return { affinity: { podAntiAffinity: required } };
    case 'drop-spread-constraint':
      return {
        topologySpreadConstraints: [
          { topologyKey: value('topologyKey'), whenUnsatisfiable: 'ScheduleAnyway' },
        ],
      };
    case 'drop-host-port':
      return { containers: [{ name: value('container'), ports: [withoutHostPort(edit)] }] };
    default:
      return {};
  }
}

function withoutHostPort({ before, values }: FittingEdit): JsonObject {
  const container = (before as Pod).spec.containers.find(({ name }) => name === values['container']);
  const port = container?.ports?.find(({ hostPort }) => String(hostPort) === values['port']);
  return { containerPort: port?.containerPort ?? 0, hostPort: null };
}

function ownTolerations({ after }: FittingEdit): Json {
  const tolerations = (after as Pod).spec.tolerations ?? [];
  return tolerations.filter((each) => !isAddedToleration(each)) as unknown as Json;
}

/** One step of a JSON patch: the new toleration is the last. */
function tolerationAdded({ before, after }: FittingEdit): JsonObject {
  const tolerations = ((after as Pod).spec.tolerations ?? []) as unknown as readonly Json[];
  const isFirst = ((before as Pod).spec.tolerations ?? []).length === 0;
  const value = tolerations.slice(-1);
  return isFirst
    ? { op: 'add', path: '/spec/tolerations', value }
    : { op: 'add', path: '/spec/tolerations/-', value: value[0] ?? null };
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const TOKEN = 'kube-api-access-';

/** A Pod as one would write it: without what the server filled in about this one. */
function manifestOf({ metadata, spec }: Pod): KubeObject {
  const { [LAST_APPLIED]: _applied, ...annotations } = metadata.annotations ?? {};
  const { nodeName: _node, volumes = [], tolerations = [], ...rest } = spec;
  const own = volumes.filter(({ name }) => !name.startsWith(TOKEN));
  const kept = tolerations.filter((each) => !isAddedToleration(each));
  const containers = spec.containers.map(({ volumeMounts = [], ...container }) => {
    const mounts = volumeMounts.filter(({ name }) => !name.startsWith(TOKEN));
    return mounts.length === 0 ? container : { ...container, volumeMounts: mounts };
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: metadata.name,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec: {
      ...rest,
      containers,
      ...(own.length === 0 ? {} : { volumes: own }),
      ...(kept.length === 0 ? {} : { tolerations: kept }),
    },
  } as KubeObject;
}
