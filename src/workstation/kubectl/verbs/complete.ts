import type { Resource } from '../../../api/resources.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import { FILE_ENDINGS, NO_FILES, NO_SPACE, type Source } from '../grammar/completion/pieces.ts';
import { planOf } from '../grammar/completion/plan.ts';
import { containerNames, offered } from '../grammar/completion/offer.ts';
import { findCommand } from '../grammar/parse.ts';
import { KUBECTL } from '../grammar/root.ts';
import type { Kube } from '../kube.ts';
import { nameOf } from '../object.ts';
import { attachablePod } from '../pods.ts';
import { served } from '../resource/mapper.ts';
import { allInfos } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';

const DIRECTIVES: readonly (readonly [number, string])[] = [
  [NO_SPACE, 'ShellCompDirectiveNoSpace'],
  [NO_FILES, 'ShellCompDirectiveNoFileComp'],
  [FILE_ENDINGS, 'ShellCompDirectiveFilterFileExt'],
];

/** `kubectl __complete WORD...` and `__completeNoDesc`: what may stand in place of the last word, for a shell's script. Models cobra's completions.go. */
export function* completeWords(kube: Kube): Task<number> {
  const [asked = '', ...given] = kube.args;
  const words = given.slice(0, -1);
  const word = given.at(-1) ?? '';
  const plan = planOf(words, word, { resources: served(kube), namespace: kube.namespace });
  const listed: (readonly string[])[] = [];
  for (const { source } of plan.pieces) listed.push(yield* wordsOf(kube, source));
  const offer = offered(plan, word, listed);
  const texts = asked === '__complete' ? descriptions(kube, words) : new Map<string, string>();
  for (const each of offer.words) {
    const text = texts.get(each);
    kube.out(text === undefined ? `${each}\n` : `${each}\t${text}\n`);
  }
  kube.out(`:${offer.directive}\n`);
  const names = DIRECTIVES.filter(([bit]) => (offer.directive & bit) !== 0).map(([, name]) => name);
  kube.err(
    `Completion ended with directive: ${names.length === 0 ? 'ShellCompDirectiveDefault' : names.join(', ')}\n`,
  );
  return 0;
}

/** What is said of the commands and the flags that may follow. */
function descriptions({ helps = {} }: Kube, words: readonly string[]): ReadonlyMap<string, string> {
  const { path } = findCommand(KUBECTL, words);
  const before = path.slice(1).map(({ name }) => name);
  const own = before.join(' ');
  const commands = (path.at(-1)?.commands ?? []).flatMap(({ name }) => {
    const short = helps[[...before, name].join(' ')]?.short;
    return short === undefined ? [] : [[name, short] as const];
  });
  const flags = [helps['options']?.options, helps[own]?.options].flatMap((options = {}) =>
    Object.entries(options).flatMap(([head, usage]) =>
      namesIn(head).map((name) => [name, usage.split('\n')[0] ?? ''] as const),
    ),
  );
  const help = `help for ${path.at(-1)?.name ?? ''}`;
  return new Map([
    ...commands,
    ...(before.length === 0 ? [['help', 'Help about any command'] as const] : []),
    ...flags,
    ['--help', help],
    ['-h', help],
  ]);
}

/** `-n, --namespace=''`: a flag's names. */
const namesIn = (head: string): readonly string[] => head.split('=')[0]?.split(', ') ?? [];

/** What a source has now; a server that refuses offers nothing. */
function* wordsOf(kube: Kube, source: Source): Task<readonly string[]> {
  if ('words' in source) return source.words;
  if ('entries' in source) return [...kube.config[source.entries].keys()].sort();
  try {
    return 'names' in source
      ? yield* namesOf(kube, source.names, source.namespace)
      : containerNames(yield* podNamed({ ...kube, namespace: source.namespace }, source.containers));
  } catch (error) {
    if (error instanceof CommandError) return [];
    throw error;
  }
}

function* namesOf(kube: Kube, resource: Resource, namespace: string): Task<readonly string[]> {
  const { items } = yield* kube.api.list(resource, namespace);
  return items.map((item) => nameOf(item));
}

function* podNamed(kube: Kube, target: string): Task<{ readonly spec?: unknown } | undefined> {
  const args = target.includes('/') ? [target] : ['pods', target];
  const [info] = yield* allInfos(kube, wantedOf(kube, args), {});
  return info === undefined ? undefined : yield* attachablePod(kube, info, 0);
}
