import type { Draft } from '../../../../base/brand.ts';
import { type FieldPath, forbidden, invalid } from '../../../../api/field-error.ts';
import type { Service } from '../../../../api/generated/types.ts';
import { nameIsDNSLabel } from '../../../../api/names.ts';
import { cidrWarnings, ipWarnings } from '../common/address-warnings.ts';
import { defineKind } from '../common/define.ts';
import { type Errors, SPEC, STATUS } from '../common/validate.ts';
import type { StrategyContext } from '../kind.ts';
import { allocate, allocationErrors } from './allocate.ts';
import { checkClusterIpUpdate, checkFamilyUpdate } from './cluster-ips.ts';
import { defaultService } from './defaults.ts';
import { isHeadless, needsClusterIp, needsHealthCheck } from './facts.ts';
import { SERVICE_COLUMNS, serviceRow } from './table.ts';
import { dropTypeDependent, keepAllocated, normalizeAddresses } from './update.ts';
import { checkService } from './validate.ts';

// Models pkg/registry/core/service/{strategy.go,storage} and pkg/api/service/warnings.go (1.36).

function prepareForCreate(service: Draft<Service>, ctx: StrategyContext): void {
  service.status = { loadBalancer: {} };
  normalizeAddresses(service.spec, undefined);
  allocate(service, undefined, ctx);
}

function prepareForUpdate(service: Draft<Service>, old: Service, ctx: StrategyContext): void {
  normalizeAddresses(service.spec, old.spec);
  dropTypeDependent(service, old);
  keepAllocated(service, old);
  allocate(service, old, ctx);
}

function validateCreate(service: Service, ctx: StrategyContext): Errors {
  const refused = allocationErrors(service, undefined, ctx);
  if (refused.length > 0) return refused;
  const errors: Errors = [];
  checkService(errors, service);
  return errors;
}

function validateUpdate(service: Service, old: Service, ctx: StrategyContext): Errors {
  const refused = allocationErrors(service, old, ctx);
  if (refused.length > 0) return refused;
  const errors: Errors = [];
  checkClusterIpUpdate(errors, service, old);
  checkFamilyUpdate(errors, service, old);
  const balanced = old.spec.type === 'LoadBalancer' && service.spec.type === 'LoadBalancer';
  if (balanced && old.spec.loadBalancerClass !== service.spec.loadBalancerClass) {
    errors.push(
      invalid(
        SPEC.child('loadBalancerClass'),
        service.spec.loadBalancerClass ?? null,
        'may not change once set',
      ),
    );
  }
  const checked = needsHealthCheck(old) && needsHealthCheck(service);
  if (checked && old.spec.healthCheckNodePort !== service.spec.healthCheckNodePort) {
    errors.push(forbidden(SPEC.child('healthCheckNodePort'), 'field is immutable'));
  }
  checkService(errors, service);
  return errors;
}

function validateStatus({ spec, status }: Service): Errors {
  if (spec.type === 'LoadBalancer' || !status?.loadBalancer?.ingress?.length) return [];
  return [
    forbidden(STATUS.child('loadBalancer', 'ingress'), "may only be used when `spec.type` is 'LoadBalancer'"),
  ];
}

function warnings(service: Service): readonly string[] {
  const { spec, metadata } = service;
  const texts: string[] = [];
  const hints = 'service.kubernetes.io/topology-aware-hints';
  if (metadata.annotations?.[hints] !== undefined) {
    texts.push(`annotation ${hints} is deprecated, please use service.kubernetes.io/topology-mode instead`);
  }
  const say = (path: FieldPath, all: readonly string[]): void => {
    for (const text of all) texts.push(`${path.toString()}: ${text}`);
  };
  if (needsClusterIp(service))
    for (const [i, ip] of (spec.clusterIPs ?? []).entries())
      say(SPEC.child('clusterIPs').index(i), ipWarnings(ip));
  if (isHeadless(service)) {
    if (spec.loadBalancerIP) texts.push('spec.loadBalancerIP is ignored when spec.clusterIP is "None"');
    if (spec.externalIPs?.length) texts.push('spec.externalIPs is ignored when spec.clusterIP is "None"');
    if (spec.sessionAffinity !== 'None')
      texts.push('spec.SessionAffinity is ignored when spec.clusterIP is "None"');
  }
  for (const [i, ip] of (spec.externalIPs ?? []).entries())
    say(SPEC.child('externalIPs').index(i), ipWarnings(ip));
  if (spec.loadBalancerIP) say(SPEC.child('loadBalancerIP'), ipWarnings(spec.loadBalancerIP));
  for (const [i, cidr] of (spec.loadBalancerSourceRanges ?? []).entries())
    say(SPEC.child('loadBalancerSourceRanges').index(i), cidrWarnings(cidr));
  if (spec.externalIPs?.length)
    texts.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters');
  if (spec.type === 'ExternalName' && spec.externalIPs?.length) {
    texts.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  return texts;
}

export const SERVICE = defineKind<Service>({
  resource: 'services',
  kind: 'Service',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultService,
  prepareForCreate,
  prepareForUpdate,
  validateCreate,
  validateUpdate,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  validateName: nameIsDNSLabel,
  subresources: { status: { validateUpdate: validateStatus } },
  selectableFields: {
    'spec.clusterIP': ({ spec }) => spec.clusterIP ?? '',
    'spec.type': ({ spec }) => spec.type ?? '',
  },
  tableColumns: SERVICE_COLUMNS,
  row: serviceRow,
});
