import { type ApiStatus, newInvalid } from '../../../api/status.ts';
import { fieldPath, invalid, required } from '../../../api/field-error.ts';
import { err } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { Access, Authorizer, Decision } from '../authorization/authorizer.ts';
import type { Granted, Rbac } from '../authorization/rbac.ts';
import { decodeBody } from '../decode/body.ts';
import { type Outcome, answer } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';
import type { UserInfo } from '../request/user.ts';

// Models pkg/registry/authorization and authentication/selfsubjectreview (1.36): asked and answered, never stored.

/** What reviews ask. */
export interface Reviewer {
  readonly authorize: Authorizer;
  readonly rbac: Rbac;
  userOfToken(token: string): UserInfo | undefined;
}

interface ResourceAttributes {
  readonly verb?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

interface AccessSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly namespace?: string;
  readonly token?: string;
}

const KINDS = new Set([
  'selfsubjectaccessreviews',
  'subjectaccessreviews',
  'localsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'selfsubjectreviews',
  'tokenreviews',
]);

export function isReview(rc: RequestContext): boolean {
  return KINDS.has(rc.resource.resource);
}

/** POST of a review: the same object with its status. */
export function* review(reviewer: Reviewer, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const decoded = decodeBody(rc, rc.request.body, rc.kind);
  if (!decoded.ok) return decoded;
  const object = decoded.value;
  const spec = (object['spec'] ?? {}) as AccessSpec;
  const wrong = check(rc, spec);
  if (wrong !== undefined) return err(wrong);
  rc.stage('decoding', 'passed');
  return answer(rc, 201, {
    ...object,
    metadata: { ...metadataOf(rc), ...object.metadata },
    ...statusOf(reviewer, rc, spec),
  });
}

/** Only a SelfSubjectReview is dated. */
function metadataOf(rc: RequestContext): object {
  return { creationTimestamp: rc.resource.resource === 'selfsubjectreviews' ? rc.now() : null };
}

function check(
  rc: RequestContext,
  { resourceAttributes, nonResourceAttributes, user, groups }: AccessSpec,
): ApiStatus | undefined {
  const { resource } = rc.resource;
  if (!resource.endsWith('accessreviews')) return undefined;
  const path = fieldPath('spec');
  const both = resourceAttributes !== undefined && nonResourceAttributes !== undefined;
  const neither = resourceAttributes === undefined && nonResourceAttributes === undefined;
  const errors = [
    ...(both
      ? [
          invalid(
            path.child('nonResourceAttributes'),
            nonResourceAttributes,
            'cannot be specified in combination with resourceAttributes',
          ),
        ]
      : []),
    ...(neither
      ? [
          invalid(
            path.child('resourceAttributes'),
            null,
            'exactly one of nonResourceAttributes or resourceAttributes must be specified',
          ),
        ]
      : []),
    ...(resource !== 'selfsubjectaccessreviews' && (user ?? '') === '' && (groups ?? []).length === 0
      ? [required(path.child('user'), 'at least one of user or group must be specified')]
      : []),
  ];
  return errors.length === 0 ? undefined : newInvalid(rc.groupKind, '', errors);
}

function statusOf(reviewer: Reviewer, rc: RequestContext, spec: AccessSpec): object {
  switch (rc.resource.resource) {
    case 'selfsubjectreviews':
      return { status: { userInfo: userText(rc.user) } };
    case 'selfsubjectrulesreviews':
      return { status: rulesStatus(reviewer.rbac.grantedTo(rc.user, spec.namespace ?? ''), rc.user) };
    case 'tokenreviews':
      return { status: tokenStatus(reviewer, spec) };
    case 'selfsubjectaccessreviews':
      return { status: decisionStatus(reviewer.authorize(accessOf(rc.user, spec))) };
    default:
      return {
        status: decisionStatus(
          reviewer.authorize(accessOf({ name: spec.user ?? '', groups: spec.groups ?? [] }, spec)),
        ),
      };
  }
}

function userText({ name, groups, uid, extra }: UserInfo): object {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra === undefined ? {} : { extra }),
  };
}

function accessOf(user: UserInfo, { resourceAttributes, nonResourceAttributes }: AccessSpec): Access {
  const {
    verb = '',
    group = '',
    resource = '',
    subresource = '',
    namespace = '',
    name = '',
  } = resourceAttributes ?? {};
  const access = { user, verb, group, resource, subresource, namespace, name };
  if (nonResourceAttributes === undefined) return access;
  return { ...access, verb: nonResourceAttributes.verb ?? '', path: nonResourceAttributes.path ?? '' };
}

function decisionStatus({ allowed, reason }: Decision): object {
  return reason === undefined || reason === '' ? { allowed } : { allowed, reason };
}

function tokenStatus(reviewer: Reviewer, { token = '' }: AccessSpec): object {
  const user = reviewer.userOfToken(token);
  return user === undefined
    ? { user: {}, error: '[invalid bearer token, token lookup failed]' }
    : { authenticated: true, user: userText(user) };
}

function rulesStatus(granted: Iterable<Granted>, user: UserInfo): object {
  const resourceRules: object[] = [];
  const nonResourceRules: object[] = [];
  if (user.groups.includes('system:masters')) {
    resourceRules.push({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
    nonResourceRules.push({ verbs: ['*'], nonResourceURLs: ['*'] });
  }
  for (const each of granted) {
    if ('missing' in each) continue;
    const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = each.rule;
    if ((resources ?? []).length > 0) {
      resourceRules.push({
        verbs,
        apiGroups,
        resources,
        ...(resourceNames === undefined ? {} : { resourceNames }),
      });
    }
    if ((nonResourceURLs ?? []).length > 0) nonResourceRules.push({ verbs, nonResourceURLs });
  }
  return { resourceRules, nonResourceRules, incomplete: false };
}
