import { type WebhookBehaviour, type WebhookSetup, webhookPlace } from '../../scenario/webhook.ts';
import type {
  WebhookBackend,
  WebhookRequest,
  WebhookResponse,
} from '../apiserver/admission/common/webhook-backend.ts';
import type { ApiServer } from '../apiserver/server.ts';

/** Longer than any timeout a webhook may have. */
const NEVER_US = 3_600_000_000;

const ALLOWED: WebhookResponse = { allowed: true };

/** Puts a scenario's webhook program in its place; its registration is an object like any other. */
export function registerWebhookProgram(server: ApiServer, webhook: WebhookSetup): void {
  server.registerWebhook(webhookPlace(webhook), webhookProgram(webhook));
}

/** The program behind a webhook: refusals as the usual webhook libraries put them (403, Forbidden). */
export function webhookProgram({ behaviour, message, takesUs }: WebhookSetup): WebhookBackend {
  return (request) => {
    const answer = answerOf(behaviour, request);
    return {
      ...answer,
      ...(answer.allowed || message === undefined ? {} : { message }),
      ...(takesUs === undefined || answer.tookUs !== undefined ? {} : { tookUs: takesUs }),
    };
  };
}

function answerOf(behaviour: WebhookBehaviour, { object }: WebhookRequest): WebhookResponse {
  switch (behaviour.kind) {
    case 'time-out':
      return { allowed: true, tookUs: NEVER_US };
    case 'deny':
      return denied('everything is refused here');
    case 'require-label':
      return object === null || hasLabel(object, behaviour.label)
        ? ALLOWED
        : denied(`label ${JSON.stringify(behaviour.label)} is required`);
    case 'refuse-registry':
      return refuseRegistry(behaviour.registry, podSpecOf(object)?.spec);
    case 'inject':
      return inject(behaviour, podSpecOf(object));
  }
}

const denied = (message: string): WebhookResponse => ({
  allowed: false,
  code: 403,
  reason: 'Forbidden',
  message,
});

interface ContainerLike {
  readonly name?: string;
  readonly image?: string;
}

interface PodSpecLike {
  readonly containers?: readonly ContainerLike[];
  readonly initContainers?: readonly ContainerLike[];
}

interface ObjectLike {
  readonly kind?: string;
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: object;
}

function hasLabel(object: unknown, label: string): boolean {
  return Object.hasOwn((object as ObjectLike).metadata?.labels ?? {}, label);
}

/** Where kinds keep the Pods they make. */
const TEMPLATES: readonly (readonly string[])[] = [
  ['spec'],
  ['spec', 'template', 'spec'],
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ['template', 'spec'],
];

/** The Pod's own spec, or that of the Pods a workload makes, and where it is. */
function podSpecOf(object: unknown): { readonly spec: PodSpecLike; readonly pointer: string } | undefined {
  for (const path of TEMPLATES) {
    const spec = path.reduce<unknown>(
      (at, key) => (at as Record<string, unknown> | undefined)?.[key],
      object,
    );
    if (Array.isArray((spec as PodSpecLike | undefined)?.containers))
      return { spec: spec as PodSpecLike, pointer: `/${path.join('/')}` };
  }
  return undefined;
}

function refuseRegistry(registry: string, spec: PodSpecLike | undefined): WebhookResponse {
  for (const { name = '', image = '' } of [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])])
    if (registryOf(image) === registry)
      return denied(
        `container ${JSON.stringify(name)}: images from ${registry} are not allowed: ${JSON.stringify(image)}`,
      );
  return ALLOWED;
}

/** The registry of an image's name: its first part when that looks like a host, Docker Hub otherwise. */
function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? first : 'docker.io';
}

function inject(
  { container, into }: Extract<WebhookBehaviour, { kind: 'inject' }>,
  found: ReturnType<typeof podSpecOf>,
): WebhookResponse {
  if (found === undefined) return ALLOWED;
  const present = found.spec[into];
  if (present?.some(({ name }) => name === container['name']) === true) return ALLOWED;
  const path = `${found.pointer}/${into}`;
  const patch =
    present === undefined
      ? { op: 'add', path, value: [container] }
      : { op: 'add', path: `${path}/-`, value: container };
  return { allowed: true, patch: [patch] };
}
