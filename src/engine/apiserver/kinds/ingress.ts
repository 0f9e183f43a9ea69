import { parseIp } from '../../../api/addresses.ts';
import {
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/field-error.ts';
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressClass,
  IngressClassParametersReference,
  IngressRule,
  IngressServiceBackend,
  TypedLocalObjectReference,
} from '../../../api/generated/types.ts';
import {
  isDNS1123Subdomain,
  isPathSegmentName,
  isPortName,
  isPortNumber,
  isWildcardDNS1123Subdomain,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
} from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column, firstFew, orNone } from './common/table.ts';
import {
  checkDomainPrefixedPath,
  checkImmutable,
  type Errors,
  invalidEach,
  SPEC,
} from './common/validate.ts';

// Models pkg/apis/networking/validation ValidateIngressCreate, printIngress, printIngressClass (1.36).

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_SEQUENCES: readonly string[] = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_SUFFIXES: readonly string[] = ['/..', '/.'];
const SHOWN_HOSTS = 3;

function checkReference(errors: Errors, reference: TypedLocalObjectReference, path: FieldPath): void {
  const { apiGroup } = reference;
  if (apiGroup !== undefined)
    invalidEach(errors, path.child('apiGroup'), apiGroup, isDNS1123Subdomain(apiGroup));
  for (const field of ['kind', 'name'] as const) {
    const value = reference[field];
    if (!value) errors.push(required(path.child(field)));
    else invalidEach(errors, path.child(field), value, isPathSegmentName(value));
  }
}

function checkServiceBackend(errors: Errors, service: IngressServiceBackend, path: FieldPath): void {
  const at = path.child('service');
  if (!service.name) errors.push(required(at.child('name')));
  else invalidEach(errors, at.child('name'), service.name, nameIsDNSLabel(service.name));
  const { name, number } = service.port ?? {};
  // Upstream names the backend itself where the port as a whole is wrong.
  if (name && number) errors.push(invalid(path, '', 'cannot set both port name & port number'));
  else if (name) invalidEach(errors, at.child('port', 'name'), name, isPortName(name));
  else if (number) invalidEach(errors, at.child('port', 'number'), number, isPortNumber(number));
  else errors.push(required(path, 'port name or number is required'));
}

function checkBackend(errors: Errors, { service, resource }: IngressBackend, path: FieldPath): void {
  if (service && resource) errors.push(invalid(path, '', 'cannot set both resource and service backends'));
  else if (resource) checkReference(errors, resource, path.child('resource'));
  else if (service) checkServiceBackend(errors, service, path);
  else errors.push(invalid(path, '', 'resource or service backend is required'));
}

function checkPath(errors: Errors, one: HTTPIngressPath, path: FieldPath): void {
  const { path: text = '', pathType, backend } = one;
  if (pathType === undefined)
    return void errors.push(required(path.child('pathType'), 'pathType must be specified'));
  if (pathType === 'Exact' || pathType === 'Prefix') {
    if (!text.startsWith('/')) errors.push(invalid(path.child('path'), text, 'must be an absolute path'));
    for (const bad of BAD_SEQUENCES) {
      if (text.includes(bad)) errors.push(invalid(path.child('path'), text, `must not contain '${bad}'`));
    }
    for (const bad of BAD_SUFFIXES) {
      if (text.endsWith(bad)) errors.push(invalid(path.child('path'), text, `cannot end with '${bad}'`));
    }
  } else if (pathType === 'ImplementationSpecific') {
    if (text !== '' && !text.startsWith('/'))
      errors.push(invalid(path.child('path'), text, 'must be an absolute path'));
  } else errors.push(notSupported(path.child('pathType'), pathType, PATH_TYPES));
  checkBackend(errors, backend ?? {}, path.child('backend'));
}

function checkHost(errors: Errors, host: string, path: FieldPath): void {
  const messages = host.includes('*') ? isWildcardDNS1123Subdomain(host) : isDNS1123Subdomain(host);
  invalidEach(errors, path, host, messages);
}

function checkRule(errors: Errors, { host = '', http }: IngressRule, path: FieldPath): void {
  const at = path.child('host');
  if (parseIp(host)) errors.push(invalid(at, host, 'must be a DNS name, not an IP address'));
  if (host !== '') checkHost(errors, host, at);
  if (!http) return;
  if (!http.paths?.length) errors.push(required(path.child('http', 'paths')));
  for (const [i, one] of (http.paths ?? []).entries())
    checkPath(errors, one, path.child('http', 'paths').index(i));
}

function validate({ spec }: Ingress): Errors {
  const errors: Errors = [];
  const { defaultBackend, rules = [], tls = [], ingressClassName } = spec ?? {};
  if (rules.length === 0 && !defaultBackend) {
    errors.push(invalid(SPEC, null, 'either `defaultBackend` or `rules` must be specified'));
  }
  if (defaultBackend) checkBackend(errors, defaultBackend, SPEC.child('defaultBackend'));
  for (const [i, rule] of rules.entries()) checkRule(errors, rule, SPEC.child('rules').index(i));
  for (const [i, { hosts, secretName }] of tls.entries()) {
    const at = SPEC.child('tls').index(i);
    for (const [j, host] of (hosts ?? []).entries()) checkHost(errors, host, at.child('hosts').index(j));
    if (secretName) invalidEach(errors, at.child('secretName'), secretName, nameIsDNSSubdomain(secretName));
  }
  if (ingressClassName !== undefined) {
    invalidEach(
      errors,
      SPEC.child('ingressClassName'),
      ingressClassName,
      nameIsDNSSubdomain(ingressClassName),
    );
  }
  return errors;
}

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

function validateCreate(ingress: Ingress): Errors {
  const errors = validate(ingress);
  const annotation = ingress.metadata.annotations?.[CLASS_ANNOTATION];
  const name = ingress.spec?.ingressClassName;
  if (annotation !== undefined && name !== undefined && annotation !== name) {
    const at = fieldPath('annotations', CLASS_ANNOTATION);
    errors.push(invalid(at, annotation, 'must match `ingressClassName` when both are specified'));
  }
  return errors;
}

function warnings({ metadata }: Ingress): readonly string[] {
  if (metadata.annotations?.[CLASS_ANNOTATION] === undefined) return [];
  return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
}

function hosts({ spec }: Ingress): string {
  const names = [...new Set((spec?.rules ?? []).map(({ host }) => host || '*'))];
  return names.length === 0 ? '*' : firstFew(names, SHOWN_HOSTS);
}

function addresses({ status }: Ingress): string {
  return (status?.loadBalancer?.ingress ?? [])
    .map(({ ip, hostname }) => ip || hostname || '')
    .filter((one) => one !== '')
    .join(',');
}

export const INGRESS = defineKind<Ingress>({
  resource: 'ingresses.networking.k8s.io',
  kind: 'Ingress',
  apiVersion: 'networking.k8s.io/v1',
  namespaced: true,
  prepareForCreate: (ingress) => {
    ingress.status = { loadBalancer: {} };
  },
  validateCreate,
  validateUpdate: validate,
  warningsOnCreate: warnings,
  generationOf: ({ spec }) => [spec],
  subresources: { status: {} },
  tableColumns: [NAME, column('Class'), column('Hosts'), column('Address'), column('Ports'), AGE],
  row: (ingress, { nowUs }) => [
    ingress.metadata.name,
    orNone(ingress.spec?.ingressClassName),
    hosts(ingress),
    addresses(ingress),
    ingress.spec?.tls?.length ? '80, 443' : '80',
    ageOf(ingress.metadata.creationTimestamp, nowUs),
  ],
});

const MAX_CONTROLLER = 250;
const SCOPES: readonly string[] = ['Cluster', 'Namespace'];

function checkParameters(
  errors: Errors,
  { scope, namespace, ...reference }: IngressClassParametersReference,
  path: FieldPath,
): void {
  checkReference(errors, reference, path);
  if (scope === undefined) return void errors.push(required(path.child('scope')));
  if (!SCOPES.includes(scope)) errors.push(notSupported(path.child('scope'), scope, SCOPES));
  const at = path.child('namespace');
  if (scope === 'Namespace' && namespace === undefined)
    errors.push(required(at, "`parameters.scope` is set to 'Namespace'"));
  else if (scope === 'Namespace' && namespace !== undefined)
    invalidEach(errors, at, namespace, nameIsDNSLabel(namespace));
  if (scope === 'Cluster' && namespace !== undefined)
    errors.push(forbidden(at, "`parameters.scope` is set to 'Cluster'"));
}

function validateClass({ spec }: IngressClass): Errors {
  const errors: Errors = [];
  const controller = spec?.controller ?? '';
  const at = SPEC.child('controller');
  if (controller.length > MAX_CONTROLLER) errors.push(tooLong(at, MAX_CONTROLLER));
  checkDomainPrefixedPath(errors, controller, at);
  if (spec?.parameters) checkParameters(errors, spec.parameters, SPEC.child('parameters'));
  return errors;
}

export const INGRESS_CLASS = defineKind<IngressClass>({
  resource: 'ingressclasses.networking.k8s.io',
  kind: 'IngressClass',
  apiVersion: 'networking.k8s.io/v1',
  namespaced: false,
  default: ({ spec }) => {
    if (spec?.parameters) spec.parameters.scope ??= 'Cluster';
  },
  validateCreate: validateClass,
  validateUpdate: (next, old) => {
    const errors: Errors = [];
    const [value, was] = [next.spec?.controller ?? '', old.spec?.controller ?? ''];
    checkImmutable(errors, [value, was], SPEC.child('controller'));
    return [...errors, ...validateClass(next)];
  },
  generationOf: ({ spec }) => [spec],
  tableColumns: [NAME, column('Controller'), column('Parameters'), AGE],
  row: ({ metadata, spec }, { nowUs }) => {
    const parameters = spec?.parameters;
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : '';
    const shown = parameters ? `${parameters.kind}${group}/${parameters.name}` : '<none>';
    return [metadata.name, spec?.controller ?? '', shown, ageOf(metadata.creationTimestamp, nowUs)];
  },
});
