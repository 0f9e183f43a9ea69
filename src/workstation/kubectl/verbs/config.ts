import { goQuote } from '../../../api/go-text.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { type ConfigUser, configObject } from '../../kubeconfig.ts';
import { CommandError, throwAll } from '../errors.ts';
import { helpText } from '../help.ts';
import { type Kube, misused } from '../kube.ts';
import { structPrinter } from '../printers/object-printer.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';
import type { Verb } from './verb.ts';

// Models kubectl/pkg/cmd/config (1.36). The file is the learner's; changes last for the rest of the run.

const KUBECONFIG = '/root/.kube/config';

function plain(run: (kube: Kube) => void): Verb {
  // eslint-disable-next-line require-yield
  return function* (kube: Kube): Task<number> {
    run(kube);
    return 0;
  };
}

function argument(kube: Kube, at: number): string {
  const word = kube.args[at];
  if (word === undefined) throw misused(kube, `Unexpected args: [${kube.args.join(' ')}]`);
  return word;
}

export const currentContext = plain((kube) => {
  if (kube.config.currentContext === '') throw new CommandError('current-context is not set');
  kube.out(`${kube.config.currentContext}\n`);
});

/** The same where the command tells how it is used first. */
function needed(kube: Kube, count: number, word = 'Unexpected'): readonly string[] {
  if (kube.args.length === count) return kube.args;
  kube.out(helpText(kube.path, kube.helps));
  throw new CommandError(`${word} args: [${kube.args.join(' ')}]`);
}

export const useContext = plain((kube) => {
  const [name = ''] = needed(kube, 1);
  if (!kube.config.contexts.has(name))
    throw new CommandError(`no context exists with the name: ${goQuote(name)}`);
  kube.config.currentContext = name;
  kube.out(`Switched to context ${goQuote(name)}.\n`);
});

export const getContexts = plain((kube) => {
  const { config, flags, args } = kube;
  const output = flags.text('output');
  if (output !== '' && output !== 'name')
    throw new CommandError(
      `--output ${output} is not available in kubectl config get-contexts; resetting to default output format`,
    );
  const names = args.length > 0 ? args : [...config.contexts.keys()].sort();
  const known = names.filter((name) => config.contexts.has(name));
  const unknown = names
    .filter((name) => !known.includes(name))
    .map((name) => new CommandError(`context ${name} not found`));
  if (output === 'name') {
    kube.out(known.map((name) => `${name}\n`).join(''));
    return throwAll(unknown);
  }
  const rows = flags.bool('no-headers') ? [] : [['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']];
  for (const name of known) {
    const { cluster = '', user = '', namespace = '' } = config.contexts.get(name) ?? {};
    rows.push([name === config.currentContext ? '*' : '', name, cluster, user, namespace]);
  }
  kube.out(layOut(rows.map((cells) => `${cells.join('\t')}\n`).join(''), TABLE_STYLE));
  throwAll(unknown);
});

export const setContext = plain((kube) => {
  const { config, flags, args } = kube;
  if (flags.bool('current') === args.length > 0)
    throw new CommandError(
      flags.bool('current')
        ? 'you cannot specify both a context name and --current'
        : 'you must specify a non-empty context name or --current',
    );
  const name = flags.bool('current') ? config.currentContext : argument(kube, 0);
  if (name === '') throw new CommandError('no current context is set');
  const held = config.contexts.get(name);
  const namespace = flags.changed('namespace') ? flags.text('namespace') : held?.namespace;
  config.contexts.set(name, {
    cluster: flags.changed('cluster') ? flags.text('cluster') : (held?.cluster ?? ''),
    user: flags.changed('user') ? flags.text('user') : (held?.user ?? ''),
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
  });
  kube.out(`Context ${goQuote(name)} ${held === undefined ? 'created' : 'modified'}.\n`);
});

export const setCredentials = plain((kube) => {
  const [name = ''] = needed(kube, 1, 'unexpected');
  const { flags, config } = kube;
  embedded(kube, ['client-certificate', 'client-key']);
  const given = (flag: string): string | undefined => (flags.changed(flag) ? flags.text(flag) : undefined);
  const [token, username, password] = [given('token'), given('username'), given('password')];
  if (token !== undefined && (username !== undefined || password !== undefined))
    throw new CommandError(
      'you cannot specify more than one authentication method at the same time: --token, --username/--password',
    );
  const user: ConfigUser = {
    ...config.users.get(name),
    ...(token === undefined ? {} : { token }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
  config.users.set(name, user);
  kube.out(`User ${goQuote(name)} set.\n`);
});

/** What is to be carried in the file must be there. */
function embedded(kube: Kube, names: readonly string[]): void {
  if (!kube.flags.bool('embed-certs')) return;
  for (const name of names) {
    const path = kube.flags.text(name);
    if (path !== '' && !kube.files.read(path).ok)
      throw new CommandError(`could not stat ${name} file ${path}: stat ${path}: no such file or directory`);
  }
}

export const setCluster = plain((kube) => {
  const [name = ''] = needed(kube, 1);
  embedded(kube, ['certificate-authority']);
  const server = kube.flags.changed('server')
    ? kube.flags.text('server')
    : (kube.config.clusters.get(name)?.server ?? '');
  kube.config.clusters.set(name, { ...kube.config.clusters.get(name), server });
  kube.out(`Cluster ${goQuote(name)} set.\n`);
});

export const deleteContext = plain((kube) => {
  const name = argument(kube, 0);
  if (!kube.config.contexts.delete(name))
    throw new CommandError(`cannot delete context ${name}, not in ${KUBECONFIG}`);
  if (kube.config.currentContext === name)
    kube.err(
      'warning: this removed your active context, use "kubectl config use-context" to select a different one\n',
    );
  kube.out(`deleted context ${name} from ${KUBECONFIG}\n`);
});

export const deleteCluster = plain((kube) => {
  const name = argument(kube, 0);
  if (!kube.config.clusters.delete(name))
    throw new CommandError(`cannot delete cluster ${name}, not in ${KUBECONFIG}`);
  kube.out(`deleted cluster ${name} from ${KUBECONFIG}\n`);
});

export const deleteUser = plain((kube) => {
  const name = argument(kube, 0);
  if (!kube.config.users.delete(name))
    throw new CommandError(`cannot delete user ${name}, not in ${KUBECONFIG}`);
  kube.out(`deleted user ${name} from ${KUBECONFIG}\n`);
});

export const renameContext = plain((kube) => {
  const { config } = kube;
  const [from, to] = [argument(kube, 0), argument(kube, 1)];
  const held = config.contexts.get(from);
  if (held === undefined)
    throw new CommandError(`cannot rename the context ${goQuote(from)}, it's not in ${KUBECONFIG}`);
  if (config.contexts.has(to))
    throw new CommandError(
      `cannot rename the context ${goQuote(from)}, the context ${goQuote(to)} already exists in ${KUBECONFIG}`,
    );
  config.contexts.delete(from);
  config.contexts.set(to, held);
  if (config.currentContext === from) config.currentContext = to;
  kube.out(`Context ${goQuote(from)} renamed to ${goQuote(to)}.\n`);
});

export const getClusters = plain((kube) =>
  kube.out(`NAME\n${[...kube.config.clusters.keys()].map((name) => `${name}\n`).join('')}`),
);
export const getUsers = plain((kube) =>
  kube.out(`NAME\n${[...kube.config.users.keys()].map((name) => `${name}\n`).join('')}`),
);

/** `config set` and `config unset` of what the model of the file has: current-context and a context's namespace. */
export const setProperty = plain((kube) => {
  const [property = '', value = ''] = needed(kube, 2);
  changeProperty(kube, property, value);
  kube.out(`Property ${goQuote(property)} set.\n`);
});

export const unsetProperty = plain((kube) => {
  const [property = ''] = needed(kube, 1);
  changeProperty(kube, property, '');
  kube.out(`Property ${goQuote(property)} unset.\n`);
});

/** The fields of entries that may be set one by one. */
const FIELDS = {
  clusters: ['server'],
  contexts: ['cluster', 'user', 'namespace'],
  users: ['token', 'username', 'password'],
} as const;

/** Models newNavigationSteps and modifyConfig, of the fields that the model of the file has. */
function changeProperty({ config }: Kube, property: string, value: string): void {
  if (property === 'current-context') {
    config.currentContext = value;
    return;
  }
  const [kind = '', ...words] = property.split('.');
  if (kind !== 'clusters' && kind !== 'contexts' && kind !== 'users')
    throw new CommandError(`unable to parse ${property} after [] at api.Config`);
  const entries = config[kind] as Map<string, Readonly<Record<string, unknown>>>;
  const field = (FIELDS[kind] as readonly string[]).find((each) => each === words.at(-1));
  const name = (field === undefined ? words : words.slice(0, -1)).join('.');
  if (value === '' && field === undefined) {
    entries.delete(name);
    return;
  }
  if (field === undefined || name === '')
    throw new CommandError(`unable to parse ${property} at ${words.at(-1) ?? ''}`);
  const held: Readonly<Record<string, unknown>> = entries.get(name) ?? EMPTY[kind];
  const { [field]: _, ...others } = held;
  entries.set(name, value === '' && field !== 'server' ? others : { ...others, [field]: value });
}

const EMPTY = { clusters: { server: '' }, contexts: { cluster: '', user: '' }, users: {} } as const;

export const view = plain((kube) => {
  if (kube.args.length > 0) throw misused(kube, `unexpected arguments: [${kube.args.join(' ')}]`);
  const { config, flags } = kube;
  const minify = flags.bool('minify');
  const current = config.contexts.get(config.currentContext);
  if (minify && current === undefined)
    throw new CommandError('current-context must exist in order to minify');
  const object = configObject(config, {
    raw: flags.bool('raw'),
    ...(minify ? { only: config.currentContext } : {}),
  });
  kube.out(structPrinter(kube, '')(object));
});
