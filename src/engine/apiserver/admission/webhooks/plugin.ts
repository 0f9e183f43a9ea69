import type {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../../../api/generated/types.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import { newInternalError } from '../../../../api/status.ts';
import type { Task } from '../../../kernel/task.ts';
import { applyJsonPatch } from '../../patch/json-patch.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import { type ObjectDraft, copyOf } from '../../registry/draft.ts';
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
  admit: (attributes, rc): Verdict => runAll(MUTATING, attributes, rc, mutate),
};

export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: 'ValidatingAdmissionWebhook',
  handles: (_, rc) => !isExempt(rc) && rc.server.etcd.count(VALIDATING) > 0,
  validate: (attributes, rc): Verdict => runAll(VALIDATING, attributes, rc, () => undefined),
};

/** What is done with an answer that allows. */
type Settle = (
  response: WebhookResponse,
  attributes: AdmissionAttributes,
  rc: RequestContext,
) => ApiStatus | undefined;

/** Calls every webhook that the request concerns, in order of configurations; the first refusal ends it. */
function* runAll(
  resource: string,
  attributes: AdmissionAttributes,
  rc: RequestContext,
  settle: Settle,
): Task<ApiStatus | undefined> {
  for (const object of rc.server.etcd.range(resource, '')) {
    const { webhooks } = object as ValidatingWebhookConfiguration | MutatingWebhookConfiguration;
    for (const webhook of (webhooks ?? []) as readonly Webhook[]) {
      const refused = yield* runOne(webhook, attributes, rc, settle);
      if (refused !== undefined) return refused;
    }
  }
  return undefined;
}

function* runOne(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  rc: RequestContext,
  settle: Settle,
): Task<ApiStatus | undefined> {
  const concerned =
    (webhook.rules ?? []).some((rule) => ruleMatches(rule, attributes, rc)) &&
    selectorsMatch(webhook, attributes, rc);
  if (!concerned) return undefined;
  const ignores = webhook.failurePolicy === 'Ignore';
  const conditions = conditionsMatch(webhook.matchConditions, admissionScope(attributes, rc));
  if ('error' in conditions) return ignores ? undefined : newInternalError(conditions.error);
  if (!conditions.matches) return undefined;
  const response = yield* callWebhook(webhook, attributes, rc);
  if (response.error !== undefined) return ignores ? undefined : callFailure(webhook, response.error);
  for (const warning of response.warnings ?? []) rc.warn(warning);
  return response.allowed ? settle(response, attributes, rc) : denialOf(webhook, response);
}

/** Applies a webhook's patch, and the kind's defaults to what it added. */
function mutate(
  { patch = [] }: WebhookResponse,
  { object }: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  if (object === undefined || patch.length === 0) return undefined;
  const patched = applyJsonPatch(object, patch);
  if (!patched.ok) return newInternalError(patched.error);
  const next = copyOf(patched.value) as ObjectDraft;
  for (const key of Object.keys(object)) if (!(key in next)) delete object[key];
  Object.assign(object, next);
  rc.kind.default?.(object);
  return undefined;
}
