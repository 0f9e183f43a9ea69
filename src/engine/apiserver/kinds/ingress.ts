import { parseIp } from '../../../api/addresses.ts';
import { type FieldPath, invalid, notSupported, required } from '../../../api/field-error.ts';
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressClass,
  IngressRule,
} from '../../../api/generated/types.ts';
import {
  isDNS1035Label,
  isDNS1123Subdomain,
  isPortName,
  isPortNumber,
  isWildcardDNS1123Subdomain,
  nameIsDNSSubdomain,
} from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { AGE, NAME, column, firstFew, orNone } from './common/table.ts';
import { type Errors, invalidEach, semanticEqual, SPEC } from './common/validate.ts';

// Models pkg/apis/networking/validation ValidateIngressCreate, printIngress, printIngressClass (1.36).

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_SEQUENCES: readonly string[] = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_SUFFIXES: readonly string[] = ['/..', '/.'];
const SHOWN_HOSTS = 3;

function checkBackend(errors: Errors, { service, resource }: IngressBackend, path: FieldPath): void {
  if (service && resource)
    return void errors.push(invalid(path, '', 'cannot set both resource and service backends'));
  if (resource) {
    if (!resource.kind) errors.push(required(path.child('resource', 'kind')));
    if (!resource.name) errors.push(required(path.child('resource', 'name')));
    return;
  }
  if (!service) return void errors.push(required(path, 'resource or service backend is required'));
  const name = path.child('service', 'name');
  if (!service.name) errors.push(required(name));
  else invalidEach(errors, name, service.name, isDNS1035Label(service.name));
  const port = path.child('service', 'port');
  const { name: portName, number } = service.port ?? {};
  if (portName && number) errors.push(invalid(port, '', 'cannot set both port name & port number'));
  else if (portName) invalidEach(errors, port.child('name'), portName, isPortName(portName));
  else if (number) invalidEach(errors, port.child('number'), number, isPortNumber(number));
  else errors.push(required(port, 'port name or number is required'));
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
  if (host === '') return;
  if (parseIp(host)) return void errors.push(invalid(path, host, 'must be a DNS name, not an IP address'));
  invalidEach(
    errors,
    path,
    host,
    host.includes('*') ? isWildcardDNS1123Subdomain(host) : isDNS1123Subdomain(host),
  );
}

function checkRule(errors: Errors, { host = '', http }: IngressRule, path: FieldPath): void {
  checkHost(errors, host, path.child('host'));
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
  for (const [i, { hosts }] of tls.entries()) {
    for (const [j, host] of (hosts ?? []).entries()) {
      const at = SPEC.child('tls').index(i).child('hosts').index(j);
      invalidEach(
        errors,
        at,
        host,
        host.includes('*') ? isWildcardDNS1123Subdomain(host) : isDNS1123Subdomain(host),
      );
    }
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

function warnings({ metadata }: Ingress): readonly string[] {
  const key = 'kubernetes.io/ingress.class';
  if (metadata.annotations?.[key] === undefined) return [];
  return [`annotation "${key}" is deprecated, please use 'spec.ingressClassName' instead`];
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
  validateCreate: validate,
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

export const INGRESS_CLASS = defineKind<IngressClass>({
  resource: 'ingressclasses.networking.k8s.io',
  kind: 'IngressClass',
  apiVersion: 'networking.k8s.io/v1',
  namespaced: false,
  validateCreate: ({ spec }) => {
    const errors: Errors = [];
    const controller = spec?.controller ?? '';
    if (controller === '') errors.push(required(SPEC.child('controller')));
    else if (!controller.includes('/')) {
      errors.push(
        invalid(
          SPEC.child('controller'),
          controller,
          'must be a domain-prefixed path (such as "acme.io/foo")',
        ),
      );
    }
    return errors;
  },
  validateUpdate: ({ spec }, old) =>
    semanticEqual(spec?.controller, old.spec?.controller)
      ? []
      : [invalid(SPEC.child('controller'), spec?.controller ?? '', 'field is immutable')],
  generationOf: ({ spec }) => [spec],
  tableColumns: [NAME, column('Controller'), column('Parameters'), AGE],
  row: ({ metadata, spec }, { nowUs }) => {
    const parameters = spec?.parameters;
    const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : '';
    const shown = parameters ? `${parameters.kind}${group}/${parameters.name}` : '<none>';
    return [metadata.name, spec?.controller ?? '', shown, ageOf(metadata.creationTimestamp, nowUs)];
  },
});
