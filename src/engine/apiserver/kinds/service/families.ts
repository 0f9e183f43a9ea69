import { isIp } from '../../../../api/addresses.ts';
import { invalid } from '../../../../api/field-error.ts';
import type { Service } from '../../../../api/generated/types.ts';
import type { Draft } from '../../../../base/brand.ts';
import { type Errors, SPEC } from '../common/validate.ts';
import { checkClusterIps } from './cluster-ips.ts';
import { isHeadless } from './facts.ts';

// Which IP families a Service has. Models pkg/registry/core/service/storage/alloc.go initIPFamilyFields (1.36).

type Family = 'IPv4' | 'IPv6';

const POLICY = SPEC.child('ipFamilyPolicy');

function familyOf(ip: string): Family {
  return ip.includes(':') ? 'IPv6' : 'IPv4';
}

/** Nothing is allocated for it and nobody fills its endpoints in: it may have families that the cluster has not. */
function isByHand({ spec }: Service | Draft<Service>): boolean {
  return isHeadless({ spec }) && Object.keys(spec.selector ?? {}).length === 0;
}

/** Writes out the policy and the families that were left to the server; `configured` is the cluster's own. */
export function fillFamilies(
  service: Draft<Service>,
  old: Service | undefined,
  configured: readonly Family[],
): void {
  const { spec } = service;
  const byHand = isByHand(service);
  spec.ipFamilyPolicy ??= old?.spec.ipFamilyPolicy ?? (byHand ? 'RequireDualStack' : 'SingleStack');
  const families = [...(spec.ipFamilies ?? [])] as Family[];
  const ips = spec.clusterIPs ?? [];
  for (const [i, ip] of ips.entries()) {
    if (ip === 'None' || isIp(ip).length > 0) break;
    const family = familyOf(ip);
    if (i >= families.length && configured.includes(family) && !families.includes(family))
      families.push(family);
  }
  const first = configured[0];
  if (families.length === 0 && first !== undefined && (ips.length === 0 || isHeadless(service)))
    families.push(first);
  if (byHand && families.length === 1 && spec.ipFamilyPolicy !== 'SingleStack')
    families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4');
  if (families.length > 0) spec.ipFamilies = families;
}

/** What is wrong with families, policy and addresses among themselves: found before anything is allocated or checked. */
export function familyErrors(service: Service, configured: readonly Family[]): Errors {
  const errors: Errors = [];
  checkClusterIps(errors, service);
  if (errors.length > 0) return errors;
  const { ipFamilyPolicy: policy, ipFamilies: families = [], clusterIPs: ips = [] } = service.spec;
  if (policy === 'SingleStack') {
    const must = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (ips.length === 2) errors.push(invalid(POLICY, policy, `${must} cluster IPs are specified`));
    if (families.length === 2) errors.push(invalid(POLICY, policy, `${must} IP families are specified`));
  }
  for (const [i, ip] of ips.entries()) {
    if (ip === 'None') break;
    if (i < families.length || configured.includes(familyOf(ip))) continue;
    const why = `${familyOf(ip)} is not configured on this cluster`;
    errors.push(invalid(SPEC.child('clusterIPs').index(i), ips, why));
  }
  if (errors.length > 0 || isByHand(service)) return errors;
  if (policy === 'RequireDualStack' && configured.length < 2)
    errors.push(invalid(POLICY, policy, 'this cluster is not configured for dual-stack services'));
  for (const [i, family] of families.entries()) {
    if ((configured as readonly string[]).includes(family)) continue;
    errors.push(invalid(SPEC.child('ipFamilies').index(i), family, 'not configured on this cluster'));
  }
  return errors;
}
