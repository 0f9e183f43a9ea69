import type {
  Affinity,
  Namespace,
  Node,
  Pod,
  PodAffinityTerm,
  Service,
  Taint,
  Toleration,
} from '../../../api/generated/types.ts';
import { type Random, randomStream } from '../../../base/rng.ts';
import type { World } from '../explain/world.ts';
import { makeNode, makePod } from '../load/make.ts';

const ZONES = ['a', 'b', 'c'];
const TOPOLOGY_KEYS = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'rack'];
const APPS = ['web', 'db', 'cache'];
const TIERS = ['front', 'back'];
const IMAGES = ['registry.k8s.io/pause', 'docker.io/library/nginx:1.25', 'docker.io/library/redis:7'];
const CPU = ['0', '100m', '250m', '333m', '1', '1.5', '0.1'];
const MEMORY = ['0', '64Mi', '200Mi', '1Gi', '1500M', '0.5Gi'];

/** Chance in the words a generator needs. */
export class Dice {
  readonly random: Random;

  constructor(seed: number) {
    this.random = randomStream(seed, 'random-world');
  }

  maybe(probability: number): boolean {
    return this.random.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return this.random.pick(items);
  }

  some<T>(items: readonly T[], probability: number): T[] {
    return items.filter(() => this.maybe(probability));
  }

  list<T>(most: number, make: (i: number) => T): T[] {
    return Array.from({ length: this.random.int(most + 1) }, (_, i) => make(i));
  }
}

function taints(dice: Dice): Taint[] {
  const effects = ['NoSchedule', 'NoExecute', 'PreferNoSchedule', 'PreferNoSchedule'] as const;
  return dice.list(2, (i) => ({
    key: dice.pick(['dedicated', 'gpu', `t${i}`]),
    value: dice.pick(['x', 'y']),
    effect: dice.pick(effects),
  }));
}

function tolerations(dice: Dice): Toleration[] {
  return dice.list(2, () => {
    const effect = dice.pick(['NoSchedule', 'NoExecute', 'PreferNoSchedule', undefined] as const);
    const operator = dice.pick(['Exists', 'Equal'] as const);
    const key = dice.pick(['dedicated', 'gpu', 't0', 'node.kubernetes.io/unschedulable']);
    const value = operator === 'Equal' ? { value: dice.pick(['x', 'y']) } : {};
    return { key, operator, ...value, ...(effect === undefined ? {} : { effect }) };
  });
}

function randomNode(dice: Dice, i: number): Node {
  const zone: Record<string, string> = dice.maybe(0.8)
    ? { 'topology.kubernetes.io/zone': dice.pick(ZONES) }
    : {};
  const rack: Record<string, string> = dice.maybe(0.6) ? { rack: dice.pick(['r1', 'r2']) } : {};
  const disk: Record<string, string> = dice.maybe(0.5)
    ? { disk: dice.pick(['ssd', 'hdd']), cores: dice.pick(['4', '8', 'many']) }
    : {};
  const images = dice.some(IMAGES, 0.4).map((name) => ({
    names: [name.includes(':') ? name : `${name}:latest`],
    sizeBytes: [30_000_000, 190_000_000, 1_500_000_000][IMAGES.indexOf(name)] ?? 0,
  }));
  return makeNode(`n${i}`, {
    cpu: dice.pick(['1', '2', '4', '3900m']),
    memory: dice.pick(['1Gi', '4Gi', '7900Mi']),
    pods: dice.pick(['3', '5', '110']),
    labels: { ...zone, ...rack, ...disk },
    allocatable: dice.maybe(0.3) ? { 'example.com/gpu': dice.pick(['1', '2']) } : {},
    spec: {
      ...(dice.maybe(0.4) ? { taints: taints(dice) } : {}),
      ...(dice.maybe(0.1) ? { unschedulable: true } : {}),
    },
    images,
  });
}

function selectorOf(dice: Dice): PodAffinityTerm['labelSelector'] {
  if (dice.maybe(0.1)) return {};
  if (dice.maybe(0.5)) return { matchLabels: { app: dice.pick(APPS) } };
  const operator = dice.pick(['In', 'NotIn', 'Exists'] as const);
  return {
    matchExpressions: [
      {
        key: 'app',
        operator,
        ...(operator === 'Exists' ? {} : { values: dice.some(APPS, 0.5).concat('web') }),
      },
    ],
  };
}

function term(dice: Dice): PodAffinityTerm {
  const namespaces = dice.maybe(0.2) ? { namespaces: [dice.pick(['default', 'other'])] } : {};
  const byLabel = dice.maybe(0.2)
    ? { namespaceSelector: dice.maybe(0.3) ? {} : { matchLabels: { team: 'x' } } }
    : {};
  const labelSelector = dice.maybe(0.95) ? { labelSelector: selectorOf(dice) } : {};
  return {
    topologyKey: dice.pick(TOPOLOGY_KEYS),
    ...labelSelector,
    ...namespaces,
    ...byLabel,
  };
}

function affinityOf(dice: Dice): Affinity | undefined {
  const side = () => ({
    ...(dice.maybe(0.5)
      ? { requiredDuringSchedulingIgnoredDuringExecution: [term(dice), ...dice.list(1, () => term(dice))] }
      : {}),
    ...(dice.maybe(0.5)
      ? {
          preferredDuringSchedulingIgnoredDuringExecution: dice.list(2, () => ({
            weight: 1 + dice.random.int(100),
            podAffinityTerm: term(dice),
          })),
        }
      : {}),
  });
  const requirement = () =>
    dice.pick([
      { key: 'disk', operator: 'In', values: ['ssd'] },
      { key: 'disk', operator: 'NotIn', values: ['hdd'] },
      { key: 'cores', operator: 'Gt', values: ['5'] },
      { key: 'rack', operator: 'Exists' },
      { key: 'topology.kubernetes.io/zone', operator: 'DoesNotExist' },
    ] as const);
  const affinity: Affinity = {
    ...(dice.maybe(0.3) ? { podAffinity: side() } : {}),
    ...(dice.maybe(0.4) ? { podAntiAffinity: side() } : {}),
    ...(dice.maybe(0.4)
      ? {
          nodeAffinity: {
            ...(dice.maybe(0.4)
              ? {
                  requiredDuringSchedulingIgnoredDuringExecution: {
                    nodeSelectorTerms: [
                      { matchExpressions: [requirement()] },
                      ...dice.list(1, () => ({ matchExpressions: [requirement()] })),
                    ],
                  },
                }
              : {}),
            preferredDuringSchedulingIgnoredDuringExecution: dice.list(3, () => ({
              weight: 1 + dice.random.int(100),
              preference: { matchExpressions: [requirement()] },
            })),
          },
        }
      : {}),
  };
  return Object.keys(affinity).length === 0 ? undefined : affinity;
}

/** A Pod of any shape; bound when `node` is given. */
function randomPod(dice: Dice, name: string, node?: string): Pod {
  const affinity = dice.maybe(0.5) ? affinityOf(dice) : undefined;
  const container = (at: number) => ({
    name: `c${at}`,
    image: dice.pick(IMAGES),
    ...(dice.maybe(0.7)
      ? {
          resources: {
            requests: {
              ...(dice.maybe(0.8) ? { cpu: dice.pick(CPU) } : {}),
              ...(dice.maybe(0.8) ? { memory: dice.pick(MEMORY) } : {}),
              ...(dice.maybe(0.1) ? { 'example.com/gpu': '1' } : {}),
            },
          },
        }
      : {}),
    ...(dice.maybe(0.15)
      ? {
          ports: [
            {
              containerPort: 80,
              hostPort: dice.pick([80, 443]),
              protocol: dice.pick(['TCP', 'TCP', 'UDP'] as const),
              ...(dice.maybe(0.3) ? { hostIP: dice.pick(['127.0.0.1', '10.0.0.1']) } : {}),
            },
          ],
        }
      : {}),
  });
  const spread = dice.list(2, () => ({
    topologyKey: dice.pick(TOPOLOGY_KEYS),
    maxSkew: 1 + dice.random.int(2),
    whenUnsatisfiable: dice.pick(['DoNotSchedule', 'ScheduleAnyway'] as const),
    labelSelector: selectorOf(dice),
    ...(dice.maybe(0.3) ? { matchLabelKeys: ['tier'] } : {}),
    ...(dice.maybe(0.2) ? { minDomains: 1 + dice.random.int(4) } : {}),
    ...(dice.maybe(0.3) ? { nodeTaintsPolicy: dice.pick(['Honor', 'Ignore'] as const) } : {}),
    ...(dice.maybe(0.3) ? { nodeAffinityPolicy: dice.pick(['Honor', 'Ignore'] as const) } : {}),
  }));
  return makePod(name, {
    namespace: dice.pick(['default', 'default', 'other']),
    ...(node === undefined ? {} : { node }),
    labels: { app: dice.pick(APPS), ...(dice.maybe(0.5) ? { tier: dice.pick(TIERS) } : {}) },
    spec: {
      containers: [container(0), ...dice.list(1, (i) => container(i + 1))],
      ...(dice.maybe(0.2)
        ? {
            initContainers: [
              { ...container(7), ...(dice.maybe(0.5) ? { restartPolicy: 'Always' as const } : {}) },
            ],
          }
        : {}),
      ...(dice.maybe(0.1) ? { overhead: { cpu: '50m', memory: '10Mi' } } : {}),
      ...(dice.maybe(0.15) ? { nodeSelector: { disk: 'ssd' } } : {}),
      ...(dice.maybe(0.5) ? { tolerations: tolerations(dice) } : {}),
      ...(affinity === undefined ? {} : { affinity }),
      ...(dice.maybe(0.4) && spread.length > 0 ? { topologySpreadConstraints: spread } : {}),
    },
    metadata: dice.maybe(0.1) ? { deletionTimestamp: '2026-11-30T09:00:00Z' } : {},
  });
}

/** The Pod with its place said: the name of a node, or terms that name some, as a DaemonSet's Pods have. */
function placed(dice: Dice, pod: Pod, nodes: readonly Node[]): Pod {
  const name = (): string => dice.pick(nodes).metadata.name;
  if (dice.maybe(0.3)) return { ...pod, spec: { ...pod.spec, nodeName: name() } };
  const term = () => ({
    matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name()] }],
    ...(dice.maybe(0.3) ? { matchExpressions: [{ key: 'rack', operator: 'Exists' as const }] } : {}),
  });
  const nodeAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term(), ...dice.list(1, term)] },
  };
  return { ...pod, spec: { ...pod.spec, affinity: { ...pod.spec.affinity, nodeAffinity } } };
}

export interface RandomCase {
  readonly world: World;
  readonly pod: Pod;
  readonly dice: Dice;
}

/** A small cluster and a Pod that wants in; the same seed, the same case. */
export function randomCase(seed: number): RandomCase {
  const dice = new Dice(seed);
  const nodes = Array.from({ length: 1 + dice.random.int(7) }, (_, i) => randomNode(dice, i));
  const pods = dice.list(10, (i) => randomPod(dice, `p${i}`, dice.pick(nodes).metadata.name));
  const namespace = (name: string, labels: Record<string, string>): Namespace =>
    ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, uid: name, labels } }) as Namespace;
  const service = (name: string, selector: Record<string, string>): Service => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default', uid: name },
    spec: { selector },
  });
  const services = dice.maybe(0.5)
    ? [service('s1', { app: dice.pick(APPS) }), service('s2', { tier: 'front' })]
    : [];
  const incoming = {
    ...randomPod(dice, 'incoming'),
    metadata: { ...randomPod(dice, 'incoming').metadata, name: 'incoming' },
  };
  return {
    world: {
      nodes,
      pods,
      services,
      namespaces: [namespace('default', {}), namespace('other', { team: 'x' })],
    },
    pod: dice.maybe(0.1) ? placed(dice, incoming, nodes) : incoming,
    dice,
  };
}

export { randomPod };
