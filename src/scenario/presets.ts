export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

/** What keeps Pods away from a machine, and how. */
export interface MachineTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: (typeof TAINT_EFFECTS)[number];
}

/** A machine of a preset or of a scenario's own; `cpu` and `memory` are its capacity. */
export interface PresetNode {
  readonly name: string;
  readonly controlPlane: boolean;
  /** Whether a control-plane node carries the usual NoSchedule taint. */
  readonly tainted: boolean;
  readonly cpu: string;
  readonly memory: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly extended: Readonly<Record<string, string>>;
  /** How many it runs at most; absent: the kubelet's default. */
  readonly pods?: number;
  readonly taints?: readonly MachineTaint[];
  readonly cordon?: boolean;
  /** Images that it has from the start. */
  readonly images?: readonly string[];
}

/** A ready-made cluster. */
export interface Preset {
  readonly nodes: readonly PresetNode[];
  /** kube-system as kubeadm makes it (static Pods of the control plane, CoreDNS, kube-proxy, CNI), or empty. */
  readonly kubeSystem: 'kubeadm' | 'none';
  /** Whether common images are on the nodes already, or each must be pulled once. */
  readonly images: 'present' | 'pulled';
}

const NONE: Readonly<Record<string, string>> = {};

function controlPlane(name: string, cpu: string, memory: string): PresetNode {
  return { name, controlPlane: true, tainted: true, cpu, memory, labels: NONE, extended: NONE };
}

function worker(name: string, cpu = '4', memory = '8Gi', extra: Partial<PresetNode> = {}): PresetNode {
  return { name, controlPlane: false, tainted: false, cpu, memory, labels: NONE, extended: NONE, ...extra };
}

function zoned(zone: string, name: string, extra: Partial<PresetNode> = {}): PresetNode {
  return worker(name, '4', '8Gi', {
    labels: { 'topology.kubernetes.io/region': 'sim', 'topology.kubernetes.io/zone': zone },
    ...extra,
  });
}

const GPU: Partial<PresetNode> = {
  labels: {
    'topology.kubernetes.io/region': 'sim',
    'topology.kubernetes.io/zone': 'zone-c',
    accelerator: 'gpu',
  },
  extended: { 'example.com/gpu': '2' },
};

const numbered = (count: number): PresetNode[] =>
  Array.from({ length: count }, (_, place) => worker(`worker-${place + 1}`));

/** The ready-made clusters. `recording` is the one the recordings were made on. */
export const PRESETS = {
  recording: {
    nodes: [
      controlPlane('control-plane', '2', '24684096Ki'),
      worker('worker-1', '2', '24684096Ki'),
      worker('worker-2', '2', '24684096Ki'),
    ],
    kubeSystem: 'none',
    images: 'present',
  },
  'kind-1': {
    nodes: [{ ...worker('kind-control-plane'), controlPlane: true }],
    kubeSystem: 'kubeadm',
    images: 'pulled',
  },
  'kind-3': {
    nodes: [controlPlane('control-plane', '4', '8Gi'), ...numbered(3)],
    kubeSystem: 'kubeadm',
    images: 'pulled',
  },
  'zones-3': {
    nodes: [
      controlPlane('control-plane', '4', '8Gi'),
      zoned('zone-a', 'worker-1'),
      zoned('zone-a', 'worker-2'),
      zoned('zone-b', 'worker-3'),
      zoned('zone-b', 'worker-4'),
      zoned('zone-c', 'worker-5'),
      zoned('zone-c', 'worker-6', GPU),
    ],
    kubeSystem: 'kubeadm',
    images: 'pulled',
  },
  'nodes-50': {
    nodes: [controlPlane('control-plane', '8', '16Gi'), ...numbered(50)],
    kubeSystem: 'kubeadm',
    images: 'pulled',
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;

export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name);
}

/** A preset, with a scenario's own machines in place of its workers. */
export function presetOf(name: PresetName, machines?: readonly PresetNode[]): Preset {
  const preset: Preset = PRESETS[name];
  return machines === undefined ? preset : { ...preset, nodes: [...controlPlanesOf(preset), ...machines] };
}

/** The machines of a preset that a scenario's own do not replace. */
export function controlPlanesOf({ nodes }: Preset): readonly PresetNode[] {
  return nodes.filter(({ controlPlane: runsIt }) => runsIt);
}
