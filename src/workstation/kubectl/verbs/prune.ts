import { goQuote } from '../../../api/go-text.ts';
import { type Resource, resourceByKey, resourceByKind } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import { klogHead } from '../klog.ts';
import type { Kube } from '../kube.ts';
import { LAST_APPLIED, type Unstructured, annotationsOf, nameOf, uidOf } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { type DryRun, dryRunSuffix } from './dry-run.ts';

/** What pruning looks through unless told otherwise, in this order. Models kubectl/pkg/util/prune (1.36). */
const NAMESPACED = [
  'configmaps',
  'endpoints',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'secrets',
  'services',
  'jobs.batch',
  'cronjobs.batch',
  'ingresses.networking.k8s.io',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
];
const CLUSTER_WIDE = ['namespaces', 'persistentvolumes'];

const DEPRECATED =
  'prune.go:71] Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.\n';

/** Refuses what pruning does not go with. */
export function checkPrune({ flags }: Kube): void {
  if (!flags.bool('prune')) return;
  if (flags.text('applyset') !== '') throw new CommandError('apply --applyset is not simulated');
  if (flags.bool('all') && flags.text('selector') !== '')
    throw new CommandError('cannot set --all and --selector at the same time');
  flags.list('prune-allowlist').forEach(allowed);
  if (!flags.bool('all') && flags.text('selector') === '')
    throw new CommandError(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    );
}

/** `core/v1/ConfigMap`. Models prune.ParseResources. */
function allowed(text: string): Resource {
  const [group, version, kind, ...rest] = text.split('/');
  if (group === undefined || version === undefined || kind === undefined || rest.length > 0)
    throw new CommandError(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
  const apiVersion = group === 'core' ? version : `${group}/${version}`;
  const resource = resourceByKind(apiVersion, kind);
  if (resource === undefined)
    throw new CommandError(`no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`);
  return resource;
}

/** Deletes what was applied before and is not among the objects applied now. Models apply/prune.go pruneAll. */
export function* prune(kube: Kube, applied: readonly Info[], dryRun: DryRun): Task {
  const kept = new Set(applied.map(({ object }) => uidOf(object)));
  const namespaces = new Set(
    applied.flatMap(({ resource, namespace }) => (resource.namespaced ? [namespace] : [])),
  );
  const of = (key: string): Resource => present(resourceByKey(key), key);
  const listed = kube.flags.list('prune-allowlist').map(allowed);
  if (listed.length === 0) kube.err(`${klogHead(kube.kernel.unixUs(), 'W')} ${DEPRECATED}`);
  const types = listed.length > 0 ? listed : [...NAMESPACED, ...CLUSTER_WIDE].map(of);
  for (const namespace of namespaces)
    for (const resource of types)
      if (resource.namespaced) yield* pruneType(kube, { resource, namespace, kept, dryRun });
  for (const resource of types)
    if (!resource.namespaced) yield* pruneType(kube, { resource, namespace: '', kept, dryRun });
}

interface Pruning {
  readonly resource: Resource;
  readonly namespace: string;
  readonly kept: ReadonlySet<string>;
  readonly dryRun: DryRun;
}

function* pruneType(kube: Kube, { resource, namespace, kept, dryRun }: Pruning): Task {
  const labelSelector = kube.flags.text('selector');
  const { items } = yield* kube.api.list(resource, namespace, labelSelector === '' ? {} : { labelSelector });
  for (const item of items) {
    // A list's items carry no kind of their own.
    const object: Unstructured = { apiVersion: resource.apiVersion, kind: resource.kind, ...item };
    if (annotationsOf(object)[LAST_APPLIED] === undefined || kept.has(uidOf(object))) continue;
    if (dryRun !== 'client')
      yield* kube.api.delete(
        { resource, namespace, name: nameOf(object) },
        { propagationPolicy: 'Background', ...(dryRun === 'server' ? { dryRun: true } : {}) },
      );
    kube.out(objectPrinter(kube, `pruned${dryRunSuffix(dryRun)}`)(object));
  }
}
