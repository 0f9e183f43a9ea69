import { isCidr } from '../../../api/addresses.ts';
import { invalid, required } from '../../../api/field-error.ts';
import type { IPAddress, ServiceCIDR } from '../../../api/generated/types.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { type Errors, invalidEach, semanticEqual, SPEC } from './common/validate.ts';

// Models pkg/apis/networking/validation ValidateServiceCIDR and the printers of both kinds (1.36).

function validate({ spec }: ServiceCIDR): Errors {
  const errors: Errors = [];
  const cidrs = spec?.cidrs ?? [];
  if (cidrs.length === 0) errors.push(required(SPEC.child('cidrs'), 'at least one CIDR required'));
  if (cidrs.length > 2) errors.push(invalid(SPEC.child('cidrs'), cidrs, 'may only hold up to 2 values'));
  for (const [i, cidr] of cidrs.entries())
    invalidEach(errors, SPEC.child('cidrs').index(i), cidr, isCidr(cidr));
  return errors;
}

export const SERVICE_CIDR = defineKind<ServiceCIDR>({
  resource: 'servicecidrs.networking.k8s.io',
  kind: 'ServiceCIDR',
  apiVersion: 'networking.k8s.io/v1',
  namespaced: false,
  validateCreate: validate,
  validateUpdate: ({ spec }, old) =>
    semanticEqual(spec?.cidrs, old.spec?.cidrs)
      ? []
      : [invalid(SPEC.child('cidrs'), spec?.cidrs ?? null, 'field is immutable')],
  subresources: { status: {} },
  tableColumns: [NAME, column('CIDRs'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    (spec?.cidrs ?? []).join(','),
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const IP_ADDRESS = defineKind<IPAddress>({
  resource: 'ipaddresses.networking.k8s.io',
  kind: 'IPAddress',
  apiVersion: 'networking.k8s.io/v1',
  namespaced: false,
  tableColumns: [NAME, column('ParentRef'), AGE],
  row: ({ metadata, spec }, { nowUs }) => {
    const parent = spec?.parentRef;
    const parts = [parent?.resource, parent?.group, parent?.namespace, parent?.name].filter(Boolean);
    const kind = parent?.group ? `${parent.resource ?? ''}.${parent.group}` : (parent?.resource ?? '');
    const name = parent?.namespace ? `${parent.namespace}/${parent.name ?? ''}` : (parent?.name ?? '');
    return [
      metadata.name,
      parts.length === 0 ? '<none>' : `${kind}/${name}`,
      ageOf(metadata.creationTimestamp, nowUs),
    ];
  },
});
