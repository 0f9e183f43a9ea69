import { goQuote } from '../../../../api/go-text.ts';
import { parseIntOrString } from '../../../../api/int-or-string.ts';
import { parseLabelSelector } from '../../../../api/label-selector.ts';
import { isDNS1123Subdomain, isPortName, isPortNumber } from '../../../../api/names.ts';
import type { Json, JsonObject } from '../../../../base/json.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { createMade, nameArgument } from './generator.ts';

type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';

/** `kubectl create service TYPE`. Models create_service.go (1.36). */
function service(type: ServiceType): (kube: Kube) => Task<number> {
  return function* (kube: Kube): Task<number> {
    const { flags } = kube;
    const name = nameArgument(kube);
    const pairs = flags.list('tcp');
    const clusterIP = type === 'ClusterIP' ? flags.text('clusterip') : '';
    if (clusterIP !== 'None' && pairs.length === 0 && type !== 'ExternalName')
      throw new CommandError('at least one tcp port specifier must be provided');
    const external = type === 'ExternalName' ? flags.text('external-name') : undefined;
    if (external !== undefined && isDNS1123Subdomain(external).length > 0)
      throw new CommandError(`invalid service external name ${external}`);
    const nodePort = type === 'NodePort' ? flags.number('node-port') : 0;
    const labels = { app: name };
    const spec: JsonObject = {
      ...(pairs.length === 0 ? {} : { ports: pairs.map((pair) => servicePort(pair, nodePort)) }),
      selector: labels,
      ...(clusterIP === '' ? {} : { clusterIP }),
      type,
      ...(external === undefined ? {} : { externalName: external }),
    };
    const object: JsonObject = {
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name, labels },
      spec,
      status: { loadBalancer: {} },
    };
    return yield* createMade(kube, { object, refusal: `failed to create ${type} service: ` });
  };
}

function servicePort(pair: string, nodePort: number): Json {
  const [first = '', second, ...rest] = pair.split(':');
  const port = portNumber(first);
  const target = rest.length === 0 ? second : [second, ...rest].join(':');
  const targetPort = target === undefined ? port : targetOf(target);
  return {
    name: pair.replace(/:/g, '-'),
    protocol: 'TCP',
    port,
    targetPort,
    ...(nodePort > 0 ? { nodePort } : {}),
  };
}

/** Models utils/net ParsePort. */
function portNumber(text: string): number {
  const quoted = `strconv.ParseUint: parsing ${goQuote(text)}: `;
  if (!/^\d+$/.test(text)) throw new CommandError(`${quoted}invalid syntax`);
  const port = Number(text);
  if (port > 65_535) throw new CommandError(`${quoted}value out of range`);
  return port;
}

/** A port's number or name. */
function targetOf(text: string): Json {
  const target = parseIntOrString(text);
  const errors = typeof target === 'number' ? isPortNumber(target) : isPortName(text);
  if (errors.length > 0) throw new CommandError(errors.join(','));
  return target;
}

export const createClusterIpService = service('ClusterIP');
export const createNodePortService = service('NodePort');
export const createLoadBalancerService = service('LoadBalancer');
export const createExternalNameService = service('ExternalName');

const RULE = /^(?<host>[^/]*)\/(?<path>[^=]*)=(?<service>[^:]+):(?<port>[^,]+)(?:,tls(?:=(?<secret>.*))?)?$/;

/** `kubectl create ingress`. Models create_ingress.go. */
export function* createIngress(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const rules = flags.list('rule');
  const fallback = flags.text('default-backend');
  if (rules.length === 0 && fallback === '')
    throw new CommandError(
      'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
    );
  const parsed = rules.map((rule) => {
    const groups = RULE.exec(rule)?.groups;
    if (groups === undefined)
      throw new CommandError(
        `rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
      );
    return { groups, tls: /,tls(=|$)/.test(rule) };
  });
  const hosts = new Map<string, Json[]>();
  for (const { groups } of parsed) {
    const host = groups['host'] ?? '';
    const path = groups['path'] ?? '';
    const prefix = path.endsWith('*');
    const paths = hosts.get(host) ?? [];
    paths.push({
      path: `/${prefix ? path.slice(0, -1) : path}`,
      pathType: prefix ? 'Prefix' : 'Exact',
      backend: backend(groups['service'] ?? '', groups['port'] ?? ''),
    });
    hosts.set(host, paths);
  }
  const tls = parsed
    .filter((one) => one.tls)
    .map(({ groups }) => ({
      hosts: groups['host'] === '' ? [] : [groups['host'] ?? ''],
      ...((groups['secret'] ?? '') === '' ? {} : { secretName: groups['secret'] ?? '' }),
    }));
  const annotations = Object.fromEntries(
    flags.list('annotation').map((pair) => pair.split('=') as [string, string]),
  );
  const className = flags.text('class');
  const [service = '', port = ''] = fallback.split(':');
  const object: JsonObject = {
    kind: 'Ingress',
    apiVersion: 'networking.k8s.io/v1',
    metadata: { name, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
    spec: {
      ...(className === '' ? {} : { ingressClassName: className }),
      ...(fallback === '' ? {} : { defaultBackend: backend(service, port) }),
      ...(tls.length === 0 ? {} : { tls }),
      ...(hosts.size === 0
        ? {}
        : {
            rules: [...hosts].map(([host, paths]) => ({ ...(host === '' ? {} : { host }), http: { paths } })),
          }),
    },
    status: { loadBalancer: {} },
  };
  return yield* createMade(kube, { object, refusal: 'failed to create ingress: ' });
}

function backend(name: string, port: string): Json {
  const number = Number(port);
  return { service: { name, port: Number.isInteger(number) && port !== '' ? { number } : { name: port } } };
}

/** `kubectl create poddisruptionbudget`. Models create_pdb.go. */
export function* createBudget(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const [min, max] = [flags.text('min-available'), flags.text('max-unavailable')];
  if (flags.text('selector') === '') throw new CommandError('a selector must be specified');
  if (min === '' && max === '')
    throw new CommandError('one of min-available or max-unavailable must be specified');
  if (min !== '' && max !== '')
    throw new CommandError('min-available and max-unavailable cannot be both specified');
  for (const [flag, text] of [
    ['min-available', min],
    ['max-unavailable', max],
  ] as const)
    if (text !== '' && !/^[0-9]+%?$/.test(text))
      throw new CommandError(`invalid format specified for ${flag}`);
  const selector = selectorOf(flags.text('selector'));
  const spec = {
    ...(min === '' ? {} : { minAvailable: parseIntOrString(min) }),
    selector,
    ...(max === '' ? {} : { maxUnavailable: parseIntOrString(max) }),
  };
  const status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  return yield* createMade(kube, {
    object: { kind: 'PodDisruptionBudget', apiVersion: 'policy/v1', metadata: { name }, spec, status },
    refusal: 'failed to create poddisruptionbudgets: ',
  });
}

const EXPRESSIONS: Readonly<Record<string, string>> = {
  in: 'In',
  notin: 'NotIn',
  '!=': 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};

/** Models metav1.ParseToLabelSelector. */
function selectorOf(text: string): JsonObject {
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new CommandError(parsed.error);
  const labels: Record<string, string> = {};
  const expressions: Json[] = [];
  for (const { key, operator, values } of parsed.value.requirements) {
    if (operator === '=' || operator === '==') labels[key] = values[0] ?? '';
    else
      expressions.push({
        key,
        operator: EXPRESSIONS[operator] ?? operator,
        ...(values.length === 0 ? {} : { values: [...values] }),
      });
  }
  return {
    ...(Object.keys(labels).length === 0 ? {} : { matchLabels: labels }),
    ...(expressions.length === 0 ? {} : { matchExpressions: expressions }),
  };
}

/** `kubectl create priorityclass`. Models create_priorityclass.go. */
export function* createPriorityClass(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const description = flags.text('description');
  const object: JsonObject = {
    kind: 'PriorityClass',
    apiVersion: 'scheduling.k8s.io/v1',
    metadata: { name },
    value: flags.number('value'),
    ...(flags.bool('global-default') ? { globalDefault: true } : {}),
    ...(description === '' ? {} : { description }),
    preemptionPolicy: flags.text('preemption-policy'),
  };
  return yield* createMade(kube, { object, refusal: 'failed to create priorityclass: ' });
}
