import type { FacetName } from './comparable/compare.ts';

/** A difference that is understood and accepted for now, with the reason a reader can check. */
export interface KnownDifference {
  /** `AREA/NAME`. */
  readonly scenario: string;
  readonly facet: FacetName;
  readonly reason: string;
  /** Where the reason is chance: a seed under which the facet agrees. `verify` plays it, so the reason can be checked. */
  readonly seed?: number;
}

/** Each entry covers one facet of one scenario. `verify` names entries whose facet agrees again: remove those. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    scenario: 'kubectl/events-table',
    facet: 'commands',
    reason:
      'The age in the first line of a table without a header, which alone is not folded: 8 s there, 10 s here. The Pod was scheduled two seconds after the first command began; how long that command took on the recording machine is told nowhere.',
  },
  {
    scenario: 'kubectl/logs-not-started',
    facet: 'commands',
    reason:
      'Between two pulls the container waits as ErrImagePull or as ImagePullBackOff; which of them kubectl meets turns on the jitter of the back-off.',
    seed: 2,
  },
  {
    scenario: 'kubectl/node-cordon-drain',
    facet: 'commands',
    reason:
      'The node is NotReady in the recording from the first listing on, and nothing in the scenario stops it: a state from before.',
  },
  {
    scenario: 'kubectl/node-cordon-drain',
    facet: 'events',
    reason:
      'The node that is NotReady from before the scenario comes back meanwhile, and the evictions are called off.',
  },
  {
    scenario: 'seeds/control-loop-31-check-flow',
    facet: 'commands',
    reason:
      'The Pod is listed at a moment at which the loaded recording machine had not started its container yet.',
    seed: 2,
  },
  {
    scenario: 'seeds/all-about-pods-26-debug-crash',
    facet: 'commands',
    reason:
      'containerd tells an image by its id alone while its store has no entry with a digest: another scenario of the same cluster took images off the node and put them back just then. The same Pod with the same image is told by its digest elsewhere.',
  },
  {
    scenario: 'cases/img-07',
    facet: 'commands',
    reason:
      'containerd tells an image by its id alone while its store has no entry with a digest: another scenario of the same cluster took images off the node and put them back just then.',
  },
  {
    scenario: 'controllers/drain-deployment',
    facet: 'requests',
    reason:
      'drain asks once a second whether the Pod is gone; how often turns on how long the container took to stop.',
    seed: 3,
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
    seed: 3,
  },
  {
    scenario: 'controllers/service-session-affinity',
    facet: 'final',
    reason:
      'Two endpoints stand in the other order: their Pods start together, and which gets its address first is chance.',
    seed: 3,
  },
  {
    scenario: 'controllers/service-spreads-over-pods',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
    seed: 23,
  },
  {
    scenario: 'controllers/service-spreads-over-pods',
    facet: 'final',
    reason:
      'Two endpoints stand in the other order: their Pods start together, and which gets its address first is chance.',
    seed: 23,
  },
  {
    scenario: 'controllers/deployment-canary-two-deployments',
    facet: 'final',
    reason:
      'Two endpoints stand in the other order: their Pods start together, and which gets its address first is chance.',
    seed: 3,
  },
  {
    scenario: 'controllers/statefulset-ordered-create',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
    seed: 6,
  },
  {
    scenario: 'controllers/replicaset-deletes-not-ready-first',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
    seed: 3,
  },
  {
    scenario: 'node/sidecar-finishes-after-job-on-failure',
    facet: 'rows',
    reason:
      'Between the start of the sidecar and that of the other container the kubelet wrote its status once there and twice here: a row of some milliseconds.',
  },
  {
    scenario: 'controllers/deployment-new-version-never-ready',
    facet: 'events',
    reason:
      "The readiness probe's first try comes a moment before or after the server listens; about half of these Pods were refused.",
    seed: 14,
  },
  {
    scenario: 'controllers/deployment-new-version-never-ready',
    facet: 'conditions',
    reason:
      'After its write of the new ReplicaSet was refused the Deployment is synced again before or after the ReplicaSet tells of its Pod: after it there is no step of progress to tell. It was so in one of 18 rollouts.',
    seed: 9,
  },
  {
    scenario: 'controllers/deployment-new-version-never-ready',
    facet: 'final',
    reason:
      'After its write of the new ReplicaSet was refused the Deployment is synced again before or after the ReplicaSet tells of its Pod: after it there is no step of progress to tell. It was so in one of 18 rollouts.',
    seed: 9,
  },
  {
    scenario: 'controllers/cronjob-replace',
    facet: 'requests',
    reason:
      'The Job controller takes its finalizer off the Pod while the garbage collector deletes it: whose request comes first decides whether that is refused once, as it is in cronjob-delete.',
    seed: 3,
  },
  {
    scenario: 'controllers/node-down-statefulset',
    facet: 'requests',
    reason:
      'kubectl looks whether the Pod is gone and finds none, or its successor: the StatefulSet makes it within the same milliseconds.',
    seed: 3,
  },
];
