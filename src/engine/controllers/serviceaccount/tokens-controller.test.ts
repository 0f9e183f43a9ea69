import { expect, it } from 'vitest';
import type { Secret, ServiceAccount } from '../../../api/generated/types.ts';
import { claimsOf } from '../../../api/web-token.ts';
import { textOfAnyBase64, encodeBase64 } from '../../../base/base64.ts';
import type { Identity } from '../../machinery/client.ts';
import { TestServer } from '../../apiserver/testing/test-server.ts';
import { DEFAULT_SETTINGS } from '../../kernel/settings.ts';
import { createControllerManager } from '../registry.ts';
import { filledFor } from './tokens-controller.ts';

const NAME = 'kubernetes.io/service-account.name';
const UID = 'kubernetes.io/service-account.uid';
const account: ServiceAccount = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'builder', namespace: 'default', uid: 'u1' },
};
const secret: Secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'token', namespace: 'default', uid: 's1', annotations: { [NAME]: 'builder' } },
  type: 'kubernetes.io/service-account-token',
};

it('fills in what is missing, and keeps a token that is there', () => {
  const filled = filledFor(secret, account, 'CA', () => 'signed');
  expect(filled?.metadata.annotations).toEqual({ [NAME]: 'builder', [UID]: 'u1' });
  const data = Object.entries(filled?.data ?? {}).map(([key, value]) => [key, textOfAnyBase64(value)]);
  expect(data.slice(0, 2)).toEqual([
    ['ca.crt', 'CA'],
    ['namespace', 'default'],
  ]);
  expect(claimsOf(String(data[2]?.[1]))).toMatchObject({
    sub: 'system:serviceaccount:default:builder',
    'kubernetes.io/serviceaccount/secret.name': 'token',
  });
  expect(filledFor(filled ?? secret, account, 'CA', () => 'again')).toBeUndefined();
  const renewed = filledFor(filled ?? secret, account, 'another CA', () => 'again');
  expect(renewed?.data).toEqual({ ...filled?.data, 'ca.crt': encodeBase64('another CA') });
});

it('a token from a Secret is good while its account stands; the Secret goes with the account', () => {
  const server = new TestServer();
  server.create('namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'kube-system' },
    status: { phase: 'Active' },
  });
  const context = { kernel: server.kernel, settings: DEFAULT_SETTINGS, connect: server.client.bind(server) };
  createControllerManager(context, { node: 'control-plane', rootCa: 'CA' }).start();
  server.wait(1_000_000);
  server.create('serviceaccounts', { ...account, metadata: { name: 'builder', namespace: 'default' } });
  server.create('secrets', { ...secret });
  server.create('secrets', {
    ...secret,
    metadata: { ...secret.metadata, name: 'other', annotations: { [NAME]: 'nobody' } },
  });
  server.wait(1_000_000);
  const at = (name: string) =>
    server.request({ verb: 'get', resource: 'secrets', namespace: 'default', name });
  expect(at('other').ok).toBe(false);
  const found = at('token');
  const token = textOfAnyBase64((found.ok ? (found.value.body as Secret) : secret).data?.['token'] ?? '');
  const bearer = (given: string): Identity => ({
    user: '',
    groups: [],
    client: 'curl',
    from: 'outside',
    credential: { kind: 'token', token: given },
  });
  const codeOf = (given: string): number => {
    const answer = server.request({ verb: 'list', resource: 'pods', namespace: 'default' }, bearer(given));
    return answer.ok ? 200 : answer.error.code;
  };
  expect([codeOf(token), codeOf(`${token}x`), codeOf('e30')]).toEqual([403, 401, 401]);
  server.request({ verb: 'delete', resource: 'serviceaccounts', namespace: 'default', name: 'builder' });
  expect(codeOf(token)).toBe(401);
  server.wait(1_000_000);
  expect(at('token').ok).toBe(false);
});
