import { type Resource, resourceByWord } from '../../../../api/resources.ts';
import { type Arguments, TARGET_TYPES } from './data.ts';
import { type Line, NO_SPACE, type Piece, type Plan, noFiles, wordsPiece } from './pieces.ts';

/** What a command's next argument may be. */
export function argumentPieces(kind: Arguments, word: string, line: Line): Plan {
  const { args } = line;
  switch (kind.kind) {
    case 'any':
      return typesAndNames(kind, word, line);
    case 'target':
      return target(kind.containers === true, word, line);
    case 'names': {
      const resource = resourceByWord(kind.type, line.resources);
      return args.length > 0 || resource === undefined ? noFiles() : noFiles(named(resource, line));
    }
    case 'config':
      return args.length > 0 ? noFiles() : noFiles({ source: { entries: kind.entries } });
    case 'words':
      return args.length > 0 ? { pieces: [], directive: 0 } : noFiles(wordsPiece(kind.words));
    case 'copy':
      return { pieces: args.length > 0 ? [] : copied(word, line), directive: NO_SPACE };
  }
}

const named = (resource: Resource, { namespace }: Line, more: Partial<Piece> = {}): Piece => ({
  source: { names: resource, namespace: resource.namespaced ? namespace : '' },
  ...more,
});

/** Types (several behind commas) and then names, or TYPE/NAME. Models doResourceTypeAndName. */
function typesAndNames(kind: Extract<Arguments, { kind: 'any' }>, word: string, line: Line): Plan {
  const { args, resources } = line;
  const [first] = args;
  if (first === undefined)
    return word.includes('/') ? typeAndName(word, line) : types(kind.types, word, line);
  if (first.includes('/')) {
    if (kind.once === true) return noFiles();
    if (word.includes('/')) return typeAndName(word, line);
    const left = kind.types ?? readable(line);
    return { ...noFiles(wordsPiece(left, { after: '/' })), halves: true };
  }
  if (kind.once === true && args.length > 1) return noFiles();
  const without = args.slice(1);
  return noFiles(...meant(first, resources).map((resource) => named(resource, line, { without })));
}

function types(only: readonly string[] | undefined, word: string, line: Line): Plan {
  if (only !== undefined) return noFiles(wordsPiece(only));
  return noFiles(wordsPiece(readable(line), { before: word.slice(0, word.lastIndexOf(',') + 1) }));
}

/** Every type that can be got, as the API server lists it: `deployments.apps`. */
const readable = ({ resources }: Line): readonly string[] =>
  resources.filter(({ verbs }) => verbs.includes('get')).map(({ key }) => key);

/** The types that a word means: several behind commas, or `all`. */
function meant(word: string, resources: readonly Resource[]): readonly Resource[] {
  return word.split(',').flatMap((type) => {
    const ofCategory = resources.filter(({ categories }) => categories.includes(type));
    return ofCategory.length > 0 ? ofCategory : (resourceByWord(type, resources) ?? []);
  });
}

function typeAndName(word: string, line: Line): Plan {
  const slash = word.indexOf('/') + 1;
  const before = word.slice(0, slash);
  const resource = resourceByWord(before.slice(0, -1), line.resources);
  const without = line.args.filter((arg) => arg.startsWith(before)).map((arg) => arg.slice(slash));
  return resource === undefined ? noFiles() : noFiles(named(resource, line, { before, without }));
}

/** A Pod, or TYPE/NAME of what has Pods; then a container. Models doPodResourceCompletion. */
function target(containers: boolean, word: string, line: Line): Plan {
  const { args, namespace } = line;
  if (args.length === 0) {
    if (word.includes('/')) return typeAndName(word, line);
    const pods = resourceByWord('pods', line.resources);
    const types = wordsPiece(TARGET_TYPES, { after: '/' });
    return { ...noFiles(...(pods === undefined ? [] : [named(pods, line)]), types), halves: true };
  }
  const [pod = ''] = args;
  return containers && args.length === 1 ? noFiles({ source: { containers: pod, namespace } }) : noFiles();
}

/** `kubectl cp`: namespaces, Pods, and where a path of this machine begins. */
function copied(word: string, line: Line): readonly Piece[] {
  const pods = resourceByWord('pods', line.resources);
  const namespaces = resourceByWord('namespaces', line.resources);
  if (pods === undefined || namespaces === undefined || /^\.?\//.test(word)) return [];
  const slash = word.indexOf('/');
  if (slash >= 0) {
    const namespace = word.slice(0, slash);
    return [named(pods, { ...line, namespace }, { before: `${namespace}/`, after: ':' })];
  }
  return [
    named(namespaces, line, { after: '/' }),
    named(pods, line, { after: ':' }),
    ...(word === '' ? [wordsPiece(['./', '/'])] : []),
  ];
}
