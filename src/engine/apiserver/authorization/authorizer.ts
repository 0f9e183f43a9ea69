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
  /** A path without a resource, such as /healthz. */
  readonly path?: string;
}

/** `reason` stands behind the refusal's text. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason?: string;
}

export type Authorizer = (access: Access) => Decision;

/** Models --authorization-mode=AlwaysAllow. */
export const ALWAYS_ALLOW: Authorizer = () => ({ allowed: true });
