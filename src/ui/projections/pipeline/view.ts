import type { ObjectRef } from '../../../api/object.ts';
import type { Role } from '../actors.ts';
import type { Standing } from '../pod-state.ts';
import type { Place, Shown } from './places.ts';

/** Where a component stands at the present record. */
export type CardState = 'idle' | 'acted' | 'acting' | 'stuck' | 'unreached' | 'cut' | 'stopped' | 'updating';

/** A component and what it is doing, in words. */
export interface Card {
  readonly state: CardState;
  readonly detail: string;
}

export type GateId = 'authn' | 'authz' | 'mutating' | 'validation' | 'validating';
export type Verdict = 'idle' | 'passing' | 'passed' | 'mutated' | 'refused' | 'skipped';

export interface Gate {
  readonly id: GateId;
  readonly verdict: Verdict;
  /** Fields it filled in. */
  readonly fields: number;
  /** The request was refused on the way to this gate: its body could not be decoded. */
  readonly before?: 'decoding';
}

/** The API server's band: the request in hand and its way through the gates. */
export interface Band {
  readonly card: Card;
  /** `last request: PATCH pods/nginx/status from kubelet worker-2`, or that nothing happens. */
  readonly words: string;
  readonly code: number | undefined;
  readonly gates: readonly Gate[];
  /** The request's write is in etcd. */
  readonly stored: boolean;
  readonly watches: string;
}

export type NodeState = 'ready' | 'notReady' | 'unknown';

export interface PodDot {
  readonly ref: ObjectRef;
  readonly standing: Standing;
}

/** A machine as far as every level shows it. */
export interface NodeSummary {
  readonly name: string;
  readonly state: NodeState;
  readonly cordoned: boolean;
  readonly controlPlane: boolean;
  /** It has no power; the API may not have noticed. */
  readonly off: boolean;
  readonly pods: readonly PodDot[];
}

/** A machine drawn as a tile: its kubelet, its Pods as dots. */
export interface NodeTile extends NodeSummary {
  readonly kubelet: CardState;
  /** Its kubelet's watch filtered the event of the story's Pod out. */
  readonly unreached: boolean;
}

export interface ImageView {
  /** As its author wrote it. */
  readonly image: string;
  readonly state: 'absent' | 'pulling' | 'present' | 'failed';
  /** 0 to 1, layer by layer; empty while no layer is known. */
  readonly shares: readonly number[];
  readonly share: number;
}

export type BoxState =
  | 'ghost'
  | 'created'
  | 'running'
  | 'ready'
  | 'waiting'
  | 'succeeded'
  | 'failed'
  | 'terminating';

/** A container in its sandbox. */
export interface ContainerBox {
  readonly name: string;
  readonly state: BoxState;
  readonly stuck: boolean;
  /** At most two lines. */
  readonly lines: readonly string[];
}

export interface SandboxView {
  readonly pod: ObjectRef;
  readonly state: 'ghost' | 'up' | 'gone';
  readonly pause: { readonly state: 'ghost' | 'running' | 'gone'; readonly words: string };
  readonly shim: boolean;
  readonly runc: boolean;
  readonly containers: readonly ContainerBox[];
  /** Containers that found no room. */
  readonly more: number;
  readonly ip: string | undefined;
}

/** The machine of the story's Pod, opened. */
export interface Machine extends NodeSummary {
  readonly kubelet: Card;
  readonly proxy: Card;
  readonly containerd: Card;
  readonly image: ImageView | undefined;
  readonly registry: { readonly host: string; readonly state: CardState };
  readonly sandbox: SandboxView | undefined;
  readonly bridge: {
    readonly name: string;
    readonly cidr: string | undefined;
    /** The Pod's address was taken back: it had one. */
    readonly released: boolean;
    /** Its machine has no power. */
    readonly off: boolean;
    readonly state: CardState;
  };
  /** Pods of the node other than the story's. */
  readonly others: readonly PodDot[];
}

/** A line of the drawing: which one, on whose behalf, in which state. */
export interface EdgeView {
  readonly line: Place;
  readonly role: Role;
  readonly tone: 'idle' | 'trail' | 'active' | 'cut';
  /** Its number in the trail. */
  readonly n: number | undefined;
  readonly now: boolean;
  readonly label: string;
}

/** Everything the Pipeline level draws, apart from what moves between two records. */
export interface PipelineView {
  readonly subject: ObjectRef | undefined;
  readonly shown: Shown;
  readonly kubectl: Card;
  readonly scheduler: Card;
  readonly controllers: Card;
  readonly band: Band;
  readonly etcd: Card & { readonly rev: number };
  readonly machine: Machine | undefined;
  readonly left: NodeTile | undefined;
  readonly right: NodeTile | undefined;
  /** Nodes that found no room, with their Pods. */
  readonly moreNodes: number;
  readonly edges: ReadonlyMap<string, EdgeView>;
}
