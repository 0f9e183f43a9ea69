/** The parts of the cluster that can be stopped, slowed and started again. */
export const COMPONENTS = [
  'etcd',
  'kube-apiserver',
  'kube-scheduler',
  'kube-controller-manager',
  'coredns',
  'kubelet',
  'containerd',
  'kube-proxy',
] as const;
export type ComponentName = (typeof COMPONENTS)[number];

/** Those that run on every node: a fault may name one. */
export const NODE_COMPONENTS: readonly ComponentName[] = ['kubelet', 'containerd', 'kube-proxy'];

/** `missing-config`: no file in /etc/cni/net.d. `plugin-error`: the file names a plugin that is not there. */
export const CNI_STATES = ['ok', 'missing-config', 'plugin-error'] as const;
export type CniState = (typeof CNI_STATES)[number];

/** How a registry can answer a pull; `none` ends the trouble. */
export const REGISTRY_ERRORS = [
  'none',
  'not-found',
  'unauthorized',
  'too-many-requests',
  'server-error',
  'unavailable',
  'refused',
  'timeout',
] as const;
export type RegistryError = (typeof REGISTRY_ERRORS)[number];

/** Something done to the cluster from outside. Namespaces default to `default`. */
export type Fault =
  | {
      readonly kind: 'component';
      readonly component: ComponentName;
      readonly node?: string;
      readonly state: 'down' | 'up';
    }
  | {
      readonly kind: 'component';
      readonly component: ComponentName;
      readonly node?: string;
      readonly state: 'slow';
      /** Added to each of its steps. */
      readonly delayUs: number;
    }
  | { readonly kind: 'node'; readonly node: string; readonly state: 'down' | 'up' }
  /** The node's network to others (`from`: node names; absent: all of them) is cut. */
  | {
      readonly kind: 'partition';
      readonly node: string;
      readonly from?: readonly string[];
      readonly state: 'on' | 'off';
    }
  | { readonly kind: 'cni'; readonly node: string; readonly state: CniState }
  /** `image` may be `*`. The delay is that of the whole pull; 0 ends it. */
  | { readonly kind: 'registry-delay'; readonly image: string; readonly delayUs: number }
  | { readonly kind: 'registry-error'; readonly image: string; readonly error: RegistryError }
  /** The image goes from one node, or from all. */
  | { readonly kind: 'image-remove'; readonly image: string; readonly node?: string }
  | {
      readonly kind: 'static-pod';
      readonly node: string;
      readonly name: string;
      readonly image?: string;
      readonly state: 'present' | 'absent';
    }
  /** The sandbox's pause process is killed. */
  | { readonly kind: 'sandbox-kill'; readonly pod: string; readonly namespace?: string }
  /** A signal to the container's first process, sent from the node. */
  | {
      readonly kind: 'process';
      readonly pod: string;
      readonly namespace?: string;
      readonly container: string;
      /** Without SIG: `KILL`. */
      readonly signal: string;
    };
