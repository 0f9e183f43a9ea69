import {
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import type { PersistentVolume, PersistentVolumeSpec } from '../../../../api/generated/types.ts';
import { nameIsDNSLabel, nameIsDNSSubdomain } from '../../../../api/names.ts';
import { checkAccessModes, checkPositiveQuantity, checkVolumeMode } from '../common/claim.ts';
import { internalForm, internalLines } from '../common/internal/form.ts';
import { unifiedDiff } from '../common/internal/diff.ts';
import { checkNodeSelector } from '../common/podspec/affinity.ts';
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkImmutable,
  type Errors,
  invalidEach,
  semanticEqual,
  SPEC,
  type Unchecked,
} from '../common/validate.ts';
import * as sources from '../common/volume-sources.ts';

// Models pkg/apis/core/validation ValidatePersistentVolumeSpec, ValidatePersistentVolumeUpdate (1.36).

const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Recycle', 'Retain'];

type Source = Extract<
  keyof PersistentVolumeSpec,
  | 'hostPath'
  | 'gcePersistentDisk'
  | 'awsElasticBlockStore'
  | 'glusterfs'
  | 'flocker'
  | 'nfs'
  | 'rbd'
  | 'quobyte'
  | 'cephfs'
  | 'iscsi'
  | 'cinder'
  | 'fc'
  | 'flexVolume'
  | 'azureFile'
  | 'vsphereVolume'
  | 'photonPersistentDisk'
  | 'portworxVolume'
  | 'azureDisk'
  | 'scaleIO'
  | 'local'
  | 'storageos'
  | 'csi'
>;

interface SourceCheck {
  readonly field: Source;
  readonly second?: string;
  readonly inside?: string;
  check(errors: Errors, spec: PersistentVolumeSpec, path: FieldPath): void;
}

function of<F extends Source>(
  field: F,
  check: (errors: Errors, source: NonNullable<PersistentVolumeSpec[F]>, path: FieldPath) => void,
  names: { readonly second?: string; readonly inside?: string } = {},
): SourceCheck {
  return {
    field,
    ...names,
    check: (errors, spec, path) => check(errors, spec[field] as NonNullable<PersistentVolumeSpec[F]>, path),
  };
}

function needs(field: Source, ...names: readonly string[]): SourceCheck {
  return {
    field,
    check: (errors, spec, path) => sources.checkRequired(errors, spec[field] ?? {}, path, names),
  };
}

const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function checkCsi(errors: Errors, source: NonNullable<PersistentVolumeSpec['csi']>, path: FieldPath): void {
  sources.checkCsiDriverName(errors, source.driver ?? '', path.child('driver'));
  if (!source.volumeHandle) errors.push(required(path.child('volumeHandle')));
  for (const name of SECRETS) {
    const secret = source[name];
    if (!secret) continue;
    const at = path.child(name);
    if (!secret.name) errors.push(required(at.child('name')));
    else checkDnsSubdomain(errors, secret.name, at.child('name'));
    if (!secret.namespace) errors.push(required(at.child('namespace')));
    else checkDnsLabel(errors, secret.namespace, at.child('namespace'));
  }
}

const SOURCES: readonly SourceCheck[] = [
  of('hostPath', sources.checkHostPath),
  of('gcePersistentDisk', sources.checkGcePersistentDisk, { inside: 'persistentDisk' }),
  of('awsElasticBlockStore', sources.checkAwsElasticBlockStore),
  of('glusterfs', (errors, source, path) => {
    sources.checkRequired(errors, source, path, ['endpoints', 'path']);
    const namespace = source.endpointsNamespace;
    const at = path.child('endpointsNamespace');
    if (namespace === '')
      errors.push(invalid(at, '', 'if the endpointnamespace is set, it must be a valid namespace name'));
    else if (namespace !== undefined) invalidEach(errors, at, namespace, nameIsDNSLabel(namespace));
  }),
  of('flocker', sources.checkFlocker),
  of('nfs', sources.checkNfs),
  needs('rbd', 'monitors', 'image'),
  of('quobyte', sources.checkQuobyte),
  of('cephfs', (errors, source, path) => sources.checkRequired(errors, source, path, ['monitors']), {
    second: 'cephFS',
  }),
  of('iscsi', (errors, source, path) => {
    sources.checkIscsi(errors, source, path);
    if (source.secretRef && !source.secretRef.name) errors.push(required(path.child('secretRef', 'name')));
  }),
  of('cinder', (errors, source, path) => {
    sources.checkRequired(errors, source, path, ['volumeID']);
    if (source.secretRef)
      sources.checkRequired(errors, source.secretRef, path.child('secretRef'), ['name', 'namespace']);
  }),
  of('fc', sources.checkFc),
  of('flexVolume', sources.checkFlexVolume),
  of('azureFile', (errors, source, path) => {
    sources.checkRequired(errors, source, path, ['secretName', 'shareName']);
    if (source.secretNamespace === '') errors.push(required(path.child('secretNamespace')));
  }),
  needs('vsphereVolume', 'volumePath'),
  needs('photonPersistentDisk', 'pdID'),
  needs('portworxVolume', 'volumeID'),
  of('azureDisk', sources.checkAzureDisk),
  needs('scaleIO', 'gateway', 'system', 'volumeName'),
  of('local', sources.checkLocal),
  of('storageos', (errors, source, path) => {
    sources.checkStorageOs(errors, source, path);
    if (source.secretRef && !source.secretRef.namespace)
      errors.push(required(path.child('secretRef', 'namespace')));
  }),
  of('csi', checkCsi),
];

function checkSources(errors: Errors, spec: PersistentVolumeSpec): void {
  let found = 0;
  for (const source of SOURCES) {
    if (!spec[source.field]) continue;
    found += 1;
    if (found > 1 && source.field !== 'flexVolume') {
      errors.push(
        forbidden(SPEC.child(source.second ?? source.field), 'may not specify more than 1 volume type'),
      );
      continue;
    }
    source.check(errors, spec, SPEC.child(source.inside ?? source.field));
    if (source.field === 'local' && !spec.nodeAffinity) {
      errors.push(required(SPEC.child('nodeAffinity'), 'Local volume requires node affinity'));
    }
  }
  if (found === 0) errors.push(required(SPEC, 'must specify a volume type'));
}

function checkCapacity(errors: Errors, capacity: Readonly<Record<string, string>> | undefined): void {
  const path = SPEC.child('capacity');
  const names = Object.keys(capacity ?? {});
  if (names.length === 0) errors.push(required(path));
  if (capacity?.['storage'] === undefined || names.length > 1)
    errors.push(notSupported(path, capacity ?? null, ['storage']));
  for (const name of names) checkPositiveQuantity(errors, capacity?.[name] ?? '0', path.key(name));
}

/** The root in any spelling. */
function isRoot(path: string | undefined): boolean {
  return (
    path !== undefined && path.startsWith('/') && path.split('/').every((part) => part === '' || part === '.')
  );
}

export function validatePersistentVolume({ spec = {} }: Unchecked<PersistentVolume>): Errors {
  const errors: Errors = [];
  if (!spec.accessModes?.length) errors.push(required(SPEC.child('accessModes')));
  checkAccessModes(errors, spec.accessModes, SPEC.child('accessModes'));
  checkCapacity(errors, spec.capacity);
  const policy = spec.persistentVolumeReclaimPolicy;
  const policyPath = SPEC.child('persistentVolumeReclaimPolicy');
  if (policy && !RECLAIM_POLICIES.includes(policy))
    errors.push(notSupported(policyPath, policy, RECLAIM_POLICIES));
  if (spec.nodeAffinity) {
    const at = SPEC.child('nodeAffinity', 'required');
    if (spec.nodeAffinity.required) checkNodeSelector(errors, spec.nodeAffinity.required, at);
    else errors.push(required(at, 'must specify required node constraints'));
  }
  checkSources(errors, spec);
  if (isRoot(spec.hostPath?.path) && policy === 'Recycle') {
    errors.push(forbidden(policyPath, "may not be 'recycle' for a hostPath mount of '/'"));
  }
  const className = spec.storageClassName;
  if (className)
    invalidEach(errors, SPEC.child('storageClassName'), className, nameIsDNSSubdomain(className));
  checkVolumeMode(errors, spec.volumeMode, SPEC.child('volumeMode'));
  const attributes = spec.volumeAttributesClassName;
  if (attributes === undefined) return errors;
  const at = SPEC.child('volumeAttributesClassName');
  if (attributes === '') errors.push(required(at, 'an empty string is disallowed'));
  else invalidEach(errors, at, attributes, nameIsDNSSubdomain(attributes));
  if (!spec.csi)
    errors.push(required(SPEC.child('csi'), 'has to be specified when using volumeAttributesClassName'));
  return errors;
}

function sourceOf(spec: PersistentVolumeSpec): PersistentVolumeSpec {
  return Object.fromEntries(
    SOURCES.map(({ field }) => [field, spec[field]]).filter(([, source]) => source !== undefined),
  );
}

export function validatePersistentVolumeUpdate(volume: PersistentVolume, old: PersistentVolume): Errors {
  const errors = validatePersistentVolume(volume);
  const next = volume.spec ?? {};
  const was = old.spec ?? {};
  const sets = was.csi && next.csi && !was.csi.controllerExpandSecretRef;
  const source = sourceOf(
    sets
      ? {
          ...next,
          csi: { ...next.csi, controllerExpandSecretRef: undefined },
        }
      : next,
  );
  const before = sourceOf(was);
  if (!semanticEqual(source, before)) {
    const diff = unifiedDiff(
      internalLines('PersistentVolumeSource', before),
      internalLines('PersistentVolumeSource', source),
    );
    const detail = `spec.persistentvolumesource is immutable after creation\n${diff}`;
    errors.push(forbidden(SPEC.child('persistentvolumesource'), detail));
  }
  checkImmutable(errors, [next.volumeMode, was.volumeMode], fieldPath('volumeMode'));
  if (was.nodeAffinity && !semanticEqual(next.nodeAffinity, was.nodeAffinity)) {
    const shown = next.nodeAffinity ? internalForm('VolumeNodeAffinity', next.nodeAffinity) : null;
    errors.push(
      invalid(
        fieldPath('nodeAffinity'),
        shown,
        'field is immutable, except for updating from beta label to GA',
      ),
    );
  }
  if (was.volumeAttributesClassName !== undefined && next.volumeAttributesClassName === undefined) {
    errors.push(
      forbidden(SPEC.child('volumeAttributesClassName'), 'update from non-nil value to nil is forbidden'),
    );
  }
  return errors;
}
