import { fieldPath, invalid } from '../../../api/field-error.ts';
import type { Pod, ServiceAccount } from '../../../api/generated/types.ts';
import { goQuote } from '../../../api/go-text.ts';
import { splitApiVersion } from '../../../api/resources.ts';
import { type ApiStatus, newBadRequest, newConflict, newInvalid, newNotFound } from '../../../api/status.ts';
import { formatTime } from '../../../api/time.ts';
import { webToken } from '../../../api/web-token.ts';
import { own } from '../../../base/own.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import { accountGroups } from '../authentication/authenticate.ts';
import { decodeBody } from '../decode/body.ts';
import { type Outcome, type Registry, answer } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';
import type { UserInfo } from '../request/user.ts';

// Models pkg/registry/core/serviceaccount/storage/token.go (1.36).

const KIND = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' } as const;
const ISSUER = 'https://kubernetes.default.svc.cluster.local';
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;
const DEFAULT_SECONDS = 3600;

interface TokenSpec {
  readonly audiences?: readonly string[];
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: BoundRef;
}

interface BoundRef {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** What a token ends with: its kind's claim, and who that is. */
type Bound = Readonly<Record<string, { readonly name: string; readonly uid: string | undefined }>>;

const BOUND: Readonly<Record<string, readonly [resource: string, claim: string]>> = {
  Pod: ['pods', 'pod'],
  Secret: ['secrets', 'secret'],
  Node: ['nodes', 'node'],
};

/** POST serviceaccounts/x/token: a token the server will know again. */
export function* requestToken(
  registry: Registry,
  rc: RequestContext,
  issued: Map<string, UserInfo>,
): Task<Outcome> {
  yield rc.stageTime();
  const account = registry.etcd.get<ServiceAccount>('serviceaccounts', {
    namespace: rc.namespace,
    name: rc.name,
  });
  if (account === undefined) return err(newNotFound('serviceaccounts', rc.name));
  const decoded = decodeBody(rc, rc.request.body, KIND);
  if (!decoded.ok) return decoded;
  rc.stage('decoding', 'passed');
  const spec = (decoded.value['spec'] ?? {}) as TokenSpec;
  const seconds = spec.expirationSeconds ?? DEFAULT_SECONDS;
  const path = fieldPath('spec', 'expirationSeconds');
  if (seconds < MIN_SECONDS) {
    return err(
      newInvalid('TokenRequest.authentication.k8s.io', '', [
        invalid(path, seconds, 'may not specify a duration less than 10 minutes'),
      ]),
    );
  }
  if (seconds > MAX_SECONDS) {
    return err(
      newInvalid('TokenRequest.authentication.k8s.io', '', [
        invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds'),
      ]),
    );
  }
  const bound = boundTo(registry, rc, spec.boundObjectRef);
  if (!bound.ok) return bound;
  yield rc.stageTime();
  const audiences = (spec.audiences ?? []).length === 0 ? [ISSUER] : spec.audiences;
  const token = makeToken(rc, account, { audiences, seconds, bound: bound.value });
  issued.set(token, userOf(rc, account));
  const expirationTimestamp = formatTime(rc.server.kernel.unixUs() + seconds * 1_000_000);
  const metadata = {
    ...decoded.value.metadata,
    name: rc.name,
    namespace: rc.namespace,
    creationTimestamp: rc.now(),
  };
  return answer(rc, 201, {
    ...KIND,
    metadata,
    spec: { ...spec, audiences, expirationSeconds: seconds },
    status: { token, expirationTimestamp },
  });
}

/** The object must be there, be the one that is meant, and, being a Pod, run as this account. */
function boundTo(
  { etcd }: Registry,
  rc: RequestContext,
  ref: BoundRef | undefined,
): Result<Bound, ApiStatus> {
  if (ref === undefined) return ok({});
  const { apiVersion = '', kind = '', name = '', uid } = ref;
  const known = apiVersion.includes('/') ? undefined : own(BOUND, kind);
  if (known === undefined) {
    const { group, version } = splitApiVersion(apiVersion);
    const type = `${group}/${version}, Kind=${kind}`;
    return err(newBadRequest(`cannot bind token to object of type ${type}`));
  }
  const [resource, claim] = known;
  const namespace = kind === 'Node' ? '' : rc.namespace;
  const held = etcd.get<Pod>(resource, { namespace, name });
  if (held === undefined) return err(newNotFound(resource, name));
  if (kind === 'Pod' && held.spec?.serviceAccountName !== rc.name) {
    const why = `cannot bind token for serviceaccount ${goQuote(rc.name)} to pod running with different serviceaccount name.`;
    return err(newBadRequest(why));
  }
  if (uid && held.metadata.uid !== uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    return err(newConflict(kind, name, why));
  }
  return ok({ [claim]: { name, uid: held.metadata.uid } });
}

function userOf(rc: RequestContext, { metadata }: ServiceAccount): UserInfo {
  const name = `system:serviceaccount:${rc.namespace}:${rc.name}`;
  const groups = [...accountGroups(rc.namespace), 'system:authenticated'];
  return metadata.uid === undefined ? { name, groups } : { name, groups, uid: metadata.uid };
}

function makeToken(
  rc: RequestContext,
  { metadata }: ServiceAccount,
  {
    audiences,
    seconds,
    bound,
  }: { readonly audiences: readonly string[] | undefined; readonly seconds: number; readonly bound: Bound },
): string {
  const now = Math.floor(rc.server.kernel.unixUs() / 1_000_000);
  const payload = {
    aud: audiences,
    exp: now + seconds,
    iat: now,
    iss: ISSUER,
    jti: rc.server.kernel.uid(),
    'kubernetes.io': {
      namespace: rc.namespace,
      ...bound,
      serviceaccount: { name: rc.name, uid: metadata.uid },
    },
    nbf: now,
    sub: `system:serviceaccount:${rc.namespace}:${rc.name}`,
  };
  return webToken(payload, rc.server.kernel.hexId(64));
}
