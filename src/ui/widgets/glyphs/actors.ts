/** Who acts. A hue, a glyph and a name: never a hue alone. */
export type ActorRole =
  | 'kubectl'
  | 'apiserver'
  | 'etcd'
  | 'scheduler'
  | 'controller'
  | 'kubelet'
  | 'runtime'
  | 'cni'
  | 'proxy'
  | 'outside';

/** The CSS colour of an actor: `var(--actor-kubelet)`. */
export function actorHue(role: ActorRole): string {
  return `var(--actor-${role})`;
}

/** Path data on a 16 × 16 grid: lines to stroke, and areas to fill. Also for `Path2D` on a canvas. */
export interface Shape {
  readonly stroke?: string;
  readonly fill?: string;
}

/** A circle as path data. */
const ring = (cx: number, cy: number, r: number): string =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

export const ACTOR_SHAPES: Readonly<Record<ActorRole, Shape>> = {
  kubectl: { stroke: 'M3 4.5l4 3.5-4 3.5M8.5 12h4.5' },
  apiserver: { stroke: `M1.5 8h13M8 1.5v3.3M8 11.2v3.3${ring(8, 8, 3.2)}` },
  etcd: {
    stroke:
      'M2.8 3.8a5.2 2 0 1 0 10.4 0a5.2 2 0 1 0 -10.4 0M2.8 3.8v8.4c0 1.1 2.3 2 5.2 2s5.2-.9 5.2-2V3.8M2.8 8c0 1.1 2.3 2 5.2 2s5.2-.9 5.2-2',
  },
  scheduler: { stroke: `M2.5 3h11M2.5 8h7M2.5 13h4${ring(12.5, 10.5, 1.8)}`, fill: ring(12.5, 10.5, 1.8) },
  controller: {
    stroke: 'M13.2 6.2A5.4 5.4 0 0 0 3.6 5M2.8 9.8A5.4 5.4 0 0 0 12.4 11M3.4 2.2v2.9h2.9M12.6 13.8v-2.9H9.7',
  },
  kubelet: { stroke: 'M2.5 6L8 2l5.5 4v7.5h-11zM6 13.5V9h4v4.5' },
  runtime: { stroke: 'M8 1.8l5.6 3.1v6.2L8 14.2 2.4 11.1V4.9zM2.4 4.9L8 8l5.6-3.1M8 8v6.2' },
  cni: {
    stroke: `${ring(3.5, 8, 2)}${ring(12.5, 3.8, 2)}${ring(12.5, 12.2, 2)}M5.4 7.2l5.2-2.5M5.4 8.8l5.2 2.5`,
  },
  proxy: {
    stroke:
      'M1.5 8H6c2.5 0 2.5-4.5 5-4.5h3M6 8c2.5 0 2.5 4.5 5 4.5h3M12.2 1.6l2 1.9-2 1.9M12.2 10.6l2 1.9-2 1.9',
  },
  outside: { stroke: 'M4.5 12.5a3 3 0 0 1-.3-6A4 4 0 0 1 12 6.6a2.9 2.9 0 0 1-.4 5.9z' },
};

/** The role of a trace actor: `kubelet/worker-1` is a kubelet, `deployment-controller` a controller, `containerd-shim` the runtime. */
export function roleOf(actor: string): ActorRole {
  const name = actor.split('/')[0] ?? actor;
  if (Object.hasOwn(ACTOR_SHAPES, name)) return name as ActorRole;
  if (name === 'kube-apiserver') return 'apiserver';
  if (name === 'kube-scheduler') return 'scheduler';
  if (name === 'kube-proxy') return 'proxy';
  if (name.includes('controller')) return 'controller';
  if (name.startsWith('containerd') || name === 'runc' || name.startsWith('shim')) return 'runtime';
  return 'outside';
}
