import type {
  NodeSelectorTerm,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../api/generated/types.ts';
import { formatLabels } from '../../../api/label-selector.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { goList, printAnnotations, printEvents, printLabels, rfc1123, since, trueFalse } from './common.ts';
import { type DescribeContext, eventsOf, listAll } from './context.ts';
import { storageSource } from './volumes.ts';
import { DescribeWriter } from './writer.ts';

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

/** `RWO,ROX`. Models storageutil.GetAccessModesAsString: in this order, each once. */
function modesText(modes: readonly string[] | undefined): string {
  return Object.keys(MODES)
    .filter((mode) => modes?.includes(mode) === true)
    .map((mode) => MODES[mode])
    .join(',');
}

/** Models PersistentVolumeClaimDescriber. */
export function* describeClaim(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const claim = raw as unknown as PersistentVolumeClaim;
  const pods = yield* listAll<Pod>(context, 'pods', target.namespace);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = claim;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  w.field(
    'StorageClass',
    metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName ?? '',
  );
  statusLine(w, metadata.deletionTimestamp, status?.phase, context.nowUs);
  w.field('Volume', spec?.volumeName ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('Finalizers', goList(metadata.finalizers));
  const bound = (spec?.volumeName ?? '') !== '';
  w.field('Capacity', bound ? (status?.capacity?.['storage'] ?? '0') : '');
  w.field('Access Modes', bound ? modesText(status?.accessModes) : '');
  if (spec?.volumeMode !== undefined) w.field('VolumeMode', spec.volumeMode);
  const source = spec?.dataSource;
  if (source !== undefined) {
    w.line('DataSource:');
    if (source.apiGroup !== undefined) w.field('APIGroup', source.apiGroup, 1);
    w.field('Kind', source.kind, 1);
    w.field('Name', source.name, 1);
  }
  usedBy(
    w,
    pods.filter((pod) => mounts(pod, target.name)),
  );
  claimConditions(w, claim);
  printEvents(w, events, context.nowUs);
  return w.text();
}

function statusLine(
  w: DescribeWriter,
  deletionTimestamp: string | undefined,
  phase: string | undefined,
  nowUs: number,
): void {
  w.field(
    'Status',
    deletionTimestamp === undefined
      ? (phase ?? '')
      : `Terminating (lasts ${since(deletionTimestamp, nowUs)})`,
  );
}

function mounts({ metadata, spec }: Pod, claim: string): boolean {
  return (spec.volumes ?? []).some(
    ({ persistentVolumeClaim, ephemeral, name }) =>
      persistentVolumeClaim?.claimName === claim ||
      (ephemeral !== undefined && `${metadata.name}-${name}` === claim),
  );
}

function usedBy(w: DescribeWriter, pods: readonly Pod[]): void {
  if (pods.length === 0) w.field('Used By', '<none>');
  for (const [at, { metadata }] of pods.entries())
    w.write(0, `${at === 0 ? 'Used By:' : ''}\t${metadata.name}\n`);
}

function claimConditions(w: DescribeWriter, { status }: PersistentVolumeClaim): void {
  const conditions = status?.conditions ?? [];
  if (conditions.length === 0) return;
  w.write(0, 'Conditions:\n');
  w.write(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n');
  w.write(1, '----\t------\t-----------------\t------------------\t------\t-------\n');
  for (const {
    type,
    status: value,
    lastProbeTime,
    lastTransitionTime,
    reason = '',
    message = '',
  } of conditions) {
    w.write(
      1,
      `${type} \t${value} \t${rfc1123(lastProbeTime)} \t${rfc1123(lastTransitionTime)} \t${reason} \t${message}\n`,
    );
  }
}

/** Models PersistentVolumeDescriber. */
export function* describeVolume(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const { metadata, spec, status } = raw as unknown as PersistentVolume;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('Finalizers', goList(metadata.finalizers));
  w.field('StorageClass', spec?.storageClassName ?? '');
  statusLine(w, metadata.deletionTimestamp, status?.phase, context.nowUs);
  w.field('Claim', spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace}/${spec.claimRef.name}`);
  w.field('Reclaim Policy', spec?.persistentVolumeReclaimPolicy ?? '');
  w.field('Access Modes', modesText(spec?.accessModes));
  if (spec?.volumeMode !== undefined) w.field('VolumeMode', spec.volumeMode);
  w.field('Capacity', spec?.capacity?.['storage'] ?? '0');
  nodeAffinity(w, spec?.nodeAffinity?.required?.nodeSelectorTerms);
  w.field('Message', status?.message ?? '');
  w.line('Source:');
  if (spec !== undefined) storageSource(w, spec);
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models printVolumeNodeAffinity. */
function nodeAffinity(w: DescribeWriter, terms: readonly NodeSelectorTerm[] | undefined): void {
  if (terms === undefined) {
    w.field('Node Affinity', '<none>');
    return;
  }
  w.field('Node Affinity', '');
  w.field('Required Terms', terms.length === 0 ? '<none>' : '', 1);
  for (const [at, { matchExpressions = [] }] of terms.entries()) {
    w.write(2, `Term ${at}:\t`);
    if (matchExpressions.length === 0) w.line('<none>');
    for (const [place, { key, operator, values = [] }] of matchExpressions.entries()) {
      if (place > 0) w.write(2, '\t');
      w.line(
        values.length === 0
          ? `${key} ${operator.toLowerCase()}`
          : `${key} ${operator.toLowerCase()} [${values.join(', ')}]`,
      );
    }
  }
}

/** Models StorageClassDescriber. */
export function* describeStorageClass(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const {
    metadata,
    provisioner,
    parameters,
    allowVolumeExpansion,
    mountOptions = [],
    reclaimPolicy,
    volumeBindingMode,
    allowedTopologies = [],
  } = raw as unknown as StorageClass;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field(
    'IsDefaultClass',
    metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true' ? 'Yes' : 'No',
  );
  w.field('Annotations', formatLabels(metadata.annotations));
  w.field('Provisioner', provisioner);
  w.field('Parameters', formatLabels(parameters));
  w.field(
    'AllowVolumeExpansion',
    allowVolumeExpansion === undefined ? '<unset>' : trueFalse(allowVolumeExpansion),
  );
  if (mountOptions.length === 0) w.field('MountOptions', '<none>');
  else {
    w.line('MountOptions:');
    for (const option of mountOptions) w.line(`  ${option}`);
  }
  if (reclaimPolicy !== undefined) w.field('ReclaimPolicy', reclaimPolicy);
  if (volumeBindingMode !== undefined) w.field('VolumeBindingMode', volumeBindingMode);
  for (const [at, { matchLabelExpressions = [] }] of allowedTopologies.entries()) {
    if (at === 0) w.field('AllowedTopologies', '');
    w.write(1, `Term ${at}:\t`);
    for (const { key, values } of matchLabelExpressions) w.line(`${key} in [${values.join(', ')}]`);
  }
  printEvents(w, events, context.nowUs);
  return w.text();
}
