import type { Secret, ServiceAccount } from '../../../api/generated/types.ts';
import { webToken } from '../../../api/web-token.ts';
import { encodeBase64 } from '../../../base/base64.ts';
import type { Task } from '../../kernel/task.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { keyOf, refFromKey } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';

const TYPE = 'kubernetes.io/service-account-token';
const NAME = 'kubernetes.io/service-account.name';
const UID = 'kubernetes.io/service-account.uid';
const CLAIM = 'kubernetes.io/serviceaccount';

/**
 * Fills Secrets of type service-account-token that somebody made, and deletes those whose account is gone.
 * Models pkg/controller/serviceaccount tokens_controller.go (1.36): it makes none of its own.
 */
export function createTokensController(context: ControllerContext, rootCa: string): Controller {
  const secrets = context.informers.of<Secret>('secrets');
  const loop = new ControllerLoop(context, {
    name: 'serviceaccount-token',
    workers: 5,
    waitFor: ['secrets', 'serviceaccounts'],
    sync: (key) => sync(context, secrets.getByKey(key), rootCa),
  });
  const wake = (secret: Secret): void => {
    if (secret.type === TYPE) loop.queue.add(keyOf(secret));
  };
  secrets.on({ added: wake, updated: wake });
  context.informers.of<ServiceAccount>('serviceaccounts').on({
    deleted: ({ metadata }) => {
      for (const secret of secrets.values())
        if (secret.metadata.namespace === metadata.namespace && accountOf(secret).name === metadata.name)
          wake(secret);
    },
  });
  return loop;
}

function accountOf({ metadata }: Secret): { readonly name: string; readonly uid: string } {
  return { name: metadata.annotations?.[NAME] ?? '', uid: metadata.annotations?.[UID] ?? '' };
}

function* sync(context: ControllerContext, secret: Secret | undefined, rootCa: string): Task<SyncResult> {
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) return DONE;
  const { name, uid } = accountOf(secret);
  const { namespace = '' } = secret.metadata;
  const found = yield* context.client.get<ServiceAccount>('serviceaccounts', { namespace, name });
  if (!found.ok && found.error.code !== 404) return retry(found.error.message);
  const account = found.ok ? found.value : undefined;
  if (account === undefined || (uid !== '' && account.metadata.uid !== uid)) {
    decide(context, secret, 'delete', `there is no ServiceAccount ${name} of this Secret: delete it`);
    const gone = yield* context.client.delete('secrets', refFromKey(keyOf(secret)), {
      preconditions: { uid: secret.metadata.uid ?? '' },
    });
    return gone.ok || gone.error.code === 404 || gone.error.code === 409 ? DONE : retry(gone.error.message);
  }
  const filled = filledFor(secret, account, rootCa, () => context.kernel.hexId(64));
  if (filled === undefined) return DONE;
  decide(context, secret, 'fill', `a token of ServiceAccount ${name} is missing: sign one`);
  const written = yield* context.client.update<Secret>('secrets', filled);
  return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
}

/** The Secret with what is missing in it; nothing where nothing is. */
export function filledFor(
  secret: Secret,
  account: ServiceAccount,
  rootCa: string,
  sign: () => string,
): Secret | undefined {
  const { data = {}, metadata } = secret;
  const { namespace = '' } = metadata;
  const ca = encodeBase64(rootCa);
  const { name, uid } = account.metadata;
  const whole = data['ca.crt'] === ca && (data['namespace'] ?? '') !== '' && (data['token'] ?? '') !== '';
  if (whole && metadata.annotations?.[UID] === uid) return undefined;
  const claims = {
    iss: 'kubernetes/serviceaccount',
    [`${CLAIM}/namespace`]: namespace,
    [`${CLAIM}/secret.name`]: metadata.name,
    [`${CLAIM}/service-account.name`]: name,
    [`${CLAIM}/service-account.uid`]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  return {
    ...secret,
    metadata: {
      ...metadata,
      annotations: { ...metadata.annotations, [NAME]: name ?? '', [UID]: uid ?? '' },
    },
    data: {
      ...data,
      'ca.crt': ca,
      namespace: data['namespace'] || encodeBase64(namespace),
      token: data['token'] || encodeBase64(webToken(claims, sign())),
    },
  };
}

function decide(context: ControllerContext, secret: Secret, name: string, note: string): void {
  recordDecision(context, secret, { controller: 'serviceaccount-token', name, resource: 'secrets', note });
}
