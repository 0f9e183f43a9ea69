import { describe, expect, test } from 'vitest';
import {
  duplicate,
  errorText,
  fieldPath,
  forbidden,
  internalFieldError,
  invalid,
  notFound,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './field-error.ts';
import { goJson, goQuote, goValue } from './go-text.ts';
import {
  newAlreadyExists,
  newConflict,
  newForbidden,
  newInternalError,
  newInvalid,
  newMethodNotSupported,
  newNotFound,
  newResourceExpired,
  newTimeout,
} from './status.ts';

describe('field errors', () => {
  const containers = fieldPath('spec').child('containers');

  test.each([
    [required(containers.index(0).child('image')), 'spec.containers[0].image: Required value'],
    [
      required(containers.index(0).child('livenessProbe'), 'must specify a handler type'),
      'spec.containers[0].livenessProbe: Required value: must specify a handler type',
    ],
    [
      notSupported(fieldPath('spec', 'type'), 'clusterIP', ['ClusterIP', 'NodePort']),
      'spec.type: Unsupported value: "clusterIP": supported values: "ClusterIP", "NodePort"',
    ],
    [
      notFound(containers.index(0).child('volumeMounts').index(1).child('name'), 'data'),
      'spec.containers[0].volumeMounts[1].name: Not found: "data"',
    ],
    [
      invalid(fieldPath('spec', 'replicas'), -1, 'must be greater than or equal to 0'),
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      invalid(fieldPath('spec', 'selector'), { matchLabels: { app: 'api' } }, 'field is immutable'),
      'spec.selector: Invalid value: {"matchLabels":{"app":"api"}}: field is immutable',
    ],
    [invalid(fieldPath('spec', 'selector'), null, 'x'), 'spec.selector: Invalid value: null: x'],
    [duplicate(fieldPath('spec', 'x'), 'TCP//8080'), 'spec.x: Duplicate value: "TCP//8080"'],
    [
      forbidden(fieldPath('data'), 'field is immutable when `immutable` is set'),
      'data: Forbidden: field is immutable when `immutable` is set',
    ],
    [
      tooLong(fieldPath('metadata', 'annotations'), 262144),
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
    [tooMany(fieldPath('spec', 'x'), 4, 3), 'spec.x: Too many: 4: must have at most 3 items'],
    [internalFieldError(fieldPath('spec'), 'broken'), 'spec: Internal error: broken'],
    [
      required(fieldPath('spec').child('resources').key('storage')),
      'spec.resources[storage]: Required value',
    ],
  ])('%#', (error, text) => {
    expect(errorText(error)).toBe(text);
  });
});

describe('Status', () => {
  test('not found names the group and the details', () => {
    expect(newNotFound('deployments.apps', 'web')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'deployments.apps "web" not found',
      reason: 'NotFound',
      details: { name: 'web', group: 'apps', kind: 'deployments' },
      code: 404,
    });
  });

  test('the message of an invalid object drops repeats, its causes keep them', () => {
    const error = required(fieldPath('spec', 'containers'));
    const status = newInvalid('Pod', 'web', [error, error]);
    expect(status.message).toBe('Pod "web" is invalid: spec.containers: Required value');
    expect(status.details?.causes).toHaveLength(2);
    const two = newInvalid('Deployment.apps', 'web', [error, forbidden(fieldPath('spec'), 'no')]);
    expect(two.message).toBe(
      'Deployment.apps "web" is invalid: [spec.containers: Required value, spec: Forbidden: no]',
    );
    expect(two.details?.causes?.[0]).toEqual({
      reason: 'FieldValueRequired',
      message: 'Required value',
      field: 'spec.containers',
    });
  });

  test('texts', () => {
    expect(newAlreadyExists('pods', 'a').message).toBe('pods "a" already exists');
    expect(newConflict('pods', 'a').message).toBe(
      'Operation cannot be fulfilled on pods "a": the object has been modified; please apply your changes to the latest version and try again',
    );
    expect(newForbidden('pods', '', 'no').message).toBe('pods is forbidden: no');
    expect(newForbidden('', '', 'no').message).toBe('forbidden: no');
    expect(newMethodNotSupported('bindings', 'get').message).toBe(
      'get is not supported on resources of kind "bindings"',
    );
    expect(newInternalError('boom').message).toBe('Internal error occurred: boom');
    expect(newTimeout('too slow', 0).message).toBe('Timeout: too slow');
    expect(newResourceExpired('too old resource version: 5 (1000)').code).toBe(410);
  });
});

test('Go prints values', () => {
  expect(goQuote('a "b"\n\u0001é\u00a0')).toBe('"a \\"b\\"\\n\\x01é\\u00a0"');
  expect(goJson({ a: '<b>&' })).toBe('{"a":"\\u003cb\\u003e\\u0026"}');
  expect(goValue({ spec: { b: [1, 'x'], a: null }, c: true })).toBe('map[c:true spec:map[a:<nil> b:[1 x]]]');
});
