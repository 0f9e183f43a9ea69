import type { UserInfo } from '../request/user.ts';

/** What is asked for. Models authorizer.Attributes. */
export interface Access {
  readonly user: UserInfo;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Fields that must equal one value, of a list or watch. */
  readonly fieldSelector?: ReadonlyMap<string, string>;
  /** A path without a resource, such as /healthz. */
  readonly path?: string;
}

/** `reason` stands behind the refusal's text. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason?: string;
}

export type Authorizer = (access: Access) => Decision;

/** Members of system:masters may do everything, whatever the roles say. Models authorizerfactory.NewPrivilegedGroups. */
const privileged: Authorizer = ({ user }) => ({ allowed: user.groups.includes('system:masters') });

/** The first that allows decides; the reasons of all stand behind a refusal. Models authorization/union. */
export function unionAuthorizer(...authorizers: readonly Authorizer[]): Authorizer {
  const all = [privileged, ...authorizers];
  return (access) => {
    const reasons: string[] = [];
    for (const authorize of all) {
      const decision = authorize(access);
      if (decision.allowed) return decision;
      if (decision.reason !== undefined && decision.reason !== '') reasons.push(decision.reason);
    }
    return { allowed: false, reason: reasons.join('\n') };
  };
}
