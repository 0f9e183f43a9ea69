import type {
  Container,
  ContainerPort,
  ContainerState,
  ContainerStatus,
  EnvVar,
  Probe,
  ResourceRequirements,
} from '../../../api/generated/types.ts';
import { intOrStringText } from '../../../api/int-or-string.ts';
import { amountOf, canonicalText, ceilDivided } from './amounts.ts';
import { compareText } from '../../../base/compare.ts';
import { orNone, rfc1123, trueFalse } from './common.ts';
import type { DescribeWriter } from './writer.ts';

/** What a field reference of a Pod's environment says, when it can be told. */
export type FieldResolver = (path: string) => string;

export interface ContainersOptions {
  readonly statuses?: readonly ContainerStatus[];
  readonly resolve?: FieldResolver;
  /** Blanks before each line: '  ' in a template. */
  readonly space: string;
}

/** Models describeContainers. */
export function describeContainers(
  w: DescribeWriter,
  label: string,
  containers: readonly Container[],
  options: ContainersOptions,
): void {
  const { statuses = [], space, resolve } = options;
  w.write(0, `${space}${label}:${containers.length === 0 ? ' <none>' : ''}\n`);
  for (const container of containers) {
    const status = statuses.find(({ name }) => name === container.name);
    basicInfo(w, container, status, space);
    lines(w, 'Command', container.command);
    lines(w, 'Args', container.args);
    if (status !== undefined) state(w, status);
    describeResources(w, container.resources, 2);
    probes(w, container);
    envFrom(w, container);
    environment(w, container, resolve);
    mounts(w, container);
  }
}

function basicInfo(
  w: DescribeWriter,
  container: Container,
  status: ContainerStatus | undefined,
  space: string,
): void {
  w.write(1, `${space === '' ? '' : ' '}${container.name}:\n`);
  if (status !== undefined) w.field('Container ID', status.containerID ?? '', 2);
  w.field('Image', container.image ?? '', 2);
  if (status !== undefined) w.field('Image ID', status.imageID ?? '', 2);
  const ports = (container.ports ?? []).map((port) => portText(port, port.containerPort)).join(', ');
  const hostPorts = (container.ports ?? []).map((port) => portText(port, port.hostPort ?? 0)).join(', ');
  w.field(ports.includes(',') ? 'Ports' : 'Port', orNone(ports), 2);
  w.field(hostPorts.includes(',') ? 'Host Ports' : 'Host Port', orNone(hostPorts), 2);
  const profile = container.securityContext?.seccompProfile;
  if (profile !== undefined) {
    w.field('SeccompProfile', profile.type, 2);
    if (profile.type === 'Localhost') w.field('LocalhostProfile', profile.localhostProfile ?? '', 3);
  }
}

function portText({ protocol = 'TCP', name }: ContainerPort, port: number): string {
  return `${port}/${protocol}${name === undefined ? '' : ` (${name})`}`;
}

function lines(w: DescribeWriter, title: string, words: readonly string[] | undefined): void {
  if (words === undefined || words.length === 0) return;
  w.write(2, `${title}:\n`);
  for (const word of words) for (const line of word.split('\n')) w.write(3, `${line}\n`);
}

function state(w: DescribeWriter, status: ContainerStatus): void {
  stateOf(w, 'State', status.state ?? {});
  if (status.lastState?.terminated !== undefined) stateOf(w, 'Last State', status.lastState);
  w.field('Ready', trueFalse(status.ready), 2);
  w.field('Restart Count', status.restartCount, 2);
}

function stateOf(w: DescribeWriter, name: string, { running, waiting, terminated }: ContainerState): void {
  if (running !== undefined) {
    w.field(name, 'Running', 2);
    w.field('Started', rfc1123(running.startedAt), 3);
  } else if (terminated !== undefined) {
    w.field(name, 'Terminated', 2);
    if (filled(terminated.reason)) w.field('Reason', terminated.reason, 3);
    if (filled(terminated.message)) w.field('Message', terminated.message, 3);
    w.field('Exit Code', terminated.exitCode, 3);
    if ((terminated.signal ?? 0) > 0) w.field('Signal', terminated.signal ?? 0, 3);
    w.field('Started', rfc1123(terminated.startedAt), 3);
    w.field('Finished', rfc1123(terminated.finishedAt), 3);
  } else {
    w.field(name, 'Waiting', 2);
    if (filled(waiting?.reason)) w.field('Reason', waiting.reason, 3);
  }
}

function filled(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** Limits and requests, names sorted. */
export function describeResources(
  w: DescribeWriter,
  resources: ResourceRequirements | undefined,
  level: number,
): void {
  for (const [title, list] of [
    ['Limits', resources?.limits],
    ['Requests', resources?.requests],
  ] as const) {
    const names = Object.keys(list ?? {}).sort();
    if (names.length > 0) w.write(level, `${title}:\n`);
    for (const name of names) w.field(name, canonicalText(amountOf(list?.[name] ?? '0')), level + 1);
  }
}

function probes(w: DescribeWriter, container: Container): void {
  if (container.livenessProbe !== undefined) w.field('Liveness', probeText(container.livenessProbe), 2);
  if (container.readinessProbe !== undefined) w.field('Readiness', probeText(container.readinessProbe), 2);
  if (container.startupProbe !== undefined) w.field('Startup', probeText(container.startupProbe), 2);
}

/** Models DescribeProbe. */
export function probeText(probe: Probe): string {
  const attributes = `delay=${probe.initialDelaySeconds ?? 0}s timeout=${probe.timeoutSeconds ?? 0}s period=${probe.periodSeconds ?? 0}s #success=${probe.successThreshold ?? 0} #failure=${probe.failureThreshold ?? 0}`;
  if (probe.exec !== undefined) return `exec [${(probe.exec.command ?? []).join(' ')}] ${attributes}`;
  if (probe.httpGet !== undefined) {
    const { scheme = '', host = '', port, path = '' } = probe.httpGet;
    return `http-get ${scheme.toLowerCase()}://${host}:${intOrStringText(port)}${urlPath(path)} ${attributes}`;
  }
  if (probe.tcpSocket !== undefined)
    return `tcp-socket ${probe.tcpSocket.host ?? ''}:${intOrStringText(probe.tcpSocket.port)} ${attributes}`;
  if (probe.grpc !== undefined)
    return `grpc <pod>:${probe.grpc.port} ${probe.grpc.service ?? ''} ${attributes}`;
  return `unknown ${attributes}`;
}

/** Go's URL.Path in a URL: begins with a slash when there is a host, `?` and blanks escaped. */
function urlPath(path: string): string {
  if (path === '') return '';
  const escaped = path.replace(
    /[ ?#%<>"{}|\\^`]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return escaped.startsWith('/') ? escaped : `/${escaped}`;
}

function envFrom(w: DescribeWriter, container: Container): void {
  const sources = container.envFrom ?? [];
  if (sources.length === 0) return;
  w.write(2, 'Environment Variables from:\n');
  for (const { configMapRef, secretRef, prefix = '' } of sources) {
    const ref = configMapRef ?? secretRef;
    const from = configMapRef === undefined ? (secretRef === undefined ? '' : 'Secret') : 'ConfigMap';
    const withPrefix = prefix === '' ? '' : ` with prefix '${prefix}'`;
    w.write(3, `${ref?.name ?? ''}\t${from}${withPrefix}\tOptional: ${ref?.optional === true}\n`);
  }
}

function environment(w: DescribeWriter, container: Container, resolve: FieldResolver | undefined): void {
  const env = container.env ?? [];
  w.write(2, env.length === 0 ? 'Environment:\t<none>\n' : 'Environment:\n');
  for (const variable of env) {
    if (variable.valueFrom === undefined) {
      for (const [at, line] of (variable.value ?? '').split('\n').entries())
        w.write(3, `${at === 0 ? `${variable.name}:` : ''}\t${line}\n`);
    } else sourced(w, variable, container, resolve);
  }
}

function sourced(
  w: DescribeWriter,
  { name, valueFrom }: EnvVar,
  container: Container,
  resolve: FieldResolver | undefined,
): void {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = valueFrom ?? {};
  if (fieldRef !== undefined)
    w.write(
      3,
      `${name}:\t${resolve?.(fieldRef.fieldPath) ?? ''} (${fieldRef.apiVersion ?? 'v1'}:${fieldRef.fieldPath})\n`,
    );
  else if (resourceFieldRef !== undefined) {
    const { resource } = resourceFieldRef;
    const value = resourceValue(container, resource, resourceFieldRef.divisor);
    const limit =
      value === '0' && (resource === 'limits.cpu' || resource === 'limits.memory')
        ? 'node allocatable'
        : value;
    w.write(3, `${name}:\t${limit} (${resource})\n`);
  } else if (secretKeyRef !== undefined) {
    w.write(
      3,
      `${name}:\t<set to the key '${secretKeyRef.key}' in secret '${secretKeyRef.name ?? ''}'>\tOptional: ${secretKeyRef.optional === true}\n`,
    );
  } else if (configMapKeyRef !== undefined) {
    w.write(
      3,
      `${name}:\t<set to the key '${configMapKeyRef.key}' of config map '${configMapKeyRef.name ?? ''}'>\tOptional: ${configMapKeyRef.optional === true}\n`,
    );
  }
}

/** Models resource.ExtractContainerResourceValue: the quantity in units of the divisor, rounded up. */
function resourceValue({ resources }: Container, resource: string, divisor: string | undefined): string {
  const [kind = '', ...rest] = resource.split('.');
  const list = kind === 'limits' ? resources?.limits : resources?.requests;
  return ceilDivided(list?.[rest.join('.')] ?? '0', divisor === undefined || divisor === '0' ? '1' : divisor);
}

function mounts(w: DescribeWriter, container: Container): void {
  const all = [...(container.volumeMounts ?? [])].sort((a, b) => compareText(a.mountPath, b.mountPath));
  w.write(2, all.length === 0 ? 'Mounts:\t<none>\n' : 'Mounts:\n');
  for (const { mountPath, name, readOnly, subPath = '' } of all) {
    const flags = [readOnly === true ? 'ro' : 'rw', ...(subPath === '' ? [] : [`path="${subPath}"`])];
    w.write(3, `${mountPath} from ${name} (${flags.join(',')})\n`);
  }
  const devices = [...(container.volumeDevices ?? [])].sort((a, b) =>
    compareText(a.devicePath, b.devicePath),
  );
  if (devices.length > 0) w.write(2, all.length === 0 ? 'Devices:\t<none>\n' : 'Devices:\n');
  for (const { devicePath, name } of devices) w.write(3, `${devicePath} from ${name}\n`);
}
