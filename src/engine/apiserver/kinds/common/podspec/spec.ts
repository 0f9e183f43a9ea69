import { type FieldPath, forbidden, invalid, required, tooLong } from '../../../../../api/field-error.ts';
import type { ObjectMeta, PodSpec } from '../../../../../api/generated/types.ts';
import { isIp } from '../../../../../api/addresses.ts';
import {
  inclusiveRangeError,
  isDNS1123Subdomain,
  isDNS1123SubdomainWithUnderscore,
  nameIsDNSSubdomain,
} from '../../../../../api/names.ts';
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabels,
  checkQualifiedName,
  checkWord,
  type Errors,
  invalidEach,
  MAX_INT32,
} from '../validate.ts';
import { checkAffinity } from './affinity.ts';
import { type PodCheck, podCheck } from './check.ts';
import { checkContainers, checkEphemeralContainers, checkInitContainers } from './containers.ts';
import { checkOverhead, checkPodResources } from './resources.ts';
import { checkGates, checkSpread, checkTolerations } from './scheduling.ts';
import { checkHostUsers, checkPodSecurityContext } from './security.ts';
import { checkVolumes } from './volumes.ts';
import { checkHostProcess, checkOs } from './windows.ts';
import { checkResourceClaims, checkFileKeyRefVolumes } from './references.ts';

// Models pkg/apis/core/validation ValidatePodSpec (1.36), in its order.

const RESTART_POLICIES: readonly string[] = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES: readonly string[] = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION: readonly string[] = ['PreemptLowerPriority', 'Never'];

/** On the host's network a host port is the container's port; in a template it may also be left out. */
function checkHostNetworkPorts({ errors, spec, podMeta }: PodCheck, path: FieldPath): void {
  if (!spec.hostNetwork) return;
  for (const [i, { ports }] of (spec.containers ?? []).entries()) {
    for (const [j, { hostPort = 0, containerPort = 0 }] of (ports ?? []).entries()) {
      if ((podMeta === undefined && hostPort === 0) || hostPort === containerPort) continue;
      const at = path.child('containers').index(i).child('ports').index(j).child('hostPort');
      errors.push(invalid(at, hostPort, 'must match `containerPort` when `hostNetwork` is true'));
    }
  }
}

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARS = 2048;

function checkSearches(errors: Errors, searches: readonly string[], path: FieldPath): void {
  if (searches.length > MAX_SEARCHES)
    errors.push(invalid(path, searches, `must not have more than ${MAX_SEARCHES} search paths`));
  if (searches.join(' ').length > MAX_SEARCH_CHARS) {
    const message = `must not have more than ${MAX_SEARCH_CHARS} characters (including spaces) in the search list`;
    errors.push(invalid(path, searches, message));
  }
  for (const [i, search] of searches.entries()) {
    if (search === '.') continue;
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    invalidEach(errors, path.index(i), name, isDNS1123SubdomainWithUnderscore(name));
  }
}

function checkDnsConfig(errors: Errors, spec: PodSpec, path: FieldPath): void {
  const config = spec.dnsConfig;
  if (spec.dnsPolicy === 'None') {
    if (!config) return void errors.push(required(path, 'must provide `dnsConfig` when `dnsPolicy` is None'));
    if (!config.nameservers?.length) {
      const message = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return void errors.push(required(path.child('nameservers'), message));
    }
  }
  if (!config) return;
  const servers = config.nameservers ?? [];
  if (servers.length > MAX_NAMESERVERS) {
    errors.push(
      invalid(path.child('nameservers'), servers, `must not have more than ${MAX_NAMESERVERS} nameservers`),
    );
  }
  for (const [i, server] of servers.entries())
    invalidEach(errors, path.child('nameservers').index(i), server, isIp(server));
  checkSearches(errors, config.searches ?? [], path.child('searches'));
  for (const [i, { name }] of (config.options ?? []).entries()) {
    if (!name) errors.push(required(path.child('options').index(i), 'must not be empty'));
  }
}

const MAX_HOSTNAME = 64;

function checkHostnameOverride(errors: Errors, spec: PodSpec, path: FieldPath): void {
  const name = spec.hostnameOverride;
  if (name === undefined) return;
  const at = path.child('hostnameOverride');
  if (spec.setHostnameAsFQDN)
    errors.push(forbidden(at, 'may not be specified when setHostnameAsFQDN is true'));
  if (spec.hostNetwork) errors.push(forbidden(at, 'may not be specified when hostNetwork is true'));
  if (name.length > MAX_HOSTNAME) errors.push(tooLong(at, MAX_HOSTNAME));
  invalidEach(errors, at, name, isDNS1123Subdomain(name));
}

function checkNames(errors: Errors, spec: PodSpec, path: FieldPath): void {
  const { serviceAccountName, nodeName, activeDeadlineSeconds: deadline } = spec;
  if (serviceAccountName) {
    invalidEach(
      errors,
      path.child('serviceAccountName'),
      serviceAccountName,
      nameIsDNSSubdomain(serviceAccountName),
    );
  }
  if (nodeName) invalidEach(errors, path.child('nodeName'), nodeName, nameIsDNSSubdomain(nodeName));
  if (deadline !== undefined && (deadline < 1 || deadline > MAX_INT32)) {
    errors.push(invalid(path.child('activeDeadlineSeconds'), deadline, inclusiveRangeError(1, MAX_INT32)));
  }
  if (spec.hostname) checkDnsLabel(errors, spec.hostname, path.child('hostname'));
  if (spec.subdomain) checkDnsLabel(errors, spec.subdomain, path.child('subdomain'));
}

function checkHostAliases(errors: Errors, spec: PodSpec, path: FieldPath): void {
  for (const [i, { ip = '', hostnames }] of (spec.hostAliases ?? []).entries()) {
    invalidEach(errors, path.index(i).child('ip'), ip, isIp(ip));
    for (const [j, name] of (hostnames ?? []).entries())
      checkDnsSubdomain(errors, name, path.index(i).child('hostnames').index(j));
  }
}

function checkClasses(check: PodCheck, path: FieldPath): void {
  const { errors, spec } = check;
  const { priorityClassName, runtimeClassName, preemptionPolicy, overhead } = spec;
  if (priorityClassName) {
    invalidEach(
      errors,
      path.child('priorityClassName'),
      priorityClassName,
      nameIsDNSSubdomain(priorityClassName),
    );
  }
  if (runtimeClassName !== undefined) {
    invalidEach(
      errors,
      path.child('runtimeClassName'),
      runtimeClassName,
      nameIsDNSSubdomain(runtimeClassName),
    );
  }
  if (preemptionPolicy !== undefined)
    checkWord(errors, preemptionPolicy, path.child('preemptionPolicy'), PREEMPTION);
  if (overhead) checkOverhead(check, overhead, path.child('overhead'));
}

function checkPlacement(check: PodCheck, path: FieldPath): void {
  const { errors, spec } = check;
  if (spec.affinity) checkAffinity(errors, spec.affinity, path.child('affinity'));
  checkDnsConfig(errors, spec, path.child('dnsConfig'));
  for (const [i, { conditionType }] of (spec.readinessGates ?? []).entries()) {
    checkQualifiedName(
      errors,
      conditionType ?? '',
      path.child('readinessGates').index(i).child('conditionType'),
    );
  }
  if (spec.schedulingGates) checkGates(errors, spec.schedulingGates, path.child('schedulingGates'));
  if (spec.topologySpreadConstraints)
    checkSpread(errors, spec.topologySpreadConstraints, path.child('topologySpreadConstraints'));
}

/** A Pod's spec or a template's: `podMeta` is the Pod's own metadata and absent for a template. */
export function checkPodSpec(
  errors: Errors,
  spec: PodSpec,
  path: FieldPath,
  podMeta?: Partial<ObjectMeta>,
): void {
  const check = podCheck(errors, spec, podMeta);
  if (spec.terminationGracePeriodSeconds === undefined)
    errors.push(required(path.child('terminationGracePeriodSeconds')));
  if (spec.volumes) checkVolumes(check, path.child('volumes'));
  if (spec.resourceClaims) checkResourceClaims(check, path.child('resourceClaims'));
  checkContainers(check, path.child('containers'));
  checkInitContainers(check, path.child('initContainers'));
  checkEphemeralContainers(check, path.child('ephemeralContainers'));
  if (spec.resources) checkPodResources(check, path.child('resources'));
  checkHostNetworkPorts(check, path);
  checkWord(errors, spec.restartPolicy, path.child('restartPolicy'), RESTART_POLICIES);
  checkWord(errors, spec.dnsPolicy, path.child('dnsPolicy'), DNS_POLICIES);
  if (spec.nodeSelector) checkLabels(errors, spec.nodeSelector, path.child('nodeSelector'));
  checkPodSecurityContext(check, path);
  checkPlacement(check, path);
  checkHostProcess(check, path);
  checkHostUsers(check, path);
  checkHostnameOverride(errors, spec, path);
  checkNames(errors, spec, path);
  if (spec.tolerations) checkTolerations(errors, spec.tolerations, path.child('tolerations'));
  checkHostAliases(errors, spec, path.child('hostAliases'));
  checkClasses(check, path);
  checkOs(check, path);
  checkFileKeyRefVolumes(check, path);
}
