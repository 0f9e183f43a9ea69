import type {
  EndpointSlice,
  Service,
  ValidatingWebhook,
  MutatingWebhook,
} from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { type ApiStatus, type StatusReason, failure, newInternalError } from '../../../../api/status.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import type { WebhookBackend, WebhookRequest, WebhookResponse } from '../common/webhook-backend.ts';

// Models admission/plugin/webhook/{mutating,validating}/dispatcher.go and util/webhook (1.36).

export type Webhook = ValidatingWebhook | MutatingWebhook;

const DEFAULT_TIMEOUT_SECONDS = 10;
const DEFAULT_PORT = 443;
const SECOND_US = 1_000_000;

/** Calls a webhook: its answer, or the Go error of a call that failed. */
export function* callWebhook(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): Task<WebhookResponse> {
  const timeoutUs = (webhook.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * SECOND_US;
  const url = urlOf(webhook);
  const failed = (why: string): WebhookResponse => ({
    allowed: false,
    error: `failed to call webhook: Post ${goQuote(url)}: ${why}`,
  });
  const { service } = webhook.clientConfig ?? {};
  const backend = rc.server.webhooks.get(
    service === undefined
      ? (webhook.clientConfig?.url ?? '')
      : `${service.namespace ?? ''}/${service.name ?? ''}`,
  );
  const unreachable = service === undefined ? undefined : serviceProblem(service, backend, rc);
  if (unreachable !== undefined) return failed(unreachable);
  if (backend === undefined) {
    yield* sleep(rc.server.settings.podNetworkUs * 2);
    return failed(
      service === undefined
        ? `dial tcp: lookup ${hostOf(url)} on 10.96.0.10:53: no such host`
        : `dial tcp ${addressOf(service, rc)}: connect: connection refused`,
    );
  }
  const response = backend(requestOf(attributes, rc));
  const tookUs = response.tookUs ?? rc.server.settings.podNetworkUs * 2;
  yield* sleep(Math.min(tookUs, timeoutUs));
  if (tookUs >= timeoutUs) return failed('context deadline exceeded');
  return response.error === undefined ? response : failed(response.error);
}

interface ServiceRef {
  readonly name?: string;
  readonly namespace?: string;
}

/** Models the service resolver: the Service must be there and have somebody behind it. */
function serviceProblem(
  { name = '', namespace = '' }: ServiceRef,
  backend: WebhookBackend | undefined,
  rc: RequestContext,
): string | undefined {
  if (rc.server.etcd.get<Service>('services', { namespace, name }) === undefined) {
    return backend === undefined ? `service ${goQuote(name)} not found` : undefined;
  }
  if (backend !== undefined) return undefined;
  const slices = rc.server.etcd.list<EndpointSlice>('endpointslices.discovery.k8s.io', namespace);
  const ready = slices
    .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name)
    .some(({ endpoints }) => (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false));
  return ready ? undefined : `no endpoints available for service ${goQuote(name)}`;
}

function addressOf({ name = '', namespace = '' }: ServiceRef, rc: RequestContext): string {
  const service = rc.server.etcd.get<Service>('services', { namespace, name });
  return `${service?.spec?.clusterIP ?? ''}:${DEFAULT_PORT}`;
}

function urlOf({ clientConfig, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: Webhook): string {
  const { service, url } = clientConfig ?? {};
  const base =
    service === undefined
      ? (url ?? '')
      : `https://${service.name ?? ''}.${service.namespace ?? ''}.svc:${service.port ?? DEFAULT_PORT}${service.path ?? '/'}`;
  return `${base}?timeout=${timeoutSeconds}s`;
}

function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').split(/[/:?]/)[0] ?? '';
}

function requestOf(
  { operation, namespace, name, object, old }: AdmissionAttributes,
  rc: RequestContext,
): WebhookRequest {
  return {
    uid: rc.server.kernel.uid(),
    operation,
    resource: rc.resourceName,
    subresource: rc.subresource,
    namespace,
    name,
    username: rc.user.name,
    groups: rc.user.groups,
    object: object ?? null,
    oldObject: old ?? null,
    dryRun: rc.dryRun,
  };
}

/** The refusal of a call that failed, when the webhook's failurePolicy is Fail. */
export function callFailure({ name }: Webhook, error: string): ApiStatus {
  return newInternalError(`failed calling webhook ${goQuote(name)}: ${error}`);
}

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  422: 'Invalid',
};

/** Models webhookerrors.ToStatusErr. */
export function denialOf(
  { name }: Webhook,
  { message = '', reason = '', code = 0 }: WebhookResponse,
): ApiStatus {
  const denied = `admission webhook ${goQuote(name)} denied the request`;
  const text =
    message !== ''
      ? `${denied}: ${message}`
      : reason !== ''
        ? `${denied}: ${reason}`
        : `${denied} without explanation`;
  const final = code < 400 ? 400 : code;
  return failure(final, (reason as StatusReason) || (code === 0 ? '' : (REASONS[final] ?? '')), text);
}
