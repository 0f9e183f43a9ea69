import type { Namespace } from '../../../../api/generated/types.ts';
import type { Methods } from '../../cel/values.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

/** The names that conditions and validations may use. Models admission/plugin/cel. */
export function admissionScope(
  attributes: AdmissionAttributes,
  rc: RequestContext,
  params?: unknown,
): Map<string, unknown> {
  return new Map<string, unknown>([
    ['object', attributes.object ?? null],
    ['oldObject', attributes.old ?? null],
    ['request', requestValue(attributes, rc)],
    ['params', params ?? null],
    ['namespaceObject', namespaceOf(attributes, rc) ?? null],
    ['authorizer', authorizerValue(rc)],
  ]);
}

function namespaceOf({ namespace }: AdmissionAttributes, rc: RequestContext): Namespace | undefined {
  return namespace === ''
    ? undefined
    : rc.server.etcd.get<Namespace>('namespaces', { namespace: '', name: namespace });
}

function requestValue({ operation, namespace, name }: AdmissionAttributes, rc: RequestContext): object {
  const { group, version, resource, kind } = rc.resource;
  const { name: username, groups, uid } = rc.user;
  return {
    kind: { group, version, kind },
    resource: { group, version, resource },
    subResource: rc.subresource,
    requestKind: { group, version, kind },
    requestResource: { group, version, resource },
    name,
    namespace,
    operation,
    userInfo: { username, groups, ...(uid === undefined ? {} : { uid }) },
    dryRun: rc.dryRun,
  };
}

interface Asked {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** `authorizer.group('apps').resource('deployments').namespace('x').check('create').allowed()` */
function authorizerValue(rc: RequestContext): Methods {
  const about = (asked: Asked): Methods => ({
    methods: {
      resource: (resource) => about({ ...asked, resource: String(resource) }),
      subresource: (subresource) => about({ ...asked, subresource: String(subresource) }),
      namespace: (namespace) => about({ ...asked, namespace: String(namespace) }),
      name: (name) => about({ ...asked, name: String(name) }),
      check: (verb) => decisionValue(rc.server.authorize({ user: rc.user, verb: String(verb), ...asked })),
    },
  });
  return {
    methods: {
      group: (group) =>
        about({ group: String(group), resource: '', subresource: '', namespace: '', name: '' }),
    },
  };
}

function decisionValue({
  allowed,
  reason,
}: {
  readonly allowed: boolean;
  readonly reason?: string;
}): Methods {
  return {
    methods: { allowed: () => allowed, reason: () => reason ?? '', errored: () => false, error: () => '' },
  };
}
