/** Where in its life a Pod is held up. */
export type Stage =
  | 'scheduling'
  | 'sandbox'
  | 'volumes'
  | 'image'
  | 'config'
  | 'init'
  | 'start'
  | 'running'
  | 'ready'
  | 'terminating'
  | 'node'
  | 'workload'
  | 'service'
  | 'request';

/** What holds it up: a name for the root, with its own words as parameters. Texts live with the reader's language. */
export type CauseId =
  | 'gated'
  | 'unschedulable'
  | 'volume-missing'
  | 'sandbox-failed'
  | 'tag-missing'
  | 'repository-denied'
  | 'registry-unreachable'
  | 'name-invalid'
  | 'never-pull'
  | 'platform'
  | 'pull-failed'
  | 'config-missing'
  | 'runs-as-root'
  | 'not-executable'
  | 'start-failed'
  | 'init-running'
  | 'init-failed'
  | 'out-of-memory'
  | 'liveness-failed'
  | 'startup-failed'
  | 'killed'
  | 'command-missing'
  | 'program-failed'
  | 'program-ended'
  | 'readiness-failed'
  | 'readiness-gate'
  | 'deadline'
  | 'rejected'
  | 'evicted'
  | 'finalizer'
  | 'grace'
  | 'node-silent'
  | 'node-not-ready'
  | 'no-network'
  | 'node-labels-gone'
  | 'node-named-by-hand'
  // Of what a Pod names.
  | 'object-missing'
  | 'object-elsewhere'
  | 'key-missing'
  | 'service-missing'
  | 'volume-held'
  | 'update-holds-volume'
  // Of scheduling: which of the refusals is the root.
  | 'taint'
  | 'cordoned'
  | 'insufficient'
  | 'resource-absent'
  | 'larger-than-any-node'
  | 'node-full'
  | 'no-nodes'
  | 'node-selector'
  | 'host-port-taken'
  | 'pod-affinity'
  | 'kept-away'
  | 'anti-affinity'
  | 'update-deadlock'
  | 'spread'
  | 'claim-unbound'
  | 'claim-absent'
  | 'device-claim-absent'
  | 'claim-no-class'
  | 'claim-class-missing'
  | 'claim-in-use'
  | 'volume-elsewhere'
  | 'volume-limit'
  // Of who ought to act and does not.
  | 'scheduler-unknown'
  | 'scheduler-silent'
  | 'controllers-silent'
  // Of what a program says about itself.
  | 'rate-limited'
  | 'over-local-limit'
  | 'host-dns'
  | 'volume-ownership'
  | 'container-keeps-pod'
  | 'port-taken'
  | 'read-only-root'
  | 'disk-full'
  | 'not-permitted'
  | 'name-unresolved'
  | 'peer-refuses'
  | 'peer-silent'
  | 'peer-untrusted'
  // Of what drops a call on its way.
  | 'ingress-dropped'
  | 'egress-dropped'
  | 'dns-dropped'
  | 'circle'
  // Of what makes Pods.
  | 'pods-missing'
  | 'quota'
  | 'quota-unstated'
  | 'pod-security'
  | 'create-refused'
  | 'old-revision'
  | 'daemon-taint'
  | 'pods-fewer'
  | 'paused'
  | 'suspended'
  | 'job-failed'
  | 'cron-busy'
  | 'scaled-to-zero'
  | 'webhook-unanswered'
  | 'webhook-circle'
  | 'scaling-inactive'
  | 'metrics-missing'
  | 'metrics-unread'
  | 'request-missing'
  | 'scale-target-missing'
  // Of a node that is to be emptied.
  | 'drain-held'
  | 'budget-none'
  | 'budget-waits'
  | 'budgets-many'
  // Of what is being deleted.
  | 'still-used'
  | 'namespace-held'
  // Of Services.
  | 'no-endpoints'
  | 'selects-none'
  | 'port-name-missing'
  | 'port-not-served'
  | 'port-closed'
  | 'backend-missing'
  | 'backend-port-missing'
  | 'peers-unpublished'
  // Of a request.
  | 'refused';

/** Something that can be looked up: where it stands, and what it says. */
export interface Evidence {
  /** `status.conditions[PodScheduled]`, `Event FailedMount`. */
  readonly where: string;
  readonly says: string;
}

/** Why a Pod is as it is: from the API alone, so it holds for a real cluster as well. */
export interface Verdict {
  readonly stage: Stage;
  readonly cause: CauseId;
  /** The container, image, claim, node … that the cause is about. */
  readonly about: string;
  readonly evidence: readonly Evidence[];
  /** What the API cannot tell, so that one has to look elsewhere. */
  readonly unknown?: 'program' | 'node' | 'registry';
  /** Commands that show more, most telling first. */
  readonly next: readonly string[];
}
