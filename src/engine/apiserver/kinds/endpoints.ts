import { fieldPath, required } from '../../../api/field-error.ts';
import type { EndpointAddress, EndpointPort, Endpoints } from '../../../api/generated/types.ts';
import { isIp } from '../../../api/addresses.ts';
import { isDNS1123Label, isPortNumber } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { checkProtocol } from './common/podspec/containers.ts';
import { AGE, NAME, column, firstFew, orNone } from './common/table.ts';
import { type Errors, invalidEach, semanticEqual } from './common/validate.ts';
import type { FieldPath } from '../../../api/field-error.ts';

// Models pkg/apis/core/validation ValidateEndpoints and printEndpoints (1.36).

const SHOWN = 3;

function checkAddress(errors: Errors, { ip, hostname }: EndpointAddress, path: FieldPath): void {
  invalidEach(errors, path.child('ip'), ip ?? '', isIp(ip ?? ''));
  if (hostname) invalidEach(errors, path.child('hostname'), hostname, isDNS1123Label(hostname));
}

function checkPort(
  errors: Errors,
  { name, port, protocol }: EndpointPort,
  path: FieldPath,
  named: boolean,
): void {
  if (name) invalidEach(errors, path.child('name'), name, isDNS1123Label(name));
  else if (named) errors.push(required(path.child('name')));
  invalidEach(errors, path.child('port'), port ?? 0, isPortNumber(port ?? 0));
  checkProtocol(errors, protocol, path.child('protocol'));
}

function validateCreate({ subsets }: Endpoints): Errors {
  const errors: Errors = [];
  for (const [i, { addresses = [], notReadyAddresses = [], ports = [] }] of (subsets ?? []).entries()) {
    const at = fieldPath('subsets').index(i);
    if (addresses.length + notReadyAddresses.length === 0) {
      errors.push(required(at, 'must specify `addresses` or `notReadyAddresses`'));
    }
    for (const [j, address] of addresses.entries())
      checkAddress(errors, address, at.child('addresses').index(j));
    for (const [j, address] of notReadyAddresses.entries())
      checkAddress(errors, address, at.child('notReadyAddresses').index(j));
    for (const [j, port] of ports.entries())
      checkPort(errors, port, at.child('ports').index(j), ports.length > 1);
  }
  return errors;
}

/** `<none>` without subsets; nothing at all when none of their addresses is ready. Models printers.go formatEndpoints. */
function shownEndpoints({ subsets }: Endpoints): string {
  if ((subsets ?? []).length === 0) return orNone(undefined);
  const list = (subsets ?? []).flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  return firstFew(list, SHOWN);
}

export const ENDPOINTS = defineKind<Endpoints>({
  resource: 'endpoints',
  kind: 'Endpoints',
  apiVersion: 'v1',
  namespaced: true,
  default: ({ subsets }) => {
    for (const { ports } of subsets ?? []) for (const port of ports ?? []) port.protocol ||= 'TCP';
  },
  validateCreate,
  validateUpdate: (endpoints, old) =>
    semanticEqual(endpoints.subsets, old.subsets) ? [] : validateCreate(endpoints),
  tableColumns: [NAME, column('Endpoints'), AGE],
  row: (endpoints, { nowUs }) => [
    endpoints.metadata.name,
    shownEndpoints(endpoints),
    ageOf(endpoints.metadata.creationTimestamp, nowUs),
  ],
});
