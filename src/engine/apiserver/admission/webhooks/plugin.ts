import type {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../../../api/generated/types.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import { newForbidden, newInternalError } from '../../../../api/status.ts';
import { kindSchema } from '../../../../api/schema.ts';
import { present } from '../../../../base/assert.ts';
import { type Task, wait } from '../../../kernel/task.ts';
import { decodeAs, decodeUntyped } from '../../decode/decoder.ts';
import { applyJsonPatch } from '../../../../api/patch/json-patch.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import { type ObjectDraft, copyOf, deepEqual } from '../../registry/draft.ts';
import type { RequestContext } from '../../request/context.ts';
import { admissionScope } from '../common/cel-scope.ts';
import { conditionsMatch } from '../common/conditions.ts';
import type { AdmissionPlugin, Verdict } from '../common/plugin.ts';
import { isExempt, ruleMatches, selectorsMatch } from '../common/rules.ts';
import type { WebhookResponse } from '../common/webhook-backend.ts';
import { type Webhook, callFailure, callWebhook, denialOf } from './call.ts';

const GROUP = 'admissionregistration.k8s.io';
const MUTATING = `mutatingwebhookconfigurations.${GROUP}`;
const VALIDATING = `validatingwebhookconfigurations.${GROUP}`;

export const mutatingAdmissionWebhook: AdmissionPlugin = {
  name: 'MutatingAdmissionWebhook',
  handles: (_, rc) => !isExempt(rc) && rc.server.etcd.count(MUTATING) > 0,
  admit: (attributes, rc): Verdict => mutateAll(attributes, rc),
};

export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: 'ValidatingAdmissionWebhook',
  handles: (_, rc) => !isExempt(rc) && rc.server.etcd.count(VALIDATING) > 0,
  validate: (attributes, rc): Verdict => validateAll(attributes, rc),
};

/** A webhook and who it is among all. */
interface Registered {
  readonly id: string;
  readonly webhook: Webhook;
}

/** In order of their configurations' names. */
function* registered(resource: string, rc: RequestContext): Generator<Registered, undefined> {
  for (const object of rc.server.etcd.range(resource, '')) {
    const { metadata, webhooks } = object as ValidatingWebhookConfiguration | MutatingWebhookConfiguration;
    for (const webhook of (webhooks ?? []) as readonly Webhook[])
      yield { id: `${metadata.name ?? ''}/${webhook.name}`, webhook };
  }
  return undefined;
}

/** One after the other, each meeting what those before it made of the object; the first refusal ends it. */
function* mutateAll(attributes: AdmissionAttributes, rc: RequestContext): Task<ApiStatus | undefined> {
  const { reinvocation, object } = attributes;
  reinvocation?.begin(object);
  for (const { id, webhook } of registered(MUTATING, rc)) {
    const concerned = concerns(webhook, attributes, rc);
    if (typeof concerned !== 'boolean') return concerned;
    if (!concerned || reinvocation?.mayCall(id) === false) continue;
    const response = yield* callWebhook(webhook, attributes, rc);
    const settled = settle(webhook, response, rc);
    const refused = settled ?? mutate(response, attributes, rc);
    if ('reinvocationPolicy' in webhook && webhook.reinvocationPolicy === 'IfNeeded')
      reinvocation?.remember(id);
    if (refused !== undefined) return refused;
  }
  reinvocation?.end(object);
  return undefined;
}

/** All at once; the first that refuses, by when it answers, decides. */
function* validateAll(attributes: AdmissionAttributes, rc: RequestContext): Task<ApiStatus | undefined> {
  const due: Webhook[] = [];
  for (const { webhook } of registered(VALIDATING, rc)) {
    const concerned = concerns(webhook, attributes, rc);
    if (typeof concerned !== 'boolean') return concerned;
    if (concerned) due.push(webhook);
  }
  const answers: (readonly [Webhook, WebhookResponse])[] = [];
  const calls = due.map((webhook) =>
    rc.server.kernel.spawn(
      (function* () {
        const response = yield* callWebhook(webhook, attributes, rc);
        answers.push([webhook, response]);
      })(),
    ),
  );
  for (const { done } of calls) yield* wait(done);
  const refusals = answers.map(([webhook, response]) => settle(webhook, response, rc));
  return refusals.find((refused) => refused !== undefined);
}

/** Whether a webhook is to be asked, or why the request fails over that question. */
function concerns(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): boolean | ApiStatus {
  const matches =
    (webhook.rules ?? []).some((rule) => ruleMatches(rule, attributes, rc)) &&
    selectorsMatch(webhook, attributes, rc);
  if (!matches) return false;
  const conditions = conditionsMatch(webhook.matchConditions, admissionScope(attributes, rc));
  if (!('error' in conditions)) return conditions.matches;
  return webhook.failurePolicy === 'Ignore'
    ? false
    : newForbidden(rc.resourceName, attributes.name, conditions.error);
}

/** The refusal that an answer is, if it is one; its warnings are passed on. */
function settle(webhook: Webhook, response: WebhookResponse, rc: RequestContext): ApiStatus | undefined {
  if (response.error !== undefined)
    return webhook.failurePolicy === 'Ignore' ? undefined : callFailure(webhook, response.error);
  for (const warning of response.warnings ?? []) rc.warn(warning);
  return response.allowed ? undefined : denialOf(webhook, response);
}

/** Applies a webhook's patch, reads the result as its kind and gives what it added the kind's defaults. */
function mutate(
  { patch = [], error }: WebhookResponse,
  { object, reinvocation }: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  if (object === undefined || patch.length === 0 || error !== undefined) return undefined;
  const patched = applyJsonPatch(object, patch);
  if (!patched.ok) return newInternalError(patched.error);
  const before = copyOf(object);
  const { apiVersion, kind } = rc.kind;
  const schema = kindSchema(apiVersion, kind);
  const read =
    schema === undefined
      ? decodeUntyped(kind, patched.value, rc.kind.custom)
      : decodeAs(schema.name, patched.value);
  if (read.error !== undefined) return newInternalError(read.error);
  const next = { ...read.object, apiVersion, kind } as ObjectDraft;
  next.metadata = present(next.metadata, 'metadata');
  for (const key of Object.keys(object)) if (!Object.hasOwn(next, key)) Reflect.deleteProperty(object, key);
  Object.assign(object, next);
  rc.kind.default?.(object);
  if (!deepEqual(before, object)) reinvocation?.changed();
  return undefined;
}
