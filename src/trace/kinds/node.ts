import type { ObjectRef } from '../../api/object.ts';
import type { Seq } from '../ids.ts';

/** What happens on a node. The record's actor names the component and its node. */
export interface NodeKinds {
  /** A CRI call leaves the kubelet. `method` is the CRI's own name. */
  'cri.call': {
    readonly method: string;
    readonly node: string;
    readonly pod?: ObjectRef;
    readonly container?: string;
    readonly attempt?: number;
    readonly image?: string;
    readonly timeoutSeconds?: number;
  };
  'cri.return': { readonly call: Seq; readonly error?: string };
  /** One layer of a pull: bytes so far of its size. */
  'image.layer': {
    readonly node: string;
    readonly image: string;
    readonly layer: string;
    readonly bytes: number;
    readonly size: number;
  };
  /** containerd runs a CNI plugin for a sandbox. `result` is the plugin's own JSON. */
  'cni.call': {
    readonly node: string;
    readonly pod: ObjectRef;
    readonly command: 'ADD' | 'DEL';
    readonly sandbox: string;
  };
  'cni.return': { readonly call: Seq; readonly result?: unknown; readonly error?: string };
  /** containerd has made a container: `spec` is the runtime's config.json as far as it is modelled. */
  'container.config': {
    readonly node: string;
    readonly pod: ObjectRef;
    readonly container: string;
    readonly id: string;
    /** How much is known of the image's program: a known one, told by the scenario, or nobody's: it acts as a plain server. */
    readonly program: 'catalogue' | 'scenario' | 'guessed';
    /** What ends it gently: the image's STOPSIGNAL, or the one that is usual. */
    readonly stopSignal?: string;
    readonly spec: unknown;
  };
  /** The memory of a container's cgroup has changed by a part worth telling. */
  'cgroup.memory': {
    readonly node: string;
    readonly pod: ObjectRef;
    readonly container: string;
    readonly bytes: number;
    /** Absent: no limit of its own. */
    readonly limitBytes?: number;
  };
  'process.start': {
    readonly node: string;
    readonly pod: ObjectRef;
    /** '' is the sandbox's pause process. */
    readonly container: string;
    readonly pid: number;
    /** Pid inside the container's pid namespace. */
    readonly nsPid: number;
    readonly argv: readonly string[];
    /** Started by another process of the container, not by the runtime. */
    readonly child?: boolean;
  };
  'process.exit': {
    readonly node: string;
    readonly pod: ObjectRef;
    readonly container: string;
    readonly pid: number;
    readonly nsPid: number;
    readonly code: number;
    readonly signal?: string;
    readonly oom?: boolean;
    readonly child?: boolean;
  };
  signal: {
    readonly node: string;
    readonly pod: ObjectRef;
    readonly container: string;
    readonly pid: number;
    readonly nsPid: number;
    readonly signal: string;
    /** What the process did of it: it had a handler, its default ended it, or it took no notice. */
    readonly effect: 'handled' | 'ended' | 'ignored';
  };
  'probe.result': {
    readonly pod: ObjectRef;
    readonly container: string;
    readonly probe: 'startup' | 'readiness' | 'liveness';
    readonly result: 'success' | 'failure' | 'unknown';
    readonly output: string;
    /** Results of this kind in a row, against the threshold that makes them count. */
    readonly run: number;
    readonly threshold: number;
  };
  /** A back-off began: `untilUs` is virtual time. */
  backoff: {
    readonly pod: ObjectRef;
    readonly container: string;
    readonly why: 'crash' | 'image' | 'mount';
    readonly delayUs: number;
    readonly untilUs: number;
  };
}
