import type { Draft } from '../../../base/brand.ts';
import {
  duplicate,
  type FieldPath,
  fieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '../../../api/generated/types.ts';
import { isDNS1035Label, isDNS1123Subdomain, isPortNumber } from '../../../api/names.ts';
import {
  checkMatchConditions,
  checkRule,
  FAILURE_POLICIES,
  MATCH_POLICIES,
} from './common/admission-rules.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkLabelSelector, type Errors, invalidEach, unchecked } from './common/validate.ts';

// Models pkg/apis/admissionregistration/validation ValidateMutatingWebhookConfiguration …, v1/defaults.go and
// printMutatingWebhook, printValidatingWebhook (1.36).

type Webhook = MutatingWebhook | ValidatingWebhook;

const SIDE_EFFECTS: readonly string[] = ['None', 'NoneOnDryRun'];
const REINVOCATION: readonly string[] = ['IfNeeded', 'Never'];
const REVIEW_VERSIONS: readonly string[] = ['v1', 'v1beta1'];
const MAX_TIMEOUT = 30;

function defaultWebhook(webhook: Draft<Webhook>): void {
  webhook.failurePolicy ??= 'Fail';
  webhook.matchPolicy ??= 'Equivalent';
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= 10;
  for (const rule of webhook.rules ?? []) rule.scope ??= '*';
  if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= 443;
}

/** At least three segments, as names of webhooks and policies are. Models IsFullyQualifiedName. */
function checkQualified(errors: Errors, name: string, path: FieldPath): void {
  if (name === '') return void errors.push(required(path));
  const messages = isDNS1123Subdomain(name);
  if (messages.length > 0) invalidEach(errors, path, name, messages);
  else if (name.split('.').length < 3)
    errors.push(invalid(path, name, 'should be a domain with at least three segments separated by dots'));
}

function checkServicePath(errors: Errors, text: string, path: FieldPath): void {
  if (text === '' || text === '/') return;
  if (text === '//') return void errors.push(invalid(path, text, 'segment[0] may not be empty'));
  if (!text.startsWith('/')) errors.push(invalid(path, text, "must start with a '/'"));
  const inner = text.slice(1);
  const steps = (inner.endsWith('/') ? inner.slice(0, -1) : inner).split('/');
  for (const [i, step] of steps.entries()) {
    if (step === '') errors.push(invalid(path, text, `segment[${i}] may not be empty`));
    else
      invalidEach(
        errors,
        path,
        text,
        isDNS1123Subdomain(step).map((one) => `segment[${i}]: ${one}`),
      );
  }
}

function checkClient(errors: Errors, webhook: Webhook, path: FieldPath): void {
  const { url, service } = webhook.clientConfig ?? {};
  if ((url === undefined) === (service === undefined)) {
    errors.push(required(path, 'exactly one of url or service is required'));
  } else if (url !== undefined && !url.startsWith('https://')) {
    errors.push(
      invalid(
        path.child('url'),
        url.split(':')[0] ?? '',
        "'https' is the only allowed URL scheme; desired format: https://host[/path]",
      ),
    );
  } else if (service) {
    const at = path.child('service');
    if (!service.name) errors.push(required(at.child('name'), 'service name is required'));
    if (!service.namespace) errors.push(required(at.child('namespace'), 'service namespace is required'));
    const port = service.port ?? 0;
    const messages = isPortNumber(port);
    if (messages.length > 0)
      errors.push(invalid(at.child('port'), port, `port is not valid: ${messages.join(', ')}`));
    checkServicePath(errors, service.path ?? '', at.child('path'));
  }
}

function checkWords(errors: Errors, webhook: Webhook, path: FieldPath): void {
  const { failurePolicy, matchPolicy, sideEffects, timeoutSeconds } = unchecked(webhook);
  if (failurePolicy !== undefined && !FAILURE_POLICIES.includes(failurePolicy))
    errors.push(notSupported(path.child('failurePolicy'), failurePolicy, FAILURE_POLICIES));
  if (matchPolicy !== undefined && !MATCH_POLICIES.includes(matchPolicy))
    errors.push(notSupported(path.child('matchPolicy'), matchPolicy, MATCH_POLICIES));
  if (!sideEffects)
    errors.push(required(path.child('sideEffects'), `must specify one of ${SIDE_EFFECTS.join(', ')}`));
  else if (!SIDE_EFFECTS.includes(sideEffects))
    errors.push(notSupported(path.child('sideEffects'), sideEffects, SIDE_EFFECTS));
  const timeout = timeoutSeconds ?? 0;
  if (timeoutSeconds !== undefined && (timeout > MAX_TIMEOUT || timeout < 1)) {
    errors.push(
      invalid(
        path.child('timeoutSeconds'),
        timeout,
        `the timeout value must be between 1 and ${MAX_TIMEOUT} seconds`,
      ),
    );
  }
}

function checkVersions(errors: Errors, versions: readonly string[], path: FieldPath): void {
  const known = REVIEW_VERSIONS.join(', ');
  if (versions.length === 0) return void errors.push(required(path, `must specify one of ${known}`));
  const seen = new Set<string>();
  for (const [i, version] of versions.entries()) {
    if (seen.has(version)) errors.push(invalid(path.index(i), version, 'duplicate version'));
    else invalidEach(errors, path.index(i), version, isDNS1035Label(version));
    seen.add(version);
  }
  if (!REVIEW_VERSIONS.some((version) => seen.has(version)))
    errors.push(invalid(path, versions, `must include at least one of ${known}`));
}

function validate(configuration: { readonly webhooks?: readonly Webhook[] }): Errors {
  const errors: Errors = [];
  const names = new Set<string>();
  for (const [i, webhook] of (configuration.webhooks ?? []).entries()) {
    const path = fieldPath('webhooks').index(i);
    checkQualified(errors, webhook.name ?? '', path.child('name'));
    for (const [j, rule] of (webhook.rules ?? []).entries())
      checkRule(errors, rule, path.child('rules').index(j));
    checkWords(errors, webhook, path);
    checkLabelSelector(errors, webhook.namespaceSelector, path.child('namespaceSelector'));
    checkLabelSelector(errors, webhook.objectSelector, path.child('objectSelector'));
    if ('reinvocationPolicy' in webhook && !REINVOCATION.includes(webhook.reinvocationPolicy ?? ''))
      errors.push(notSupported(path.child('reinvocationPolicy'), webhook.reinvocationPolicy, REINVOCATION));
    checkClient(errors, webhook, path.child('clientConfig'));
    checkMatchConditions(errors, webhook.matchConditions, path.child('matchConditions'));
    checkVersions(errors, webhook.admissionReviewVersions ?? [], path.child('admissionReviewVersions'));
    if (webhook.name && names.has(webhook.name)) errors.push(duplicate(path.child('name'), webhook.name));
    names.add(webhook.name);
  }
  return errors;
}

const COLUMNS = [NAME, column('Webhooks', 'integer'), AGE];

export const MUTATING_WEBHOOK_CONFIGURATION = defineKind<MutatingWebhookConfiguration>({
  resource: 'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  kind: 'MutatingWebhookConfiguration',
  apiVersion: 'admissionregistration.k8s.io/v1',
  namespaced: false,
  default: ({ webhooks }) => {
    for (const webhook of webhooks ?? []) {
      defaultWebhook(webhook);
      webhook.reinvocationPolicy ??= 'Never';
    }
  },
  validateCreate: validate,
  validateUpdate: validate,
  generationOf: ({ webhooks }) => [webhooks],
  tableColumns: COLUMNS,
  row: ({ metadata, webhooks }, { nowUs }) => [
    metadata.name,
    webhooks?.length ?? 0,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});

export const VALIDATING_WEBHOOK_CONFIGURATION = defineKind<ValidatingWebhookConfiguration>({
  resource: 'validatingwebhookconfigurations.admissionregistration.k8s.io',
  kind: 'ValidatingWebhookConfiguration',
  apiVersion: 'admissionregistration.k8s.io/v1',
  namespaced: false,
  default: ({ webhooks }) => {
    for (const webhook of webhooks ?? []) defaultWebhook(webhook);
  },
  validateCreate: validate,
  validateUpdate: validate,
  generationOf: ({ webhooks }) => [webhooks],
  tableColumns: COLUMNS,
  row: ({ metadata, webhooks }, { nowUs }) => [
    metadata.name,
    webhooks?.length ?? 0,
    ageOf(metadata.creationTimestamp, nowUs),
  ],
});
