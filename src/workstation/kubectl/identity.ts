import { goQuote } from '../../api/go-text.ts';
import type { Identity } from '../../engine/machinery/client.ts';
import type { Kubeconfig } from '../kubeconfig.ts';
import { CommandError, Exit } from './errors.ts';
import { GLOBAL_FLAGS } from './grammar/global.ts';
import type { Flags } from './grammar/parse.ts';

const UNAUTHENTICATED = 'system:unauthenticated';
const ANONYMOUS = 'system:anonymous';

/** Who a command is, by the kubeconfig and the flags --user, --token, --as and --as-group. Models clientcmd and impersonation. */
export function identityOf(
  machine: { readonly config: Kubeconfig; readonly admin: Identity },
  flags: Flags,
): Identity {
  const own = ownIdentity(machine, (name) => (flags.isSpec(name, GLOBAL_FLAGS) ? flags.text(name) : ''));
  const as = flags.text('as');
  if (as === '') {
    if (flags.list('as-group').length > 0)
      throw new CommandError(
        `requesting uid, groups or user-extra for ${userOf(machine.config, flags)} without impersonating a user`,
      );
    return own;
  }
  const groups = flags.list('as-group');
  const uid = flags.text('as-uid');
  return {
    ...own,
    impersonate: { user: as, ...(groups.length === 0 ? {} : { groups }), ...(uid === '' ? {} : { uid }) },
  };
}

/** The entry of the kubeconfig that a command goes by. */
function userOf(config: Kubeconfig, flags: Flags): string {
  const global = (name: string): string => (flags.isSpec(name, GLOBAL_FLAGS) ? flags.text(name) : '');
  return global('user') || (config.contexts.get(global('context') || config.currentContext)?.user ?? '');
}

function ownIdentity(
  { config, admin }: { readonly config: Kubeconfig; readonly admin: Identity },
  global: (name: string) => string,
): Identity {
  const token = global('token');
  if (token !== '')
    return { ...admin, user: ANONYMOUS, groups: [UNAUTHENTICATED], credential: { kind: 'token', token } };
  const asked = global('user');
  const named = global('context') || config.currentContext;
  if (named !== '' && !config.contexts.has(named))
    throw new Exit(1, `Error in configuration: context was not found for specified context: ${named}`);
  const context = config.contexts.get(named);
  const cluster = global('cluster');
  if (cluster !== '' && !config.clusters.has(cluster))
    throw new CommandError(`no server found for cluster ${goQuote(cluster)}`);
  const name = asked === '' ? (context?.user ?? '') : asked;
  const user = config.users.get(name);
  if (user === undefined && asked !== '')
    throw new CommandError(`auth info ${goQuote(asked)} does not exist`);
  if (user?.certificate !== undefined) {
    const { user: name, groups } = user.certificate;
    return name === admin.user ? admin : { ...admin, user: name, groups };
  }
  if (user?.token !== undefined)
    return {
      ...admin,
      user: ANONYMOUS,
      groups: [UNAUTHENTICATED],
      credential: { kind: 'token', token: user.token },
    };
  return { ...admin, user: ANONYMOUS, groups: [UNAUTHENTICATED], credential: { kind: 'none' } };
}
