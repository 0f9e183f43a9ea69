import type { FieldPath } from '../../../../../api/field-error.ts';
import { fieldPath } from '../../../../../api/field-error.ts';
import type * as api from '../../../../../api/generated/types.ts';
import { goQuote } from '../../../../../api/go-text.ts';
import { isLabelValue } from '../../../../../api/names.ts';
import { quantityMilliValue } from '../../../../../api/quantity.ts';
import type { Labels } from '../validate.ts';
import { own } from '../../../../../base/own.ts';
import { ipWarnings } from '../address-warnings.ts';
import { type AnyContainer, visitContainers } from './check.ts';

// Models pkg/api/pod/warnings.go warningsForPodSpecAndMeta and pkg/api/node/util.go (1.36).

/** Collects `path: text`. */
export type Warn = (path: FieldPath, text: string) => void;

const OLD_NODE_LABELS: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
};

const OLD_ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

const OLD_VOLUMES: readonly (readonly [keyof api.Volume, string])[] = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

/** A null selector selects nothing, which is seldom meant. */
const NULL_SELECTOR = 'a null labelSelector results in matching no pod';

/** A label of nodes that goes by another name now. */
export function oldLabelWarning(warn: Warn, key: string, path: FieldPath): void {
  const old = own(OLD_NODE_LABELS, key);
  if (old !== undefined) warn(path, `${key} is ${old}`);
}

/** Of a Pod's affinity or a volume's. Models GetWarningsForNodeSelectorTerm. */
export function nodeSelectorTermWarnings(warn: Warn, term: api.NodeSelectorTerm, path: FieldPath): void {
  for (const [i, { key, values }] of (term.matchExpressions ?? []).entries()) {
    const at = path.child('matchExpressions').index(i);
    oldLabelWarning(warn, key, at.child('key'));
    for (const [j, value] of (values ?? []).entries()) {
      const messages = isLabelValue(value);
      if (messages.length > 0)
        warn(at.child('values').index(j), `${value} is invalid, ${messages.join('; ')}`);
    }
  }
}

function selectorWarnings(warn: Warn, spec: api.PodSpec, path: FieldPath): void {
  for (const key of Object.keys(spec.nodeSelector ?? {})) {
    const old = own(OLD_NODE_LABELS, key);
    if (old !== undefined) warn(path.child('nodeSelector').key(key), old);
  }
  const node = spec.affinity?.nodeAffinity;
  const at = path.child('affinity', 'nodeAffinity');
  const hard = at.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms');
  for (const [i, term] of (
    node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  ).entries()) {
    nodeSelectorTermWarnings(warn, term, hard.index(i));
  }
  const soft = at.child('preferredDuringSchedulingIgnoredDuringExecution');
  for (const [i, term] of (node?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    nodeSelectorTermWarnings(warn, term.preference, soft.index(i).child('preference'));
  }
  for (const [i, { topologyKey, labelSelector }] of (spec.topologySpreadConstraints ?? []).entries()) {
    const one = path.child('topologySpreadConstraints').index(i);
    oldLabelWarning(warn, topologyKey, one.child('topologyKey'));
    if (!labelSelector) warn(one.child('labelSelector'), NULL_SELECTOR);
  }
}

/** `fractional byte value "100m" is invalid, must be an integer` */
export function fractionalBytesWarning(warn: Warn, amount: string | undefined, path: FieldPath): void {
  if (amount === undefined || !/[mun.]/.test(amount) || quantityMilliValue(amount) % 1000 === 0) return;
  warn(path, `fractional byte value ${goQuote(amount)} is invalid, must be an integer`);
}

function volumeWarnings(warn: Warn, spec: api.PodSpec, path: FieldPath): void {
  for (const [i, volume] of (spec.volumes ?? []).entries()) {
    const at = path.child('volumes').index(i);
    for (const [source, text] of OLD_VOLUMES) if (volume[source]) warn(at.child(source), text);
    const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
    const claimPath = at.child('ephemeral', 'volumeClaimTemplate', 'spec').child('resources', 'requests');
    fractionalBytesWarning(warn, claim?.resources?.requests?.['storage'], claimPath.key('storage'));
  }
}

function repeatedWarnings(warn: Warn, spec: api.PodSpec, path: FieldPath): void {
  const addresses = new Set<string>();
  for (const [i, { ip = '' }] of (spec.hostAliases ?? []).entries()) {
    if (addresses.has(ip))
      warn(path.child('hostAliases').index(i).child('ip'), `duplicate ip ${goQuote(ip)}`);
    for (const text of ipWarnings(ip)) warn(path.child('hostAliases').index(i).child('ip'), text);
    addresses.add(ip);
  }
  for (const [i, server] of (spec.dnsConfig?.nameservers ?? []).entries())
    for (const text of ipWarnings(server)) warn(path.child('dnsConfig', 'nameservers').index(i), text);
  const secrets = spec.imagePullSecrets ?? [];
  const names = new Set<string>();
  for (const [i, { name = '' }] of secrets.entries()) {
    if (names.has(name))
      warn(path.child('imagePullSecrets').index(i).child('name'), `duplicate name ${goQuote(name)}`);
    names.add(name);
  }
  for (const [i, { name }] of secrets.entries()) {
    if (!name) warn(path.child('imagePullSecrets').index(i).child('name'), 'invalid empty name ""');
  }
}

function envWarnings(warn: Warn, container: AnyContainer, path: FieldPath): void {
  const env = container.env ?? [];
  if (env.length < 2) return;
  const names = new Set<string>();
  for (const [i, { name, value = '', valueFrom }] of env.entries()) {
    const reference = `$(${name})`;
    const keepsOld = !valueFrom && value !== reference && value.includes(reference);
    if (names.has(name) && !keepsOld) {
      warn(
        path.child('env').index(i),
        `hides previous definition of ${goQuote(name)}, which may be dropped when using apply`,
      );
    }
    names.add(name);
  }
}

const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const USE_SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';

function containerWarnings(warn: Warn, container: AnyContainer, path: FieldPath): void {
  const { limits, requests } = container.resources ?? {};
  const resources = path.child('resources');
  for (const name of ['memory', 'ephemeral-storage']) {
    fractionalBytesWarning(warn, limits?.[name], resources.child('limits').key(name));
    fractionalBytesWarning(warn, requests?.[name], resources.child('requests').key(name));
  }
  envWarnings(warn, container, path);
}

function profileWarnings(warn: Warn, container: AnyContainer, annotations: Labels, path: FieldPath): void {
  const seccomp = SECCOMP_CONTAINER + container.name;
  if (seccomp in annotations && !container.securityContext?.seccompProfile)
    warn(path.key(seccomp), USE_SECCOMP);
  const apparmor = APPARMOR + container.name;
  if (apparmor in annotations && !container.securityContext?.appArmorProfile) {
    warn(path.key(apparmor), 'deprecated since v1.30; use the "appArmorProfile" field instead');
  }
}

interface PlacedPort {
  readonly path: FieldPath;
  readonly port: api.ContainerPort;
}

/** How two definitions of one port and protocol clash; undefined when they do not. */
function clash(a: api.ContainerPort, b: api.ContainerPort): string | undefined {
  const [aPort, bPort, aIp, bIp] = [a.hostPort ?? 0, b.hostPort ?? 0, a.hostIP ?? '', b.hostIP ?? ''];
  if (aIp === bIp && aPort === bPort) return 'duplicate port definition with';
  if (aPort === 0 || bPort === 0) return 'overlapping port definition with';
  const oneOpen = (aIp === '') !== (bIp === '');
  return aPort === bPort && oneOpen ? 'dangerously ambiguous port definition with' : undefined;
}

function portWarnings(warn: Warn, spec: api.PodSpec, path: FieldPath): void {
  const all: PlacedPort[] = [];
  visitContainers(spec, path, (container, at) => {
    for (const [i, port] of (container.ports ?? []).entries())
      all.push({ path: at.child('ports').index(i), port });
  });
  if (all.length < 2) return;
  const seen = new Map<string, PlacedPort[]>();
  for (const one of all) {
    const key = `${one.port.containerPort}/${one.port.protocol}`;
    const others = seen.get(key) ?? [];
    for (const other of others) {
      const text = clash(one.port, other.port);
      if (text !== undefined) warn(one.path, `${text} ${other.path.toString()}`);
    }
    seen.set(key, [...others, one]);
  }
  const names = new Map<string, string>();
  for (const { path: at, port } of all) {
    if (!port.name) continue;
    const first = names.get(port.name);
    if (first === undefined) names.set(port.name, at.toString());
    else {
      warn(
        at,
        `duplicate port name ${goQuote(port.name)} with ${first}, services and probes that select ports by name will use ${first}`,
      );
    }
  }
}

function affinityWarnings(warn: Warn, affinity: api.PodAffinity | undefined, path: FieldPath): void {
  const hard = path.child('requiredDuringSchedulingIgnoredDuringExecution');
  for (const [i, term] of (affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    if (!term.labelSelector) warn(hard.index(i).child('labelSelector'), NULL_SELECTOR);
  }
  const soft = path.child('preferredDuringSchedulingIgnoredDuringExecution');
  for (const [i, term] of (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
    if (!term.podAffinityTerm?.labelSelector)
      warn(soft.index(i).child('podAffinityTerm', 'labelSelector'), NULL_SELECTOR);
  }
}

function annotationWarnings(warn: Warn, annotations: Labels, spec: api.PodSpec, path: FieldPath): void {
  for (const [key, text] of Object.entries(OLD_ANNOTATIONS))
    if (key in annotations) warn(path.key(key), text);
  const pod = 'seccomp.security.alpha.kubernetes.io/pod';
  if (pod in annotations && !spec.securityContext?.seccompProfile) warn(path.key(pod), USE_SECCOMP);
  visitContainers(spec, path, (container) => profileWarnings(warn, container, annotations, path));
}

/** Warnings about a Pod's or template's content; `parent` is where it stands (`spec.template`), undefined for a Pod. */
export function podSpecWarnings(
  spec: api.PodSpec,
  annotations: Labels | undefined,
  parent?: FieldPath,
): readonly string[] {
  const warnings: string[] = [];
  const warn: Warn = (path, text) => warnings.push(`${path.toString()}: ${text}`);
  const root = parent ?? fieldPath();
  const path = root.child('spec');
  selectorWarnings(warn, spec, path);
  if (spec.volumes) volumeWarnings(warn, spec, path);
  repeatedWarnings(warn, spec, path);
  for (const name of ['memory', 'ephemeral-storage']) {
    fractionalBytesWarning(warn, spec.overhead?.[name], path.child('overhead').key(name));
  }
  if (annotations) annotationWarnings(warn, annotations, spec, root.child('metadata', 'annotations'));
  visitContainers(spec, path, (container, at) => containerWarnings(warn, container, at));
  portWarnings(warn, spec, path);
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    warn(
      path.child('terminationGracePeriodSeconds'),
      'must be >= 0; negative values are invalid and will be treated as 1',
    );
  }
  affinityWarnings(warn, spec.affinity?.podAffinity, path.child('affinity', 'podAffinity'));
  affinityWarnings(warn, spec.affinity?.podAntiAffinity, path.child('affinity', 'podAntiAffinity'));
  return warnings;
}
