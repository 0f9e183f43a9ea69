/** The lane that the control loops of kube-controller-manager share; each has one of its own below it. */
export const LOOPS_LANE = 'controllers';

/** Loops whose client is not called after them. */
const BY_CLIENT: Readonly<Record<string, string>> = {
  'endpoint-controller': 'endpoints',
  'ephemeral-volume-controller': 'ephemeral',
  'generic-garbage-collector': 'garbagecollector',
  'horizontal-pod-autoscaler': 'horizontalpodautoscaler',
  'node-controller': 'node-lifecycle',
  'persistent-volume-binder': 'persistentvolume',
  'pod-garbage-collector': 'podgc',
  'pv-protection-controller': 'protection',
  'pvc-protection-controller': 'protection',
  'root-ca-cert-publisher': 'root-ca-certificate-publisher',
  'service-account-controller': 'serviceaccount',
  'taint-eviction-controller': 'tainteviction',
  'ttl-after-finished-controller': 'ttlafterfinished',
};

/** The lane of a control loop by its own name: `controllers/deployment`. */
export const laneOfLoop = (loop: string): string => `${LOOPS_LANE}/${loop}`;

/** The lane of a client of kube-controller-manager, or of itself; undefined for anybody else. */
export function laneOfManager(name: string): string | undefined {
  const loop = BY_CLIENT[name];
  if (loop !== undefined) return laneOfLoop(loop);
  if (name.endsWith('-controller')) return laneOfLoop(name.slice(0, -'-controller'.length));
  return name.includes('controller-manager') ? LOOPS_LANE : undefined;
}

/** The loop of a lane; undefined where it is no loop's. */
export function loopOfLane(id: string): string | undefined {
  return id.startsWith(`${LOOPS_LANE}/`) ? id.slice(LOOPS_LANE.length + 1) : undefined;
}
