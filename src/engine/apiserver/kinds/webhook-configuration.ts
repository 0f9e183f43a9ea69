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
  RuleWithOperations,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '../../../api/generated/types.ts';
import { isDNS1123Subdomain, isPortNumber } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import { checkLabelSelector, type Errors, invalidEach, unchecked } from './common/validate.ts';

// Models pkg/apis/admissionregistration/validation ValidateMutatingWebhookConfiguration …, v1/defaults.go and
// printMutatingWebhook, printValidatingWebhook (1.36).

type Webhook = MutatingWebhook | ValidatingWebhook;

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES: readonly string[] = ['*', 'Cluster', 'Namespaced'];
const POLICIES: readonly string[] = ['Fail', 'Ignore'];
const MATCHES: readonly string[] = ['Equivalent', 'Exact'];
const SIDE_EFFECTS: readonly string[] = ['None', 'NoneOnDryRun'];
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

/** Also of a ValidatingAdmissionPolicy's resource rules. */
export function checkRule(errors: Errors, rule: RuleWithOperations, path: FieldPath): void {
  for (const name of ['apiGroups', 'apiVersions', 'resources'] as const) {
    const list: readonly string[] = rule[name] ?? [];
    const at = path.child(name);
    if (list.length === 0) errors.push(required(at));
    if (name !== 'resources' && list.length > 1 && list.includes('*')) {
      errors.push(
        invalid(
          at,
          list,
          "if '*' is present, must not specify other " +
            (name === 'apiGroups' ? 'API groups' : 'API versions'),
        ),
      );
    }
    for (const [i, item] of list.entries()) {
      if (item === '' && name !== 'apiGroups') errors.push(required(at.index(i)));
    }
  }
  const operations: readonly string[] = rule.operations ?? [];
  const at = path.child('operations');
  if (operations.length === 0) errors.push(required(at));
  if (operations.length > 1 && operations.includes('*')) {
    errors.push(invalid(at, operations, "if '*' is present, must not specify other operations"));
  }
  for (const [i, operation] of operations.entries()) {
    if (!OPERATIONS.includes(operation)) errors.push(notSupported(at.index(i), operation, OPERATIONS));
  }
  if (rule.scope !== undefined && !SCOPES.includes(rule.scope))
    errors.push(notSupported(path.child('scope'), rule.scope, SCOPES));
}

/** At least three segments, as names of webhooks and policies are. Models IsFullyQualifiedName. */
function checkQualified(errors: Errors, name: string, path: FieldPath): void {
  if (name === '') return void errors.push(required(path));
  const messages = isDNS1123Subdomain(name);
  if (messages.length > 0) invalidEach(errors, path, name, messages);
  else if (name.split('.').length < 3)
    errors.push(invalid(path, name, 'should be a domain with at least three segments separated by dots'));
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
    for (const message of isPortNumber(port))
      errors.push(invalid(at.child('port'), port, `port is not valid: ${message}`));
  }
}

function checkWords(errors: Errors, webhook: Webhook, path: FieldPath): void {
  const {
    failurePolicy,
    matchPolicy,
    sideEffects,
    timeoutSeconds,
    admissionReviewVersions: versions = [],
  } = unchecked(webhook);
  if (failurePolicy !== undefined && !POLICIES.includes(failurePolicy))
    errors.push(notSupported(path.child('failurePolicy'), failurePolicy, POLICIES));
  if (matchPolicy !== undefined && !MATCHES.includes(matchPolicy))
    errors.push(notSupported(path.child('matchPolicy'), matchPolicy, MATCHES));
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
  const at = path.child('admissionReviewVersions');
  if (versions.length === 0) errors.push(required(at, `must specify one of ${REVIEW_VERSIONS.join(', ')}`));
  else if (!versions.some((version) => REVIEW_VERSIONS.includes(version))) {
    errors.push(invalid(at, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`));
  }
}

function validate(configuration: { readonly webhooks?: readonly Webhook[] }): Errors {
  const errors: Errors = [];
  const names = new Set<string>();
  for (const [i, webhook] of (configuration.webhooks ?? []).entries()) {
    const path = fieldPath('webhooks').index(i);
    checkQualified(errors, webhook.name ?? '', path.child('name'));
    if (names.has(webhook.name)) errors.push(duplicate(path.child('name'), webhook.name));
    names.add(webhook.name);
    for (const [j, rule] of (webhook.rules ?? []).entries())
      checkRule(errors, rule, path.child('rules').index(j));
    checkWords(errors, webhook, path);
    checkLabelSelector(errors, webhook.namespaceSelector, path.child('namespaceSelector'));
    checkLabelSelector(errors, webhook.objectSelector, path.child('objectSelector'));
    checkClient(errors, webhook, path.child('clientConfig'));
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
