import type { Secret, ServiceAccount } from '../../../api/generated/types.ts';
import { claimsOf } from '../../../api/web-token.ts';
import { textOfAnyBase64 } from '../../../base/base64.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { UserInfo } from '../request/user.ts';
import { accountGroups } from './authenticate.ts';

// Models pkg/serviceaccount/legacy.go (1.36): a token is good while its Secret holds it and its account stands.

const CLAIM = 'kubernetes.io/serviceaccount';

/** The account whose Secret of type service-account-token holds this token. */
export function userOfSecretToken(etcd: Etcd, token: string): UserInfo | undefined {
  const claims = claimsOf(token);
  const claim = (name: string): string => String(claims?.[`${CLAIM}/${name}`] ?? '');
  const [namespace, name, uid] = [
    claim('namespace'),
    claim('service-account.name'),
    claim('service-account.uid'),
  ];
  if (name === '') return undefined;
  const secret = etcd.get<Secret>('secrets', { namespace, name: claim('secret.name') });
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return undefined;
  if (textOfAnyBase64(secret.data?.['token'] ?? '') !== token) return undefined;
  const account = etcd.get<ServiceAccount>('serviceaccounts', { namespace, name });
  if (account?.metadata.uid !== uid || account.metadata.deletionTimestamp !== undefined) return undefined;
  const groups = [...accountGroups(namespace), 'system:authenticated'];
  return { name: `system:serviceaccount:${namespace}:${name}`, groups, uid };
}
