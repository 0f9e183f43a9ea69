import type { JsonObject } from '../base/json.ts';

/** What a simulated webhook does with the requests it is asked about. */
export type WebhookBehaviour =
  /** Adds a container to Pods and Pod templates that have none of its name. */
  | { readonly kind: 'inject'; readonly container: JsonObject; readonly into: PodContainers }
  /** Refuses objects without the label. */
  | { readonly kind: 'require-label'; readonly label: string }
  /** Refuses Pods and Pod templates with an image from the registry; `docker.io` is that of names without one. */
  | { readonly kind: 'refuse-registry'; readonly registry: string }
  /** Refuses everything. */
  | { readonly kind: 'deny' }
  /** Never answers. */
  | { readonly kind: 'time-out' };

export type PodContainers = 'containers' | 'initContainers';

/** Fields of the webhook's registration as a scenario may set them; the API server checks and defaults them. */
export const REGISTRATION_KEYS = [
  'failurePolicy',
  'timeoutSeconds',
  'matchPolicy',
  'reinvocationPolicy',
  'namespaceSelector',
  'objectSelector',
  'matchConditions',
  'rules',
] as const;

/** A webhook: its registration in the cluster, and the program behind it. */
export interface WebhookSetup {
  /** Of the webhook and of its configuration object: at least three words with dots. */
  readonly name: string;
  readonly behaviour: WebhookBehaviour;
  /** What it says when it refuses; a sentence of its own unless given. */
  readonly message?: string;
  /** How long it takes to answer. */
  readonly takesUs?: number;
  /** `NAMESPACE/NAME` of the Service it is reached by; absent: the URL `https://NAME/`. */
  readonly service?: string;
  /** REGISTRATION_KEYS that differ from the defaults. */
  readonly registration: JsonObject;
}

const API_VERSION = 'admissionregistration.k8s.io/v1';
const PODS = { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };

/** Where the API server reaches it: how the program behind it is registered. */
export function webhookPlace({ name, service }: WebhookSetup): string {
  return service ?? `https://${name}/`;
}

/** The configuration object that registers it. */
export function webhookManifest(webhook: WebhookSetup): JsonObject {
  const { name, service, behaviour, registration } = webhook;
  const mutating = behaviour.kind === 'inject';
  const [namespace, serviceName] = service?.split('/') ?? [];
  return {
    apiVersion: API_VERSION,
    kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [
      {
        name,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig:
          namespace === undefined || serviceName === undefined
            ? { url: webhookPlace(webhook) }
            : { service: { namespace, name: serviceName, path: mutating ? '/mutate' : '/validate' } },
        rules: [{ ...PODS, operations: mutating ? ['CREATE'] : ['CREATE', 'UPDATE'] }],
        ...registration,
      },
    ],
  };
}
