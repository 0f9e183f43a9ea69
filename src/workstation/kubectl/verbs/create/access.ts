import type { PolicyRule } from '../../../../api/generated/types.ts';
import { resourceByWord } from '../../../../api/resources.ts';
import { formatTime } from '../../../../api/time.ts';
import type { Json, JsonObject } from '../../../../base/json.ts';
import { SECOND } from '../../../../trace/ids.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { resourceByKey } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import { ApiFailure, CommandError, Exit } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { at } from '../../object.ts';
import { formatPrinter } from '../../printers/object-printer.ts';
import { accountSubject, subject } from '../set/others.ts';
import { createMade, nameArgument } from './generator.ts';

const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'use',
  'bind',
  'escalate',
  'impersonate',
  'proxy',
  'approve',
  'sign',
  '*',
];
const RBAC = 'rbac.authorization.k8s.io';

/** `kubectl create role`. Models create_role.go (1.36). */
export function* createRole(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  const rules = rulesOf(kube, []);
  return yield* createMade(kube, {
    object: { kind: 'Role', apiVersion: `${RBAC}/v1`, metadata: { name }, rules: rules as unknown as Json },
  });
}

/** `kubectl create clusterrole`. Models create_clusterrole.go. */
export function* createClusterRole(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const aggregation = flags.list('aggregation-rule');
  if (aggregation.length > 0) {
    if (['non-resource-url', 'verb', 'resource', 'resource-name'].some((flag) => flags.list(flag).length > 0))
      throw new CommandError(
        'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
      );
    const labels = Object.fromEntries(
      aggregation.flatMap((text) => text.split(',')).map((pair) => pair.split('=') as [string, string]),
    );
    const object: JsonObject = {
      kind: 'ClusterRole',
      apiVersion: `${RBAC}/v1`,
      metadata: { name },
      rules: null,
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
    };
    return yield* createMade(kube, { object });
  }
  const rules = rulesOf(kube, flags.list('non-resource-url'));
  return yield* createMade(kube, {
    object: {
      kind: 'ClusterRole',
      apiVersion: `${RBAC}/v1`,
      metadata: { name },
      rules: rules as unknown as Json,
    },
  });
}

function rulesOf(kube: Kube, urls: readonly string[]): PolicyRule[] {
  const { flags } = kube;
  const verbs = [...new Set(flags.list('verb'))];
  const resources = flags.list('resource');
  const names = flags.list('resource-name');
  if (verbs.length === 0) throw new CommandError('at least one verb must be specified');
  if (resources.length === 0 && urls.length === 0)
    throw new CommandError(
      flags.has('non-resource-url')
        ? 'one of resource or nonResourceURL must be specified'
        : 'at least one resource must be specified',
    );
  for (const verb of resources.length > 0 ? verbs : [])
    if (!VERBS.includes(verb)) kube.err(`Warning: '${verb}' is not a standard resource verb\n`);
  const groups = new Map<string, string[]>();
  for (const word of resources) {
    const [type = '', ...sub] = word.split('/');
    const resource = type === '*' ? undefined : resourceByWord(type);
    if (type !== '*' && resource === undefined)
      throw new Exit(1, `the server doesn't have a resource type ${goQuote(type.split('.')[0] ?? '')}`);
    const group = resource?.group ?? '';
    const held = groups.get(group) ?? [];
    held.push([resource?.resource ?? '*', ...sub].join('/'));
    groups.set(group, held);
  }
  const rules = [...groups].map(([group, list]) => ({
    verbs,
    apiGroups: [group],
    resources: [...new Set(list)],
    ...(names.length === 0 ? {} : { resourceNames: names }),
  }));
  if (urls.length === 0) return rules;
  checkUrls(verbs, urls);
  return [...rules, { verbs, nonResourceURLs: urls }];
}

const URL_VERBS = ['*', 'get', 'post', 'put', 'delete', 'patch', 'head', 'options'];

function checkUrls(verbs: readonly string[], urls: readonly string[]): void {
  const wrong = verbs.find((verb) => !URL_VERBS.includes(verb));
  if (wrong !== undefined) throw new CommandError(`invalid verb: '${wrong}' for nonResourceURL`);
  for (const url of urls) {
    if (url === '*') continue;
    if (!url.startsWith('/')) throw new CommandError('nonResourceURL should start with /');
    if (url.slice(0, -1).includes('*'))
      throw new CommandError("nonResourceURL only supports wildcard matches when '*' is at the end");
  }
}

function subjectsOf(kube: Kube): JsonObject {
  const { flags } = kube;
  const subjects = [
    ...flags.list('user').map((name) => subject('User', name)),
    ...flags.list('group').map((name) => subject('Group', name)),
    ...flags.list('serviceaccount').map(accountSubject),
  ].map(({ kind, ...rest }) => ({ kind, ...rest }));
  return subjects.length === 0 ? {} : { subjects };
}

/** `kubectl create rolebinding`. Models create_rolebinding.go. */
export function* createRoleBinding(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const [clusterRole, role] = [flags.text('clusterrole'), flags.text('role')];
  if ((clusterRole === '') === (role === ''))
    throw new CommandError('exactly one of clusterrole or role must be specified');
  const roleRef = {
    apiGroup: RBAC,
    kind: role === '' ? 'ClusterRole' : 'Role',
    name: role === '' ? clusterRole : role,
  };
  const object: JsonObject = {
    kind: 'RoleBinding',
    apiVersion: `${RBAC}/v1`,
    metadata: { name },
    ...subjectsOf(kube),
    roleRef,
  };
  return yield* createMade(kube, { object, refusal: 'failed to create rolebinding: ' });
}

/** `kubectl create clusterrolebinding`. Models create_clusterrolebinding.go. */
export function* createClusterRoleBinding(kube: Kube): Task<number> {
  const name = nameArgument(kube);
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: kube.flags.text('clusterrole') };
  const object: JsonObject = {
    kind: 'ClusterRoleBinding',
    apiVersion: `${RBAC}/v1`,
    metadata: { name },
    ...subjectsOf(kube),
    roleRef,
  };
  return yield* createMade(kube, { object, refusal: 'failed to create clusterrolebinding: ' });
}

const BOUND_KINDS = ['Node', 'Pod', 'Secret'];

/** `kubectl create token`. Models create_token.go. */
export function* createToken(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const resource = present(resourceByKey('serviceaccounts'), 'serviceaccounts');
  const kind = flags.text('bound-object-kind');
  if (kind !== '' && !BOUND_KINDS.includes(kind))
    throw new CommandError(`supported --bound-object-kind values are ${BOUND_KINDS.join(', ')}`);
  const seconds = Math.floor(flags.durationUs('duration') / SECOND);
  const spec = {
    audiences: flags.list('audience'),
    ...(seconds > 0 ? { expirationSeconds: seconds } : {}),
    ...(kind === ''
      ? {}
      : {
          boundObjectRef: {
            kind,
            apiVersion: 'v1',
            name: flags.text('bound-object-name'),
            uid: flags.text('bound-object-uid'),
          },
        }),
  };
  const body = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: { creationTimestamp: formatTime(kube.kernel.unixUs()) },
    spec,
  };
  try {
    const answer = yield* kube.api.create(
      { resource, namespace: kube.namespace, name },
      body,
      undefined,
      'token',
    );
    const token = at(answer, 'status', 'token');
    if (token === undefined || token === '')
      throw new CommandError('failed to create token: no token in server response');
    const end = kube.shown ? '\n' : '';
    kube.out(flags.text('output') === '' ? `${String(token)}${end}` : (formatPrinter(kube)?.(answer) ?? ''));
    return 0;
  } catch (error) {
    if (error instanceof ApiFailure && error.error.kind === 'Status')
      throw new CommandError(`failed to create token: ${error.message}`);
    throw error;
  }
}
