import type { Draft } from '../../../base/brand.ts';
import { isIp } from '../../../api/addresses.ts';
import { duplicate, fieldPath, notSupported, required } from '../../../api/field-error.ts';
import type { EndpointSlice } from '../../../api/generated/types.ts';
import { isDNS1123Label, isDNS1123Subdomain, isPortNumber } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { checkProtocol } from './common/podspec/containers.ts';
import { AGE, NAME, column, firstFew, orUnset } from './common/table.ts';
import { checkImmutable, checkQualifiedName, type Errors, invalidEach } from './common/validate.ts';

// Models pkg/apis/discovery/validation ValidateEndpointSlice, SetDefaults_EndpointPort and printEndpointSlice (1.36).

const TYPES: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];
const MAX_ADDRESSES = 100;
const SHOWN = 3;

function defaultEndpointSlice(slice: Draft<EndpointSlice>): void {
  for (const port of slice.ports ?? []) {
    port.name ??= '';
    port.protocol ??= 'TCP';
  }
}

function checkAddress(address: string, type: string | undefined): readonly string[] {
  if (type === 'FQDN') return isDNS1123Subdomain(address);
  const messages = isIp(address);
  if (messages.length > 0) return messages;
  return address.includes(':') === (type === 'IPv6') ? [] : [`must be an ${type ?? ''} address`];
}

function checkEndpoints(errors: Errors, slice: EndpointSlice): void {
  for (const [i, endpoint] of (slice.endpoints ?? []).entries()) {
    const at = fieldPath('endpoints').index(i);
    const addresses = endpoint.addresses ?? [];
    if (addresses.length === 0)
      errors.push(required(at.child('addresses'), 'must contain at least 1 address'));
    if (addresses.length > MAX_ADDRESSES) {
      const detail = `must have at most ${MAX_ADDRESSES} items`;
      errors.push({
        type: 'FieldValueTooMany',
        field: at.child('addresses').toString(),
        value: addresses.length,
        detail,
      });
    }
    for (const [j, address] of addresses.entries()) {
      invalidEach(errors, at.child('addresses').index(j), address, checkAddress(address, slice.addressType));
    }
    if (endpoint.hostname !== undefined)
      invalidEach(errors, at.child('hostname'), endpoint.hostname, isDNS1123Label(endpoint.hostname));
  }
}

function checkPorts(errors: Errors, slice: EndpointSlice): void {
  const names = new Set<string>();
  for (const [i, { name = '', port, protocol, appProtocol }] of (slice.ports ?? []).entries()) {
    const at = fieldPath('ports').index(i);
    if (name !== '') invalidEach(errors, at.child('name'), name, isDNS1123Label(name));
    if (names.has(name)) errors.push(duplicate(at.child('name'), name));
    names.add(name);
    checkProtocol(errors, protocol, at.child('protocol'));
    if (port !== undefined) invalidEach(errors, at.child('port'), port, isPortNumber(port));
    if (appProtocol !== undefined) checkQualifiedName(errors, appProtocol, at.child('appProtocol'));
  }
}

function validateCreate(slice: EndpointSlice): Errors {
  const errors: Errors = [];
  if (!slice.addressType) errors.push(required(fieldPath('addressType')));
  else if (!TYPES.includes(slice.addressType))
    errors.push(notSupported(fieldPath('addressType'), slice.addressType, TYPES));
  checkEndpoints(errors, slice);
  checkPorts(errors, slice);
  return errors;
}

function validateUpdate(slice: EndpointSlice, old: EndpointSlice): Errors {
  const errors = validateCreate(slice);
  checkImmutable(errors, [slice.addressType, old.addressType], fieldPath('addressType'));
  return errors;
}

function portsText(slice: EndpointSlice): string {
  const ports = (slice.ports ?? []).map(({ port, name }) =>
    port === undefined ? (name ?? '*') : String(port),
  );
  return orUnset(firstFew(ports, SHOWN));
}

export const ENDPOINT_SLICE = defineKind<EndpointSlice>({
  resource: 'endpointslices.discovery.k8s.io',
  kind: 'EndpointSlice',
  apiVersion: 'discovery.k8s.io/v1',
  namespaced: true,
  default: defaultEndpointSlice,
  validateCreate,
  validateUpdate,
  generationOf: ({ addressType, endpoints, ports, metadata }) => [
    addressType,
    endpoints,
    ports,
    metadata.labels,
  ],
  tableColumns: [NAME, column('AddressType'), column('Ports'), column('Endpoints'), AGE],
  row: (slice, { nowUs }) => [
    slice.metadata.name,
    slice.addressType ?? '',
    portsText(slice),
    orUnset(
      firstFew(
        (slice.endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
        SHOWN,
      ),
    ),
    ageOf(slice.metadata.creationTimestamp, nowUs),
  ],
});
