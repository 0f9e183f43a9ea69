import type { Service } from '../../../../api/generated/types.ts';
import { parseIntOrString } from '../../../../api/int-or-string.ts';
import type { Json, JsonObject } from '../../../../base/json.ts';
import { asList } from '../../../../base/json.ts';
import { resourceByKey } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { at, kindOf, labelsOf, withAt } from '../../object.ts';
import { structPrinter } from '../../printers/object-printer.ts';
import type { Info } from '../../resource/info.ts';
import { visit } from '../../resource/visit.ts';
import { wantedOf } from '../../resource/wanted.ts';
import { recorded } from '../record.ts';
import { dryRunOf, dryRunSuffix, writeOptions } from '../dry-run.ts';
import { containersOf } from '../set/pod-spec.ts';
import { overridden, pairs } from './run.ts';

const EXPOSABLE: ReadonlySet<string> = new Set([
  'replicationcontrollers',
  'services',
  'pods',
  'deployments.apps',
  'replicasets.apps',
]);
const SERVICES = present(resourceByKey('services'), 'services');

/** `kubectl expose`. Models kubectl/pkg/cmd/expose/expose.go (1.36). */
export function* expose(kube: Kube): Task<number> {
  const { flags } = kube;
  const dryRun = dryRunOf(kube);
  const wanted = { ...wantedOf(kube, kube.args, { labelSelector: '' }) };
  yield* visit(kube, wanted, { latest: true }, function* (info): Task {
    const object = recorded(kube, overridden(kube, serviceOf(kube, info)));
    const print = structPrinter(kube, `exposed${dryRunSuffix(dryRun)}`);
    if (dryRun === 'client') {
      kube.out(print(object));
      return;
    }
    const name = String(at(object, 'metadata', 'name'));
    const body = withAt(object, ['metadata', 'namespace'], kube.namespace);
    kube.out(
      print(
        yield* kube.api.create(
          { resource: SERVICES, namespace: kube.namespace, name },
          body,
          writeOptions(kube, dryRun, flags.text('field-manager')),
        ),
      ),
    );
  });
  return 0;
}

function serviceOf(kube: Kube, info: Info): JsonObject {
  const { flags } = kube;
  const { resource } = info;
  if (!EXPOSABLE.has(resource.key))
    throw new CommandError(
      `cannot expose a ${resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`}`,
    );
  const name = (flags.text('name') === '' ? info.name : flags.text('name')).slice(0, 63);
  const selector = flags.text('selector') === '' ? selectorFor(info) : pairs(flags.text('selector'));
  const ports = portsFor(kube, info);
  if (ports.length === 0) throw new CommandError("couldn't find port via --port flag or introspection");
  const labels = flags.text('labels') === '' ? labelsOf(info.object) : pairs(flags.text('labels'));
  const [type, clusterIP, affinity, externalIP, balancer] = [
    'type',
    'cluster-ip',
    'session-affinity',
    'external-ip',
    'load-balancer-ip',
  ].map((flag) => flags.text(flag)) as [string, string, string, string, string];
  const spec: JsonObject = {
    ports,
    selector,
    ...(clusterIP === '' ? {} : { clusterIP }),
    ...(type === '' ? {} : { type }),
    ...(externalIP === '' ? {} : { externalIPs: [externalIP] }),
    ...(affinity === '' ? {} : { sessionAffinity: affinity }),
    ...(balancer === '' || type !== 'LoadBalancer' ? {} : { loadBalancerIP: balancer }),
  };
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: {
      name,
      ...(kube.namespaceGiven ? { namespace: kube.namespace } : {}),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    },
    spec,
    status: { loadBalancer: {} },
  };
}

/** Models MapBasedSelectorForObject. */
function selectorFor({ object, resource }: Info): Record<string, string> {
  const missing = (why: string): CommandError =>
    new CommandError(`couldn't retrieve selectors via --selector flag or introspection: ${why}`);
  switch (resource.key) {
    case 'replicationcontrollers':
      return at(object, 'spec', 'selector') as Record<string, string>;
    case 'pods': {
      const labels = labelsOf(object);
      if (Object.keys(labels).length === 0) throw missing('the pod has no labels and cannot be exposed');
      return { ...labels };
    }
    case 'services': {
      const selector = (object as unknown as Service).spec?.selector ?? {};
      if (Object.keys(selector).length === 0) throw missing('the service has no pod selector set');
      return { ...selector };
    }
    default: {
      if (asList(at(object, 'spec', 'selector', 'matchExpressions')).length > 0)
        throw missing(`couldn't convert expressions - ${kindOf(object)}`);
      return at(object, 'spec', 'selector', 'matchLabels') as Record<string, string>;
    }
  }
}

function portsFor(kube: Kube, info: Info): Json[] {
  const { flags } = kube;
  const target = flags.text('target-port');
  const asked = flags.text('port');
  const declared = info.resource.key === 'services' ? servicePorts(info) : containerPorts(info);
  const numbers = asked === '' ? declared.map(({ port }) => port) : asked.split(',').map(Number);
  if (asked !== '' && numbers.some((port) => !Number.isInteger(port)))
    throw new CommandError(`strconv.Atoi: parsing ${JSON.stringify(asked)}: invalid syntax`);
  return numbers.map((port, place) => {
    const protocol =
      flags.text('protocol') === ''
        ? (declared.find((each) => each.port === port)?.protocol ?? 'TCP')
        : flags.text('protocol');
    return {
      ...(numbers.length > 1 ? { name: `port-${place + 1}` } : {}),
      protocol,
      port,
      targetPort: target === '' ? port : parseIntOrString(target),
    };
  });
}

interface Declared {
  readonly port: number;
  readonly protocol: string;
}

function servicePorts({ object }: Info): Declared[] {
  return ((object as unknown as Service).spec?.ports ?? []).map(({ port, protocol = 'TCP' }) => ({
    port,
    protocol,
  }));
}

function containerPorts({ object }: Info): Declared[] {
  const containers = containersOf(object, 'containers');
  return containers
    .flatMap(({ ports = [] }) => ports)
    .map(({ containerPort, protocol = 'TCP' }) => ({ port: containerPort, protocol }));
}
