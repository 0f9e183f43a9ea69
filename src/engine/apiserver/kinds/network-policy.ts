import type { Draft } from '../../../base/brand.ts';
import { type Cidr, cidrContains, isCidr, parseCidr } from '../../../api/addresses.ts';
import { type FieldPath, forbidden, invalid, notSupported, required } from '../../../api/field-error.ts';
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '../../../api/generated/types.ts';
import { formatLabelSelector } from '../../../api/label-selector.ts';
import { isPortName, isPortNumber } from '../../../api/names.ts';
import { cidrWarnings } from './common/address-warnings.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkLabelSelector, type Errors, invalidEach, SPEC } from './common/validate.ts';

// Models pkg/apis/networking/validation ValidateNetworkPolicySpec, SetDefaults_NetworkPolicy, printNetworkPolicy (1.36).

const PROTOCOLS: readonly string[] = ['TCP', 'UDP', 'SCTP'];
const TYPES: readonly string[] = ['Ingress', 'Egress'];

function defaultNetworkPolicy(policy: Draft<NetworkPolicy>): void {
  policy.spec ??= {} as NonNullable<Draft<NetworkPolicy>['spec']>;
  const { spec } = policy;
  spec.podSelector ??= {};
  for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
    for (const port of rule.ports ?? []) port.protocol ??= 'TCP';
  }
  if (!spec.policyTypes?.length) spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress'];
}

function checkPort(errors: Errors, { protocol, port, endPort }: NetworkPolicyPort, path: FieldPath): void {
  if (protocol !== undefined && !PROTOCOLS.includes(protocol))
    errors.push(notSupported(path.child('protocol'), protocol, PROTOCOLS));
  const end = path.child('endPort');
  if (typeof port === 'number') {
    invalidEach(errors, path.child('port'), port, isPortNumber(port));
    if (endPort === undefined) return;
    if (endPort < port) errors.push(invalid(end, port, 'must be greater than or equal to `port`'));
    invalidEach(errors, end, endPort, isPortNumber(endPort));
  } else if (typeof port === 'string') {
    if (endPort !== undefined)
      errors.push(invalid(end, endPort, 'may not be specified when `port` is non-numeric'));
    invalidEach(errors, path.child('port'), port, isPortName(port));
  } else if (endPort !== undefined)
    errors.push(invalid(end, endPort, 'may not be specified when `port` is not specified'));
}

function isStrictSubset(inner: Cidr, outer: Cidr): boolean {
  return (
    inner.ip.family === outer.ip.family &&
    inner.prefixLength > outer.prefixLength &&
    cidrContains(outer, inner.ip)
  );
}

function checkIpBlock(errors: Errors, { cidr, except }: IPBlock, path: FieldPath): void {
  if (!cidr) return void errors.push(required(path.child('cidr')));
  invalidEach(errors, path.child('cidr'), cidr, isCidr(cidr));
  const outer = parseCidr(cidr);
  if (outer === undefined) return;
  for (const [i, text] of (except ?? []).entries()) {
    const at = path.child('except').index(i);
    invalidEach(errors, at, text, isCidr(text));
    const inner = parseCidr(text);
    if (inner && !isStrictSubset(inner, outer))
      errors.push(invalid(at, text, 'must be a strict subset of `cidr`'));
  }
}

function checkPeer(errors: Errors, peer: NetworkPolicyPeer, path: FieldPath): void {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  checkLabelSelector(errors, podSelector, path.child('podSelector'));
  checkLabelSelector(errors, namespaceSelector, path.child('namespaceSelector'));
  if (ipBlock) checkIpBlock(errors, ipBlock, path.child('ipBlock'));
  if (!podSelector && !namespaceSelector && !ipBlock) errors.push(required(path, 'must specify a peer'));
  else if (ipBlock && (podSelector || namespaceSelector)) {
    errors.push(forbidden(path, 'may not specify both ipBlock and another peer'));
  }
}

function validate({ spec }: NetworkPolicy): Errors {
  const errors: Errors = [];
  checkLabelSelector(errors, spec?.podSelector, SPEC.child('podSelector'));
  for (const [i, { ports, from }] of (spec?.ingress ?? []).entries()) {
    const at = SPEC.child('ingress').index(i);
    for (const [j, port] of (ports ?? []).entries()) checkPort(errors, port, at.child('ports').index(j));
    for (const [j, peer] of (from ?? []).entries()) checkPeer(errors, peer, at.child('from').index(j));
  }
  for (const [i, { ports, to }] of (spec?.egress ?? []).entries()) {
    const at = SPEC.child('egress').index(i);
    for (const [j, port] of (ports ?? []).entries()) checkPort(errors, port, at.child('ports').index(j));
    for (const [j, peer] of (to ?? []).entries()) checkPeer(errors, peer, at.child('to').index(j));
  }
  const types = spec?.policyTypes ?? [];
  if (types.length > TYPES.length) {
    errors.push(invalid(SPEC.child('policyTypes'), types, 'may not specify more than two policyTypes'));
    return errors;
  }
  for (const [i, type] of types.entries()) {
    if (!TYPES.includes(type)) errors.push(notSupported(SPEC.child('policyTypes').index(i), type, TYPES));
  }
  return errors;
}

/** Models pkg/registry/networking/networkpolicy/strategy.go networkPolicyWarnings. */
function warnings({ spec }: NetworkPolicy): readonly string[] {
  const texts: string[] = [];
  const say = (path: FieldPath, all: readonly string[]): void => {
    for (const text of all) texts.push(`${path.toString()}: ${text}`);
  };
  const peers = (list: readonly NetworkPolicyPeer[] | undefined, path: FieldPath): void => {
    for (const [i, { ipBlock }] of (list ?? []).entries()) {
      const at = path.index(i).child('ipBlock');
      if (ipBlock) say(at.child('cidr'), cidrWarnings(ipBlock.cidr));
      for (const [j, cidr] of (ipBlock?.except ?? []).entries())
        say(at.child('except').index(j), cidrWarnings(cidr));
    }
  };
  for (const [i, { from }] of (spec?.ingress ?? []).entries())
    peers(from, SPEC.child('ingress').index(i).child('from'));
  for (const [i, { to }] of (spec?.egress ?? []).entries())
    peers(to, SPEC.child('egress').index(i).child('to'));
  return texts;
}

export const NETWORK_POLICY = defineKind<NetworkPolicy>({
  resource: 'networkpolicies.networking.k8s.io',
  kind: 'NetworkPolicy',
  apiVersion: 'networking.k8s.io/v1',
  namespaced: true,
  default: defaultNetworkPolicy,
  validateCreate: validate,
  validateUpdate: validate,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  generationOf: ({ spec }) => [spec],
  tableColumns: [NAME, column('Pod-Selector'), AGE],
  row: ({ metadata, spec }, { nowUs }) => [
    metadata.name,
    formatLabelSelector(spec?.podSelector),
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
