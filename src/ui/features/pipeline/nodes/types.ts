import type { Node } from '@xyflow/react';
import type { ReactNode } from 'react';
import type {
  Band,
  ContainerBox,
  Machine,
  NodeTile,
  PipelineView,
  SandboxView,
} from '../../../projections/pipeline/view.ts';
import type { Role } from '../../../projections/actors.ts';
import type { ComponentKind, ComponentState } from '../../../widgets/drawing/component-box.tsx';
import type { Geometry, PartId } from '../geometry/geometry.ts';

/** What a component of the drawing is given: what it shows, and nothing of how React Flow keeps it. */
export interface Shown<T extends Pick<Node, 'data'>> {
  readonly data: T['data'];
}

/** What every part of the drawing is given. */
interface Common extends Record<string, unknown> {
  readonly part: PartId;
  readonly geometry: Geometry;
  readonly selected: boolean;
  readonly open: () => void;
  readonly enter?: () => void;
  readonly label: string;
}

export type ComponentNode = Node<
  Common & {
    readonly role: Role;
    readonly name: string;
    readonly detail: string | undefined;
    readonly state: ComponentState;
    readonly kind: ComponentKind;
    readonly glyph?: ReactNode;
  },
  'component'
>;
export type BandNode = Node<Common & { readonly band: Band }, 'band'>;
export type EtcdNode = Node<Common & { readonly etcd: PipelineView['etcd'] }, 'etcd'>;
export type MachineNode = Node<
  Common & {
    readonly machine: Pick<Machine, 'name' | 'state' | 'cordoned' | 'off'>;
    readonly residents: Machine['others'];
  },
  'machine'
>;
export type TileNode = Node<Common & { readonly tile: NodeTile; readonly more: number }, 'tile'>;
export type ImageNode = Node<Common & { readonly image: Machine['image'] }, 'image'>;
export type SandboxNode = Node<Common & { readonly sandbox: SandboxView | undefined }, 'sandbox'>;
export type SmallNode = Node<Common & { readonly ghost: boolean; readonly words: string }, 'small'>;
export type PauseNode = Node<Common & { readonly pause: SandboxView['pause'] }, 'pause'>;
export type ContainersNode = Node<
  Common & {
    readonly containers: readonly ContainerBox[];
    readonly more: number;
    readonly chosen: string | undefined;
    readonly openContainer: (name: string) => void;
  },
  'containers'
>;
export type BridgeNode = Node<
  Common & { readonly bridge: Machine['bridge']; readonly ip: string | undefined },
  'bridge'
>;

export type PartNode =
  | ComponentNode
  | BandNode
  | EtcdNode
  | MachineNode
  | TileNode
  | ImageNode
  | SandboxNode
  | SmallNode
  | PauseNode
  | ContainersNode
  | BridgeNode;
