/** How a user of kubectl proves who it is. */
export const CREDENTIALS = ['certificate', 'unknown-token', 'none'] as const;
type Credential = (typeof CREDENTIALS)[number];

/** Somebody whom kubectl can be: an entry of the kubeconfig, with a context of the same name. */
export interface ClusterUser {
  /** As the kubeconfig names it; with a certificate also how the server does. */
  readonly name: string;
  /** A client certificate's organisations. */
  readonly groups: readonly string[];
  /** `unknown-token`: the server answers 401. `none`: the server takes it for system:anonymous. */
  readonly credential: Credential;
  /** Where kubectl works unless told otherwise, and the only place where the role holds. */
  readonly namespace?: string;
  /** A ClusterRole bound to the user, in the namespace or, without one, in the whole cluster. */
  readonly role?: string;
}

/** The administrator's name in a `user` step: the kubeconfig's own first context. */
export const ADMIN_USER = 'admin';
const ADMIN_CONTEXT = 'kubernetes-admin@kubernetes';

const user = (name: string, more: Partial<ClusterUser> = {}): ClusterUser => ({
  name,
  groups: [],
  credential: 'certificate',
  ...more,
});

/** Users that every scenario may switch to, besides the administrator and its own. */
export const KNOWN_USERS: readonly ClusterUser[] = [
  user('developer', { groups: ['developers'], namespace: 'default', role: 'edit' }),
  user('viewer', { role: 'view' }),
  user('nobody'),
  user('stranger', { credential: 'unknown-token' }),
  user('anonymous', { credential: 'none' }),
];

/** The user of a name: the scenario's own before the known ones. The administrator is none of them. */
export function userNamed(name: string, own: readonly ClusterUser[]): ClusterUser | undefined {
  return own.find((one) => one.name === name) ?? KNOWN_USERS.find((one) => one.name === name);
}

/** Every name that a `user` step may have. */
export function userNames(own: readonly ClusterUser[]): readonly string[] {
  const known = KNOWN_USERS.filter(({ name }) => !own.some((one) => one.name === name));
  return [ADMIN_USER, ...own.map(({ name }) => name), ...known.map(({ name }) => name)];
}

/** The kubeconfig context that a user's name stands for. */
export function contextOf(name: string): string {
  return name === ADMIN_USER ? ADMIN_CONTEXT : name;
}
