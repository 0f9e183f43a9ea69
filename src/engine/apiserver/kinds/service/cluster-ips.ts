import { isIp } from '../../../../api/addresses.ts';
import { duplicate, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { Service } from '../../../../api/generated/types.ts';
import { type Errors, invalidEach, SPEC } from '../common/validate.ts';
import { isHeadless } from './facts.ts';

// Models pkg/apis/core/validation ValidateServiceClusterIPsRelatedFields, validateUpgradeDowngradeClusterIPs,
// validateUpgradeDowngradeIPFamilies (1.36).

const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const FAMILY_POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const IPS = SPEC.child('clusterIPs');

function isV6(ip: string): boolean {
  return ip.includes(':');
}

function checkAgree(errors: Errors, { spec }: Service): void {
  const { clusterIP = '', clusterIPs = [] } = spec;
  if (clusterIP === '') {
    if (clusterIPs.length > 0)
      errors.push(invalid(IPS, clusterIPs, 'must be empty when `clusterIP` is not specified'));
  } else if (clusterIPs.length === 0) errors.push(required(IPS));
  else if (clusterIPs[0] !== clusterIP)
    errors.push(invalid(IPS, clusterIPs, 'first value must match `clusterIP`'));
}

function checkFamilies(errors: Errors, { spec }: Service): void {
  const seen = new Set<string>();
  for (const [i, family] of (spec.ipFamilies ?? []).entries()) {
    const at = SPEC.child('ipFamilies').index(i);
    if (!FAMILIES.includes(family)) errors.push(notSupported(at, family, FAMILIES));
    if (seen.has(family)) errors.push(duplicate(at, family));
    seen.add(family);
  }
  const policy = spec.ipFamilyPolicy;
  if (policy !== undefined && !FAMILY_POLICIES.includes(policy)) {
    errors.push(notSupported(SPEC.child('ipFamilyPolicy'), policy, FAMILY_POLICIES));
  }
}

/** Returns whether every address is one. */
function checkAddresses(errors: Errors, ips: readonly string[]): boolean {
  const before = errors.length;
  for (const [i, ip] of ips.entries()) {
    if (i === 0 && ip === 'None') {
      if (ips.length > 1) errors.push(invalid(IPS, ips, "'None' must be the first and only value"));
    } else invalidEach(errors, IPS.index(i), ip, isIp(ip));
  }
  const valid = errors.length === before;
  if (ips.length > 2) errors.push(invalid(IPS, ips, 'may only hold up to 2 values'));
  return valid;
}

export function checkClusterIps(errors: Errors, service: Service): void {
  const { spec } = service;
  if (spec.type === 'ExternalName') return;
  checkAgree(errors, service);
  checkFamilies(errors, service);
  const ips = spec.clusterIPs ?? [];
  if (!checkAddresses(errors, ips)) return;
  if (ips.length > 1 && !(ips.length === 2 && isV6(ips[0] ?? '') !== isV6(ips[1] ?? ''))) {
    errors.push(invalid(IPS, ips, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(service)) return;
  for (const [i, ip] of ips.entries()) {
    const family = spec.ipFamilies?.[i];
    if (family === undefined || (family === 'IPv6') === isV6(ip)) continue;
    errors.push(
      invalid(IPS.index(i), ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``),
    );
  }
}

/** The first address is for ever; a second one may come and go. */
export function checkClusterIpUpdate(errors: Errors, service: Service, old: Service): void {
  if (service.spec.type === 'ExternalName' || old.spec.type === 'ExternalName') return;
  if (isHeadless(service) && isHeadless(old)) return;
  const ips = service.spec.clusterIPs ?? [];
  const was = old.spec.clusterIPs ?? [];
  if (was.length === ips.length) {
    for (const [i, ip] of was.entries())
      if (ip !== ips[i]) errors.push(invalid(IPS.index(i), ips, 'may not change once set'));
    return;
  }
  if (was.length > 0 && ips.length > 0 && ips[0] !== was[0])
    errors.push(invalid(IPS.index(0), ips, 'may not change once set'));
  if (was.length < ips.length) return;
  if (ips.length === 0) errors.push(invalid(IPS.index(0), null, 'primary clusterIP can not be unset'));
  if (ips.length === 1 && service.spec.ipFamilyPolicy !== 'SingleStack') {
    const message = "must be set to 'SingleStack' when releasing the secondary clusterIP";
    errors.push(invalid(SPEC.child('ipFamilyPolicy'), service.spec.ipFamilyPolicy ?? null, message));
  }
}

export function checkFamilyUpdate(errors: Errors, service: Service, old: Service): void {
  if (
    service.spec.type === 'ExternalName' ||
    old.spec.type === 'ExternalName' ||
    isHeadless(old) ||
    isHeadless(service)
  )
    return;
  const families = service.spec.ipFamilies ?? [];
  const was = old.spec.ipFamilies ?? [];
  const at = SPEC.child('ipFamilies');
  if (was.length === families.length) {
    for (const [i, family] of was.entries()) {
      if (family !== families[i]) errors.push(invalid(at.index(i), families, 'may not change once set'));
    }
    return;
  }
  if (was.length > families.length && families.length === 0)
    errors.push(invalid(at.index(0), null, 'primary ipFamily can not be unset'));
  else if (was.length > 0 && families[0] !== was[0])
    errors.push(invalid(at.index(0), families[0], 'primary ipFamily can not be changed'));
}
