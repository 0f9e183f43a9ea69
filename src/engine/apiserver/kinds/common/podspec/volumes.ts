import { duplicate, type FieldPath, forbidden, invalid, required } from '../../../../../api/field-error.ts';
import type { Volume } from '../../../../../api/generated/types.ts';
import { nameIsDNSSubdomain } from '../../../../../api/names.ts';
import { amountOf, cmpAmounts } from '../../../../../api/quantity.ts';
import { checkClaimTemplate } from '../claim.ts';
import { checkDnsLabel, type Errors } from '../validate.ts';
import * as sources from '../volume-sources.ts';
import type { PodCheck } from './check.ts';
import { checkPullPolicy } from './pull-policy.ts';
import { checkDownwardApi, checkProjected, checkConfigMap, checkSecret } from './volume-files.ts';
import { checkLocalDescendingPath } from './paths.ts';

// Models pkg/apis/core/validation ValidateVolumes, validateVolumeSource (1.36).

interface SourceCheck {
  readonly field: Exclude<keyof Volume, 'name'>;
  /** Names in paths where upstream does not use the field's own. */
  readonly second?: string;
  readonly inside?: string;
  check(errors: Errors, volume: Volume, path: FieldPath, pod: PodCheck): void;
}

function checkEmptyDir(errors: Errors, { emptyDir }: Volume, path: FieldPath): void {
  const limit = emptyDir?.sizeLimit;
  if (limit !== undefined && cmpAmounts(amountOf(limit), amountOf('0')) < 0) {
    errors.push(forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity'));
  }
}

function checkEphemeral(errors: Errors, volume: Volume, path: FieldPath, pod: PodCheck): void {
  const template = volume.ephemeral?.volumeClaimTemplate;
  if (!template) errors.push(required(path.child('volumeClaimTemplate')));
  else checkClaimTemplate(errors, template, path.child('volumeClaimTemplate'));
  const podName = pod.podMeta?.name;
  if (!podName || !volume.name) return;
  const claim = `${podName}-${volume.name}`;
  const at = path.toString().slice(0, -'.ephemeral'.length);
  for (const message of nameIsDNSSubdomain(claim)) {
    errors.push({ ...invalid(path, volume.name, `PVC name "${claim}": ${message}`), field: `${at}.name` });
  }
}

function checkImage(errors: Errors, volume: Volume, path: FieldPath, pod: PodCheck): void {
  if (pod.podMeta !== undefined && !volume.image?.reference) errors.push(required(path.child('reference')));
  checkPullPolicy(errors, volume.image?.pullPolicy, path.child('pullPolicy'));
}

function needs(field: SourceCheck['field'], ...names: readonly string[]): SourceCheck {
  return {
    field,
    check: (errors, volume, path) => sources.checkRequired(errors, volume[field] ?? {}, path, names),
  };
}

/** Runs a check of the source alone. */
function of<F extends SourceCheck['field']>(
  field: F,
  check: (errors: Errors, source: NonNullable<Volume[F]>, path: FieldPath) => void,
  names: { readonly second?: string; readonly inside?: string } = {},
): SourceCheck {
  return {
    field,
    ...names,
    check: (errors, volume, path) => check(errors, volume[field] as NonNullable<Volume[F]>, path),
  };
}

// In upstream's order: the first of several is the volume's type, the others are refused.
const SOURCES: readonly SourceCheck[] = [
  { field: 'emptyDir', check: checkEmptyDir },
  of('hostPath', sources.checkHostPath),
  of('gitRepo', (errors, source, path) => {
    sources.checkRequired(errors, source, path, ['repository']);
    checkLocalDescendingPath(errors, source.directory ?? '', path.child('directory'));
  }),
  of('gcePersistentDisk', sources.checkGcePersistentDisk, { inside: 'persistentDisk' }),
  of('awsElasticBlockStore', sources.checkAwsElasticBlockStore),
  of('secret', checkSecret),
  of('nfs', sources.checkNfs),
  of('iscsi', sources.checkIscsi),
  needs('glusterfs', 'endpoints', 'path'),
  of('flocker', sources.checkFlocker),
  needs('persistentVolumeClaim', 'claimName'),
  needs('rbd', 'monitors', 'image'),
  of('cinder', (errors, source, path) => {
    sources.checkRequired(errors, source, path, ['volumeID']);
    if (source.secretRef) sources.checkRequired(errors, source.secretRef, path.child('secretRef'), ['name']);
  }),
  of('cephfs', (errors, source, path) => sources.checkRequired(errors, source, path, ['monitors']), {
    second: 'cephFS',
  }),
  of('quobyte', sources.checkQuobyte),
  of('downwardAPI', checkDownwardApi, { second: 'downwarAPI' }),
  of('fc', sources.checkFc),
  of('flexVolume', sources.checkFlexVolume),
  of('configMap', checkConfigMap),
  needs('azureFile', 'secretName', 'shareName'),
  needs('vsphereVolume', 'volumePath'),
  needs('photonPersistentDisk', 'pdID'),
  needs('portworxVolume', 'volumeID'),
  of('azureDisk', sources.checkAzureDisk),
  of('storageos', sources.checkStorageOs),
  of('projected', checkProjected),
  needs('scaleIO', 'gateway', 'system', 'volumeName'),
  of('csi', sources.checkCsi),
  { field: 'ephemeral', check: checkEphemeral },
  { field: 'image', check: checkImage },
];

function checkSource(pod: PodCheck, errors: Errors, volume: Volume, path: FieldPath): void {
  let found = 0;
  for (const source of SOURCES) {
    if (!volume[source.field]) continue;
    found += 1;
    if (found > 1)
      errors.push(
        forbidden(path.child(source.second ?? source.field), 'may not specify more than 1 volume type'),
      );
    else source.check(errors, volume, path.child(source.inside ?? source.field), pod);
  }
  if (found === 0) errors.push(required(path, 'must specify a volume type'));
}

/** Checks the volumes and notes the good ones for the mounts. `path` is that of volumes. */
export function checkVolumes(check: PodCheck, path: FieldPath): void {
  const { spec, podMeta, volumes } = check;
  const names = new Set<string>();
  const made = new Set<string>();
  for (const volume of spec.volumes ?? []) {
    if (podMeta?.name && volume.ephemeral) made.add(`${podMeta.name}-${volume.name}`);
  }
  for (const [i, volume] of (spec.volumes ?? []).entries()) {
    const errors: Errors = [];
    const at = path.index(i);
    checkSource(check, errors, volume, at);
    if (!volume.name) errors.push(required(at.child('name')));
    else checkDnsLabel(errors, volume.name, at.child('name'));
    if (names.has(volume.name)) errors.push(duplicate(at.child('name'), volume.name));
    if (errors.length > 0) check.errors.push(...errors);
    else {
      names.add(volume.name);
      volumes.set(volume.name, volume);
    }
    const claim = volume.persistentVolumeClaim?.claimName;
    if (claim !== undefined && made.has(claim)) {
      const message = 'must not reference a PVC that gets created for an ephemeral volume';
      check.errors.push(invalid(at.child('persistentVolumeClaim', 'claimName'), claim, message));
    }
  }
}
