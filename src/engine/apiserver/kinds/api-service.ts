import { fieldPath, invalid, required } from '../../../api/field-error.ts';
import type { ApiService } from '../aggregation/port.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column } from './common/table.ts';
import type { Errors } from './common/validate.ts';

// Models kube-aggregator pkg/apis/apiregistration (v1 defaults, validation) and pkg/registry/apiservice/etcd (1.36).

const HIGHEST_GROUP_PRIORITY = 20_000;
const HIGHEST_VERSION_PRIORITY = 1_000;
const HTTPS_PORT = 443;

function validateCreate({ metadata, spec }: ApiService): Errors {
  const errors: Errors = [];
  const at = (...path: string[]) => fieldPath('spec', ...path);
  const { group = '', version = '', service, groupPriorityMinimum = 0, versionPriority = 0 } = spec;
  const name = metadata?.name ?? '';
  const wanted = `${version}.${group}`;
  if (name !== wanted)
    errors.push(
      invalid(
        fieldPath('metadata', 'name'),
        name,
        `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`,
      ),
    );
  if (version === '') errors.push(required(at('version')));
  if (groupPriorityMinimum <= 0 || groupPriorityMinimum > HIGHEST_GROUP_PRIORITY)
    errors.push(
      invalid(at('groupPriorityMinimum'), groupPriorityMinimum, 'must be positive and less than 20000'),
    );
  if (versionPriority <= 0 || versionPriority > HIGHEST_VERSION_PRIORITY)
    errors.push(invalid(at('versionPriority'), versionPriority, 'must be positive and less than 1000'));
  if (service === undefined) {
    if ((spec.caBundle ?? '') !== '')
      errors.push(invalid(at('caBundle'), '<caBundle>', 'local APIServices may not have a caBundle'));
    if (spec.insecureSkipTLSVerify === true)
      errors.push(
        invalid(at('insecureSkipTLSVerify'), true, 'local APIServices may not have insecureSkipTLSVerify'),
      );
    return errors;
  }
  if ((service.namespace ?? '') === '') errors.push(required(at('service', 'namespace')));
  if ((service.name ?? '') === '') errors.push(required(at('service', 'name')));
  if (spec.insecureSkipTLSVerify === true && (spec.caBundle ?? '') !== '')
    errors.push(invalid(at('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present'));
  return errors;
}

function available({ status }: ApiService): string {
  const found = status?.conditions?.find(({ type }) => type === 'Available');
  if (found === undefined) return 'Unknown';
  return found.status === 'True' ? 'True' : `${found.status} (${found.reason})`;
}

export const API_SERVICE = defineKind<ApiService>({
  resource: 'apiservices.apiregistration.k8s.io',
  kind: 'APIService',
  apiVersion: 'apiregistration.k8s.io/v1',
  namespaced: false,
  default: (draft) => {
    if (draft.spec.service) draft.spec.service.port ??= HTTPS_PORT;
  },
  prepareForCreate: (draft, { now }) => {
    if (draft.spec.service !== undefined) return;
    const message = 'Local APIServices are always available';
    draft.status = {
      conditions: [{ lastTransitionTime: now, message, reason: 'Local', status: 'True', type: 'Available' }],
    };
  },
  validateCreate,
  validateUpdate: validateCreate,
  subresources: { status: {} },
  tableColumns: [NAME, column('Service'), column('Available'), AGE],
  row: (object, { nowUs }) => {
    const { namespace, name } = object.spec.service ?? {};
    return [
      object.metadata?.name ?? '',
      name === undefined ? 'Local' : `${namespace}/${name}`,
      available(object),
      ageOf(object.metadata?.creationTimestamp, nowUs),
    ];
  },
});
