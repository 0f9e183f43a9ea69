import { RESOURCES, type Resource, resourceByWord } from '../../../../api/resources.ts';
import type { CommandSpec } from '../../../../workstation/kubectl/grammar/command.ts';
import type { FlagSpec } from '../../../../workstation/kubectl/grammar/flag.ts';
import { flagsOf, parseLine } from '../../../../workstation/kubectl/grammar/parse.ts';
import { KUBECTL } from '../../../../workstation/kubectl/grammar/root.ts';
import { type Offer, fileOffer } from './files.ts';
import type { Machine } from './machine.ts';

/** What is known of the line before the word being typed. */
interface Context {
  readonly path: readonly CommandSpec[];
  readonly args: readonly string[];
  readonly namespace: string;
  readonly machine: Machine;
}

/** What kubectl's own completion offers for a word behind others. Models kubectl/pkg/util/completion and cobra's completions (1.36). */
export function completeKubectl(words: readonly string[], word: string, machine: Machine): Offer {
  if (words.includes('--')) return { words: [] };
  const waiting = waitingFlag(words);
  const parsed = parseLine(KUBECTL, waiting === undefined ? words : words.slice(0, -1));
  if (!parsed.ok) return { words: [] };
  const { path, args, flags } = parsed.value;
  const asked = flags.text('namespace');
  const all = flags.has('all-namespaces') && flags.bool('all-namespaces');
  const context: Context = {
    path,
    args,
    namespace: all ? '' : asked === '' ? machine.namespace : asked,
    machine,
  };
  if (waiting !== undefined) return values(waiting, word, 0, context);
  const assigned = /^--([\w-]+)=/.exec(word);
  const spec = assigned === null ? undefined : flagsOf(path).get(assigned[1] ?? '');
  if (spec !== undefined) return values(spec, word, assigned?.[0].length ?? 0, context);
  if (word.startsWith('-')) return flagNames(path, word);
  return args.length === 0 && (path.at(-1)?.commands ?? []).length > 0
    ? subcommands(path)
    : argument(word, context);
}

/** The flag whose value comes next. */
function waitingFlag(words: readonly string[]): FlagSpec | undefined {
  const last = words.at(-1) ?? '';
  if (!last.startsWith('-') || last.includes('=') || last === '-') return undefined;
  const path = pathOf(words.slice(0, -1));
  for (const spec of flagsOf(path).values()) {
    const named =
      last === `--${spec.name}` ||
      (spec.short !== undefined && /^-\w+$/.test(last) && last.endsWith(spec.short));
    if (named) return spec.bare === undefined ? spec : undefined;
  }
  return undefined;
}

function pathOf(words: readonly string[]): readonly CommandSpec[] {
  const parsed = parseLine(KUBECTL, words);
  return parsed.ok ? parsed.value.path : parsed.error.path;
}

function flagNames(path: readonly CommandSpec[], word: string): Offer {
  const flags = [...flagsOf(path).values()].filter(
    ({ hidden, deprecated }) => hidden !== true && deprecated === undefined,
  );
  if (!word.startsWith('--') && word.length > 1) return { words: [] };
  return { words: [...flags.map(({ name }) => `--${name}`), '--help'].sort() };
}

function subcommands(path: readonly CommandSpec[]): Offer {
  const names = (path.at(-1)?.commands ?? []).map(({ name }) => name);
  return { words: path.length === 1 ? [...names, 'help'].sort() : [...names].sort() };
}

function values({ values: kind }: FlagSpec, word: string, skip: number, context: Context): Offer {
  const { machine, namespace, args } = context;
  const list = (words: readonly string[]): Offer => ({ words, skip });
  if (kind === undefined) return { words: [] };
  if (typeof kind !== 'string') return list(kind);
  switch (kind) {
    case 'file':
      return fileOffer(word, machine, skip);
    case 'namespace':
      return list(machine.names('namespaces', ''));
    case 'node':
      return list(machine.names('nodes', ''));
    case 'container':
      return list(machine.containers(namespace, (args[0] ?? '').replace(/^pods?\//, '')));
    case 'context':
      return list(['kubernetes-admin@kubernetes']);
    case 'user':
      return list(['kubernetes-admin']);
    case 'cluster':
      return list(['kubernetes']);
  }
}

function argument(word: string, context: Context): Offer {
  const { path, args, machine, namespace } = context;
  switch (path.at(-1)?.args) {
    case 'resources':
      return resources(word, context);
    case 'types':
      return { words: args.length === 0 ? known(machine).map(({ key }) => key) : [] };
    case 'pod':
      if (args.length === 1) {
        const named = path.at(-1)?.name;
        const pod = (args[0] ?? '').replace(/^pods?\//, '');
        return { words: named === 'logs' || named === 'attach' ? machine.containers(namespace, pod) : [] };
      }
      if (args.length > 0) return { words: [] };
      return word.includes('/') ? typeAndName(word, context) : { words: machine.names('pods', namespace) };
    case 'node':
      return word.startsWith('node/')
        ? typeAndName(word, context)
        : { words: without(machine.names('nodes', ''), args) };
    case 'context':
      return { words: args.length === 0 ? ['kubernetes-admin@kubernetes'] : [] };
    case 'file':
      return fileOffer(word, machine);
    case 'none':
    case 'words':
    case undefined:
      return { words: [] };
  }
}

const without = (names: readonly string[], given: readonly string[]): readonly string[] =>
  names.filter((name) => !given.includes(name));

/** Every type that can be named, as the API server lists it: `deployments.apps`. */
const known = ({ custom }: Machine): readonly Resource[] => [...RESOURCES, ...custom];

/** Types first (several behind commas), then names; or TYPE/NAME. */
function resources(word: string, context: Context): Offer {
  const { args, path } = context;
  if (word.includes('/')) return typeAndName(word, context);
  const node = path.at(-1)?.name === 'taint' ? 1 : 0;
  if (args.length === 0) {
    const skip = word.lastIndexOf(',') + 1;
    const verb = path.at(-1)?.name === 'delete' ? 'delete' : 'get';
    return {
      words: known(context.machine)
        .filter(({ verbs }) => verbs.includes(verb))
        .map(({ key }) => key),
      skip,
    };
  }
  if ((args[0] ?? '').includes('/')) return { words: [] };
  if (node === 1 && args.length > 1) return { words: [] };
  const named = (args[0] ?? '')
    .split(',')
    .flatMap((type) => resourceByWord(type, known(context.machine)) ?? []);
  return {
    words: without(
      named.flatMap((resource) => namesOf(resource, context)),
      args.slice(1),
    ),
  };
}

function typeAndName(word: string, context: Context): Offer {
  const slash = word.indexOf('/');
  const resource = resourceByWord(word.slice(0, slash), known(context.machine));
  return { words: resource === undefined ? [] : namesOf(resource, context), skip: slash + 1 };
}

function namesOf(resource: Resource, { machine, namespace }: Context): readonly string[] {
  return machine.names(resource.key, resource.namespaced ? namespace : '');
}
