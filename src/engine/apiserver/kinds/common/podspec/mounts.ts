import {
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from '../../../../../api/field-error.ts';
import type { VolumeDevice, VolumeMount } from '../../../../../api/generated/types.ts';
import { type Errors, unchecked } from '../validate.ts';
import type { AnyContainer, PodCheck } from './check.ts';
import { checkLocalDescendingPath, checkNoBacksteps } from './paths.ts';

// Models pkg/apis/core/validation ValidateVolumeMounts, ValidateVolumeDevices (1.36). Some paths lack
// the index, as upstream's do.

const PROPAGATIONS: readonly string[] = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE_READ_ONLY: readonly string[] = ['Disabled', 'Enabled', 'IfPossible'];

function checkPropagation(errors: Errors, mode: string, privileged: boolean, path: FieldPath): void {
  if (!PROPAGATIONS.includes(mode)) errors.push(notSupported(path, mode, PROPAGATIONS));
  if (mode === 'Bidirectional' && !privileged) {
    errors.push(
      forbidden(path, 'Bidirectional mount propagation is available only to privileged containers'),
    );
  }
}

function checkRecursiveReadOnly(errors: Errors, mount: VolumeMount, path: FieldPath): void {
  const mode = mount.recursiveReadOnly;
  if (mode === undefined || mode === 'Disabled') return;
  if (!RECURSIVE_READ_ONLY.includes(mode))
    return void errors.push(notSupported(path, mode, RECURSIVE_READ_ONLY));
  if (!mount.readOnly) errors.push(forbidden(path, 'may only be specified when readOnly is true'));
  if (mount.mountPropagation !== undefined && mount.mountPropagation !== 'None') {
    errors.push(forbidden(path, 'may only be specified when mountPropagation is None or not specified'));
  }
}

function checkSubPaths(errors: Errors, mount: VolumeMount, path: FieldPath, index: number): void {
  if (mount.subPath) checkLocalDescendingPath(errors, mount.subPath, path.child('subPath'));
  if (!mount.subPathExpr) return;
  if (mount.subPath) {
    const at = path.index(index).child('subPathExpr');
    errors.push(invalid(at, mount.subPathExpr, 'subPathExpr and subPath are mutually exclusive'));
  }
  checkLocalDescendingPath(errors, mount.subPathExpr, path.child('subPathExpr'));
}

/** `path` is that of volumeMounts. */
export function checkVolumeMounts(check: PodCheck, container: AnyContainer, path: FieldPath): void {
  const { errors, volumes } = check;
  const mounts = container.volumeMounts;
  if (mounts === undefined || mounts.length === 0) return;
  const devices = container.volumeDevices ?? [];
  const seen = new Set<string>();
  for (const [i, mount] of mounts.entries()) {
    const { name = '', mountPath = '' } = unchecked(mount);
    if (name === '') errors.push(required(path.index(i).child('name')));
    if (!volumes.has(name)) errors.push(notFound(path.index(i).child('name'), name));
    if (mountPath === '') errors.push(required(path.index(i).child('mountPath')));
    if (seen.has(mountPath))
      errors.push(invalid(path.index(i).child('mountPath'), mountPath, 'must be unique'));
    seen.add(mountPath);
    if (devices.some((device) => device.name === name)) {
      errors.push(invalid(path.index(i).child('name'), name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => device.devicePath === mountPath)) {
      errors.push(
        invalid(
          path.index(i).child('mountPath'),
          mountPath,
          'must not already exist as a path in volumeDevices',
        ),
      );
    }
    checkSubPaths(errors, mount, path, i);
    if (mount.mountPropagation !== undefined) {
      const privileged = container.securityContext?.privileged === true;
      checkPropagation(errors, mount.mountPropagation, privileged, path.child('mountPropagation'));
    }
    checkRecursiveReadOnly(errors, mount, path.child('recursiveReadOnly'));
  }
}

function checkDeviceName(check: PodCheck, device: VolumeDevice, names: Set<string>, path: FieldPath): void {
  const { errors, volumes } = check;
  const name = device.name ?? '';
  const volume = volumes.get(name);
  if (name === '') errors.push(required(path));
  if (names.has(name)) errors.push(invalid(path, name, 'must be unique'));
  if (volume && !volume.persistentVolumeClaim && !volume.ephemeral) {
    errors.push(
      invalid(
        path,
        name,
        'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      ),
    );
  }
  if (!volume) errors.push(notFound(path, name));
}

/** `path` is that of volumeDevices. */
export function checkVolumeDevices(check: PodCheck, container: AnyContainer, path: FieldPath): void {
  const { errors } = check;
  const paths = new Set<string>();
  const names = new Set<string>();
  for (const [i, device] of (container.volumeDevices ?? []).entries()) {
    const { name = '', devicePath = '' } = unchecked(device);
    const at = path.index(i);
    checkDeviceName(check, device, names, at.child('name'));
    if (devicePath === '') errors.push(required(at.child('devicePath')));
    if (paths.has(devicePath)) errors.push(invalid(at.child('devicePath'), devicePath, 'must be unique'));
    const backsteps: Errors = [];
    checkNoBacksteps(backsteps, devicePath, path);
    if (backsteps.length > 0)
      errors.push(invalid(at.child('devicePath'), devicePath, "can not contain backsteps ('..')"));
    else paths.add(devicePath);
    if (container.volumeMounts?.some((mount) => mount.name === name)) {
      errors.push(invalid(at.child('name'), name, 'must not already exist in volumeMounts'));
    }
    if (container.volumeMounts?.some((mount) => mount.mountPath === devicePath)) {
      errors.push(
        invalid(at.child('devicePath'), devicePath, 'must not already exist as a path in volumeMounts'),
      );
    }
    if (name !== '') names.add(name);
  }
}
