import type { Place } from '../../projections/pipeline/places.ts';
import type { Shown } from '../../projections/pipeline/places.ts';
import type { Selection } from '../../session/selection-store.ts';
import type { PartId } from './geometry/geometry.ts';

/** The order of the keyboard: along the drawing, from who asks to what runs. */
export const ORDER: readonly PartId[] = [
  'kubectl',
  'band',
  'etcd',
  'scheduler',
  'controllers',
  'left',
  'machine',
  'right',
  'kubelet',
  'containerd',
  'image',
  'registry',
  'sandbox',
  'pause',
  'containers',
  'bridge',
  'proxy',
];

/** The component that a part of the drawing stands for, as the trace names it. */
export function actorOf(part: PartId, { machine }: Shown): string | undefined {
  switch (part) {
    case 'kubectl':
      return 'kubectl';
    case 'scheduler':
      return 'kube-scheduler';
    case 'controllers':
      return 'kube-controller-manager';
    case 'band':
      return 'kube-apiserver';
    case 'etcd':
      return 'etcd';
    case 'kubelet':
      return `kubelet/${machine}`;
    case 'proxy':
      return `kube-proxy/${machine}`;
    case 'containerd':
    case 'image':
    case 'shim':
    case 'runc':
      return `containerd/${machine}`;
    case 'bridge':
      return `cni/${machine}`;
    case 'registry':
      return 'registry';
    default:
      return undefined;
  }
}

/** Whether a selection is this component. */
export function isSelected(selection: Selection, actor: string | undefined): boolean {
  return selection.kind === 'component' && selection.actor === actor;
}

/** Lines that are drawn above the opened machine, because they lie in it. */
export const INSIDE: ReadonlySet<Place | string> = new Set([
  'cri',
  'shim',
  'cni',
  'data',
  'pause',
  'runc',
  'eth0',
]);
