import { type FieldPath, forbidden, invalid, required } from '../../../../../api/field-error.ts';
import type * as api from '../../../../../api/generated/types.ts';
import { nameIsDNSSubdomain } from '../../../../../api/names.ts';
import { checkLabelSelector, type Errors } from '../validate.ts';
import { checkKeyToPath } from '../volume-sources.ts';
import { FILE_FIELD_PATHS, checkFieldRef, checkResourceFieldRef } from './fields.ts';
import { checkFileMode, checkLocalPath } from './paths.ts';

// Volumes made of files: Secrets, ConfigMaps, the downward API, tokens, and all of them together.
// Models pkg/apis/core/validation validateProjectionSources and its neighbours (1.36).

function checkItems(errors: Errors, items: readonly api.KeyToPath[] | undefined, path: FieldPath): void {
  for (const [i, item] of (items ?? []).entries()) checkKeyToPath(errors, item, path.child('items').index(i));
}

export function checkSecret(errors: Errors, source: api.SecretVolumeSource, path: FieldPath): void {
  if (!source.secretName) errors.push(required(path.child('secretName')));
  checkFileMode(errors, source.defaultMode, path.child('defaultMode'));
  checkItems(errors, source.items, path);
}

export function checkConfigMap(errors: Errors, source: api.ConfigMapVolumeSource, path: FieldPath): void {
  if (!source.name) errors.push(required(path.child('name')));
  checkFileMode(errors, source.defaultMode, path.child('defaultMode'));
  checkItems(errors, source.items, path);
}

function checkDownwardFile(errors: Errors, file: api.DownwardAPIVolumeFile, path: FieldPath): void {
  if (!file.path) errors.push(required(path.child('path')));
  checkLocalPath(errors, file.path ?? '', path.child('path'));
  if (file.fieldRef) {
    checkFieldRef(errors, file.fieldRef, path.child('fieldRef'), FILE_FIELD_PATHS);
    if (file.resourceFieldRef) {
      errors.push(
        invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'),
      );
    }
  } else if (file.resourceFieldRef) {
    checkResourceFieldRef(errors, file.resourceFieldRef, path.child('resourceFieldRef'), true);
  } else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  checkFileMode(errors, file.mode, path.child('mode'));
}

/** The path of an item is that of the whole volume, as upstream has it. */
export function checkDownwardApi(errors: Errors, source: api.DownwardAPIVolumeSource, path: FieldPath): void {
  checkFileMode(errors, source.defaultMode, path.child('defaultMode'));
  for (const file of source.items ?? []) checkDownwardFile(errors, file, path);
}

/** Two sources must not write one file. */
class Paths {
  private readonly seen = new Set<string>();
  private readonly errors: Errors;
  private readonly at: FieldPath;

  constructor(errors: Errors, at: FieldPath) {
    this.errors = errors;
    this.at = at;
  }

  add(path: string | undefined, shown = path): void {
    if (!path) return;
    if (this.seen.has(path)) this.errors.push(invalid(this.at, shown ?? '', 'conflicting duplicate paths'));
    this.seen.add(path);
  }
}

function checkNamedFiles(errors: Errors, source: api.SecretProjection, path: FieldPath, paths: Paths): void {
  const name = source.name ?? '';
  if (name === '') errors.push(required(path.child('name')));
  for (const [i, item] of (source.items ?? []).entries()) {
    checkKeyToPath(errors, item, path.child('items').index(i));
    paths.add(item.path, name);
  }
}

const TEN_MINUTES = 600;
const MAX_SECONDS = 2 ** 32;

function checkToken(
  errors: Errors,
  token: api.ServiceAccountTokenProjection,
  path: FieldPath,
  volume: FieldPath,
): void {
  const seconds = token.expirationSeconds ?? 0;
  const at = path.child('expirationSeconds');
  if (seconds < TEN_MINUTES)
    errors.push(invalid(at, seconds, 'may not specify a duration less than 10 minutes'));
  if (seconds > MAX_SECONDS)
    errors.push(invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds'));
  if (!token.path) errors.push(required(volume.child('path')));
  else checkLocalPath(errors, token.path, volume.child('path'));
}

function checkBundle(
  errors: Errors,
  bundle: api.ClusterTrustBundleProjection,
  path: FieldPath,
  paths: Paths,
): void {
  const { name, signerName } = bundle;
  if (name !== undefined && signerName !== undefined) {
    errors.push(invalid(path, bundle, 'only one of name and signerName may be used'));
  } else if (name !== undefined) {
    if (name === '') errors.push(required(path.child('name'), 'must be a valid object name'));
    for (const message of nameIsDNSSubdomain(name.replaceAll(':', '.'))) {
      errors.push(invalid(path.child('name'), name, `not a valid clustertrustbundlename: ${message}`));
    }
    if (bundle.labelSelector) {
      errors.push(
        invalid(
          path.child('labelSelector'),
          bundle.labelSelector,
          'labelSelector must be unset if name is specified',
        ),
      );
    }
  } else if (signerName !== undefined) {
    if (signerName === '') errors.push(required(path.child('signerName'), 'must be a valid signer name'));
    checkLabelSelector(errors, bundle.labelSelector, path.child('labelSelector'));
  } else errors.push(required(path, 'either name or signerName must be specified'));
  if (!bundle.path) errors.push(required(path.child('path')));
  checkLocalPath(errors, bundle.path ?? '', path.child('path'));
  paths.add(bundle.path);
}

function checkProjection(
  errors: Errors,
  source: api.VolumeProjection,
  volume: FieldPath,
  at: { readonly path: FieldPath; readonly paths: Paths },
): void {
  const { path, paths } = at;
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  if (secret) checkNamedFiles(errors, secret, path.child('secret'), paths);
  if (configMap) checkNamedFiles(errors, configMap, path.child('configMap'), paths);
  for (const file of downwardAPI?.items ?? []) {
    checkDownwardFile(errors, file, path.child('downwardAPI'));
    paths.add(file.path);
  }
  if (serviceAccountToken) checkToken(errors, serviceAccountToken, path.child('serviceAccountToken'), volume);
  if (clusterTrustBundle) checkBundle(errors, clusterTrustBundle, path.child('clusterTrustBundle'), paths);
  const count = [
    secret,
    configMap,
    downwardAPI,
    serviceAccountToken,
    clusterTrustBundle,
    source.podCertificate,
  ].filter(Boolean).length;
  if (count > 1) errors.push(forbidden(path, 'may not specify more than 1 volume type per source'));
}

export function checkProjected(errors: Errors, projected: api.ProjectedVolumeSource, path: FieldPath): void {
  checkFileMode(errors, projected.defaultMode, path.child('defaultMode'));
  const paths = new Paths(errors, path);
  for (const [i, source] of (projected.sources ?? []).entries()) {
    checkProjection(errors, source, path, { path: path.child('sources').index(i), paths });
  }
}
