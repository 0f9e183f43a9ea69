import { goQuote } from '../../api/go-text.ts';
import type { Identity } from '../../engine/machinery/client.ts';
import type { Kubeconfig } from '../kubeconfig.ts';
import { CommandError } from './errors.ts';
import type { Flags } from './grammar/parse.ts';

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const ANONYMOUS = 'system:anonymous';

/** Who a command is, by the kubeconfig and the flags --user, --token, --as and --as-group. Models clientcmd and impersonation. */
export function identityOf(machine: { readonly config: Kubeconfig; readonly admin: Identity }, flags: Flags): Identity {
  const own = ownIdentity(machine, flags);
  const as = flags.text('as');
  if (as === '') {
    if (flags.list('as-group').length > 0) throw new CommandError('requesting uid, groups or user-extra for  without impersonating a user');
    return own;
  }
  return { ...own, user: as, groups: impersonatedGroups(as, flags.list('as-group')) };
}

/** Models filters.WithImpersonation: everybody but the anonymous is authenticated; service accounts bring their groups. */
function impersonatedGroups(user: string, asked: readonly string[]): readonly string[] {
  const account = /^system:serviceaccount:([^:]+):[^:]+$/.exec(user);
  const groups = asked.length === 0 && account !== null ? ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`] : [...asked];
  if (user === ANONYMOUS) return groups.includes(UNAUTHENTICATED) ? groups : [...groups, UNAUTHENTICATED];
  return groups.includes(AUTHENTICATED) || groups.includes(UNAUTHENTICATED) ? groups : [...groups, AUTHENTICATED];
}

function ownIdentity({ config, admin }: { readonly config: Kubeconfig; readonly admin: Identity }, flags: Flags): Identity {
  const token = flags.text('token');
  if (token !== '') return { ...admin, user: ANONYMOUS, groups: [UNAUTHENTICATED], credential: { kind: 'token', token } };
  const asked = flags.text('user');
  const context = config.contexts.get(flags.text('context') === '' ? config.currentContext : flags.text('context'));
  const name = asked === '' ? (context?.user ?? '') : asked;
  const user = config.users.get(name);
  if (user === undefined && asked !== '') throw new CommandError(`auth info ${goQuote(asked)} does not exist`);
  if (user?.certificate === true) return admin;
  if (user?.token !== undefined) return { ...admin, user: ANONYMOUS, groups: [UNAUTHENTICATED], credential: { kind: 'token', token: user.token } };
  return { ...admin, user: ANONYMOUS, groups: [UNAUTHENTICATED], credential: { kind: 'none' } };
}
