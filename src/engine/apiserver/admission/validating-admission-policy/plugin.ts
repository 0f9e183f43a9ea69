import type {
  MatchResources,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../../../api/generated/types.ts';
import { type ApiStatus, type StatusReason, newForbidden } from '../../../../api/status.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { admissionScope } from '../common/cel-scope.ts';
import { conditionsMatch } from '../common/conditions.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';
import { isExempt, ruleMatches, selectorsMatch } from '../common/rules.ts';
import { type Decision, decide } from './decide.ts';
import { paramsOf } from './params.ts';

// Models apiserver/pkg/admission/plugin/policy/validating (dispatcher.go, validator.go) of 1.36.

const POLICIES = 'validatingadmissionpolicies.admissionregistration.k8s.io';
const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';

const CODES: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
  Invalid: 422,
};

export const validatingAdmissionPolicy: AdmissionPlugin = {
  name: 'ValidatingAdmissionPolicy',
  handles: (_, rc) => !isExempt(rc) && rc.server.etcd.count(POLICIES) > 0,
  validate: (attributes, rc) => {
    const denied: Denial[] = [];
    for (const object of rc.server.etcd.range(POLICIES, '')) {
      const policy = object as ValidatingAdmissionPolicy;
      if (!resourcesMatch(policy.spec?.matchConstraints, attributes, rc)) continue;
      for (const binding of bindingsOf(policy, rc)) {
        const { matchResources } = binding.spec ?? {};
        if (matchResources === undefined || resourcesMatch(matchResources, attributes, rc, true))
          denied.push(...applyBinding({ policy, binding }, attributes, rc));
      }
    }
    const [first] = denied;
    return first === undefined ? undefined : denial(first, attributes, rc);
  },
};

interface Bound {
  readonly policy: ValidatingAdmissionPolicy;
  readonly binding: ValidatingAdmissionPolicyBinding;
}

interface Denial extends Bound {
  readonly decision: Decision;
}

function bindingsOf(
  policy: ValidatingAdmissionPolicy,
  rc: RequestContext,
): readonly ValidatingAdmissionPolicyBinding[] {
  return (rc.server.etcd.range(BINDINGS, '') as readonly ValidatingAdmissionPolicyBinding[]).filter(
    ({ spec }) => spec?.policyName === policy.metadata.name,
  );
}

function resourcesMatch(
  resources: MatchResources | undefined,
  attributes: AdmissionAttributes,
  rc: RequestContext,
  openWithoutRules = false,
): boolean {
  if (resources === undefined || !selectorsMatch(resources, attributes, rc)) return false;
  const { resourceRules = [], excludeResourceRules = [] } = resources;
  const fits = (rule: NonNullable<MatchResources['resourceRules']>[number]): boolean => {
    const named =
      (rule.resourceNames ?? []).length === 0 || rule.resourceNames?.includes(attributes.name) === true;
    return named && ruleMatches(rule, attributes, rc);
  };
  if (excludeResourceRules.some(fits)) return false;
  return resourceRules.length === 0 ? openWithoutRules : resourceRules.some(fits);
}

function applyBinding(
  { policy, binding }: Bound,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): readonly Denial[] {
  const actions = binding.spec?.validationActions ?? [];
  const denials: Denial[] = [];
  const found = paramsOf(policy, binding, attributes, rc);
  if ('refusal' in found)
    return [{ policy, binding, decision: { message: found.refusal, reason: 'Invalid' } }];
  for (const params of found.params) {
    const scope = admissionScope(attributes, rc, params);
    const fails = policy.spec?.failurePolicy !== 'Ignore';
    const conditions = conditionsMatch(policy.spec?.matchConditions, scope);
    if ('error' in conditions) {
      if (fails)
        denials.push({ policy, binding, decision: { message: conditions.error, reason: 'Invalid' } });
      continue;
    }
    if (!conditions.matches) continue;
    for (const decision of decide(policy, scope)) {
      if (actions.includes('Deny')) denials.push({ policy, binding, decision });
      if (actions.includes('Warn'))
        rc.warn(`Validation failed for ${titleOf({ policy, binding })}: ${decision.message}`);
    }
  }
  return denials;
}

function titleOf({ policy, binding }: Bound): string {
  return `ValidatingAdmissionPolicy '${policy.metadata.name ?? ''}' with binding '${binding.metadata.name ?? ''}'`;
}

function denial(bound: Denial, attributes: AdmissionAttributes, rc: RequestContext): ApiStatus {
  const { decision } = bound;
  const message = `${titleOf(bound)} denied request: ${decision.message}`;
  const forbidden = newForbidden(rc.resourceName, attributes.name, message);
  const reason = CODES[decision.reason] === undefined ? 'Invalid' : decision.reason;
  const code = CODES[reason] ?? 422;
  return {
    ...forbidden,
    reason: reason as StatusReason,
    code,
    details: { ...forbidden.details, causes: [{ message }] },
  };
}
