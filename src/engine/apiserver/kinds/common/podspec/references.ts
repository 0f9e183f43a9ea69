import {
  duplicate,
  type FieldPath,
  forbidden,
  invalid,
  notFound,
  required,
} from '../../../../../api/field-error.ts';
import { nameIsDNSSubdomain } from '../../../../../api/names.ts';
import { internalForm } from '../internal/form.ts';
import { checkDnsLabel, invalidEach } from '../validate.ts';
import { type PodCheck, visitContainers } from './check.ts';

// Models pkg/apis/core/validation validatePodResourceClaims, validateFileKeyRefVolumes (1.36).

const MIRROR = 'kubernetes.io/config.mirror';

/** `path` is that of resourceClaims. */
export function checkResourceClaims({ errors, spec, podMeta }: PodCheck, path: FieldPath): void {
  const names = new Set<string>();
  for (const [i, claim] of (spec.resourceClaims ?? []).entries()) {
    const at = path.index(i);
    if (podMeta?.annotations && MIRROR in podMeta.annotations) {
      errors.push({ ...forbidden(at, 'static pods do not support resource claims'), field: '' });
      continue;
    }
    const { name, resourceClaimName, resourceClaimTemplateName } = claim;
    if (!name) errors.push(required(at.child('name')));
    else if (names.has(name)) errors.push(duplicate(at.child('name'), name));
    else checkDnsLabel(errors, name, at.child('name'));
    names.add(name);
    const shown = internalForm('PodResourceClaim', claim);
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      errors.push(
        invalid(
          at,
          shown,
          'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
        ),
      );
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      errors.push(
        invalid(at, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'),
      );
    }
    for (const field of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
      const value = claim[field];
      if (value !== undefined) invalidEach(errors, at.child(field), value, nameIsDNSSubdomain(value));
    }
  }
}

/** Variables from files only come from emptyDirs. */
export function checkFileKeyRefVolumes({ errors, spec }: PodCheck, path: FieldPath): void {
  visitContainers(spec, path, (container, at) => {
    for (const [i, { valueFrom }] of (container.env ?? []).entries()) {
      const name = valueFrom?.fileKeyRef?.volumeName;
      if (!valueFrom?.fileKeyRef || name === undefined) continue;
      const volumeName = at.child('env').index(i).child('valueFrom', 'fileKeyRef', 'volumeName');
      const volume = spec.volumes?.findLast((one) => one.name === name);
      if (!volume) errors.push(notFound(volumeName, name));
      else if (!volume.emptyDir)
        errors.push(invalid(volumeName, name, 'referenced volume must be of type emptyDir'));
    }
  });
}
