import type { FacetName } from './comparable/compare.ts';

/** A difference that is understood and accepted for now, with the reason a reader can check. */
export interface KnownDifference {
  /** `AREA/NAME`. */
  readonly scenario: string;
  readonly facet: FacetName;
  readonly reason: string;
}

/** Each entry covers one facet of one scenario. `verify` names entries whose facet agrees again: remove those. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    scenario: 'scheduler/many-daemon-set-new-node',
    facet: 'nodes',
    reason:
      'The node lifecycle controller looks at nodes every 5 s from its own start. Here a look falls into the one second in which the new node is not ready and adds the NoExecute taint; in the recording none did.',
  },
  {
    scenario: 'kubectl/events-table',
    facet: 'commands',
    reason:
      'The age of an Event, printed to the second: the wait before the listing was two seconds shorter on the recording cluster.',
  },
  {
    scenario: 'kubectl/logs-not-started',
    facet: 'commands',
    reason:
      'Between two pulls the container waits as ErrImagePull or as ImagePullBackOff; which of them kubectl meets turns on the jitter of the back-off.',
  },
  {
    scenario: 'kubectl/node-cordon-drain',
    facet: 'commands',
    reason: 'worker-1 was NotReady from the scenario recorded before on the same cluster.',
  },
  {
    scenario: 'kubectl/node-cordon-drain',
    facet: 'events',
    reason:
      'The taint of the node that was still NotReady from the scenario before was taken off meanwhile, which cancels an eviction.',
  },
  {
    scenario: 'seeds/control-loop-31-check-flow',
    facet: 'commands',
    reason:
      'The Pod is listed at a moment at which the loaded recording machine had not started its container yet.',
  },
  {
    scenario: 'seeds/all-about-pods-08-status-is-not-phase',
    facet: 'final',
    reason:
      'The scenario ends inside a crash loop: a start that has just failed there, the back-off after it here.',
  },
  {
    scenario: 'node/sidecar-finishes-after-job-on-failure',
    facet: 'rows',
    reason: 'The kubelet on the recording machine joined two status changes in one write.',
  },
  {
    scenario: 'controllers/drain-bare-pod',
    facet: 'requests',
    reason:
      'drain asks once a second whether the Pod is gone; how often turns on how long the container took to stop.',
  },
  {
    scenario: 'controllers/drain-deployment',
    facet: 'requests',
    reason:
      'drain asks once a second whether the Pod is gone; how often turns on how long the container took to stop.',
  },
  {
    scenario: 'controllers/drain-budget-lets-one-at-a-time',
    facet: 'rows',
    reason:
      "Whether the readiness probe's first try comes before the first status of the started container: it has no initial delay.",
  },
  {
    scenario: 'controllers/drain-budget-lets-one-at-a-time',
    facet: 'requests',
    reason:
      'drain tries a refused eviction again every 5 s; the replacement was Ready one try later in the recording.',
  },
  {
    scenario: 'controllers/service-cluster-ip-immutable',
    facet: 'commands',
    reason: 'The address that the scenario asks for was in use by another Service of the recording cluster.',
  },
  {
    scenario: 'controllers/service-cluster-ip-immutable',
    facet: 'requests',
    reason: 'The address that the scenario asks for was in use by another Service of the recording cluster.',
  },
  {
    scenario: 'controllers/service-session-affinity',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
  },
  {
    scenario: 'controllers/service-session-affinity',
    facet: 'final',
    reason:
      'Two Pods that start together get their addresses in either order, and an EndpointSlice lists by address.',
  },
  {
    scenario: 'controllers/service-spreads-over-pods',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
  },
  {
    scenario: 'controllers/service-spreads-over-pods',
    facet: 'final',
    reason:
      'Two Pods that start together get their addresses in either order, and an EndpointSlice lists by address.',
  },
  {
    scenario: 'controllers/deployment-canary-two-deployments',
    facet: 'final',
    reason:
      'Two Pods that start together get their addresses in either order, and an EndpointSlice lists by address.',
  },
  {
    scenario: 'controllers/statefulset-ordered-create',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
  },
  {
    scenario: 'controllers/replicaset-deletes-not-ready-first',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
  },
  {
    scenario: 'controllers/cronjob-replace',
    facet: 'requests',
    reason:
      "The garbage collector and the kubelet's last status write race for the Pod's resourceVersion; here the collector loses once.",
  },
];
