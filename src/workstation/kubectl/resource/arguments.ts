import { type Resource, resourceByWord } from '../../../api/resources.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import type { Target } from '../api.ts';
import { type Entry, readFiles } from './manifests.ts';
import { mappingFor, served, splitTypes } from './mapper.ts';

/** What a line's arguments name. Models resource.Builder's visitorResult (1.36). */
export type Wanted =
  | { readonly kind: 'files'; readonly entries: readonly Entry[] }
  | { readonly kind: 'lists'; readonly lists: readonly ListTarget[] }
  | { readonly kind: 'names'; readonly targets: readonly Target[]; readonly single: boolean };

/** A whole collection, or the part a selector leaves of it. */
export interface ListTarget {
  readonly resource: Resource;
  readonly namespace: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

export interface ArgumentOptions {
  readonly args: readonly string[];
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Whether a type alone means all of it. */
  readonly typeAlone?: boolean;
  /** --all: every object of the types. */
  readonly all?: boolean;
  readonly filenames?: readonly string[];
  readonly recursive?: boolean;
  readonly validate?: boolean;
  /** Only one type may be named. */
  readonly singleType?: boolean;
  /** What a name without a type is. */
  readonly defaultType?: string;
  /** A subresource is asked of objects that are named. */
  readonly subresource?: string;
  /** The error when nothing was named. */
  readonly missing?: string;
}

/** The arguments understood, or CommandError with the builder's words. */
export function resolveArguments(kube: Kube, given: ArgumentOptions): Wanted {
  const options = {
    ...given,
    labelSelector: (given.labelSelector ?? '').trim(),
    fieldSelector: (given.fieldSelector ?? '').trim(),
  };
  const { filenames = [], missing } = options;
  const words = argumentsOf(kube, options);
  if (filenames.length > 0) {
    if (words.names.length > 0 || words.types.length > 0 || words.tuples.length > 0) {
      throw new CommandError(
        'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
      );
    }
    const entries = readFiles(kube, {
      filenames,
      recursive: options.recursive ?? false,
      validate: options.validate ?? false,
      labelSelector: options.labelSelector,
    });
    return { kind: 'files', entries };
  }
  if (words.select) {
    const bulk = listsOf(kube, options, words);
    if ((options.subresource ?? '') === '') return bulk;
    throw new CommandError('subresource cannot be used when bulk resources are specified');
  }
  if (words.tuples.length > 0) return tuplesOf(kube, options, words);
  if (words.names.length > 0) return namesOf(kube, options, words);
  if (words.types.length > 0) {
    words.types.forEach((type) => mappingFor(kube, type));
    throw new CommandError('resource(s) were provided, but no name was specified');
  }
  throw new CommandError(missing ?? NO_RESOURCES);
}

/** Models resource.missingResourceError. */
export const NO_RESOURCES =
  "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

interface Words {
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly tuples: readonly { readonly type: string; readonly name: string }[];
  /** By selector, or whole collections. */
  readonly select: boolean;
}

/** Models Builder.ResourceTypeOrNameArgs and ResourceNames. */
function argumentsOf(kube: Kube, options: ArgumentOptions): Words {
  const { labelSelector = '', fieldSelector = '', all = false, typeAlone = false, defaultType } = options;
  const args = options.args;
  const selecting = labelSelector !== '' || fieldSelector !== '' || all;
  if (defaultType !== undefined)
    return {
      types: [],
      names: [],
      tuples: args.map((word) => tupleOf(word) ?? { type: defaultType, name: word }),
      select: false,
    };
  const slashes = args.filter((word) => word.includes('/')).length;
  if (slashes > 0 && slashes === args.length)
    return { types: [], names: [], tuples: args.map((word) => tupleOf(word) as Tuple), select: selecting };
  if (slashes > 0) {
    throw new CommandError(
      "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
    );
  }
  const [types, ...names] = args;
  if (types === undefined) return { types: [], names: [], tuples: [], select: selecting };
  for (const word of types.split(',')) noteShortName(kube, word);
  return {
    types: splitTypes(kube, types),
    names,
    tuples: [],
    select: selecting || (names.length === 0 && typeAlone),
  };
}

type Tuple = { readonly type: string; readonly name: string };

function tupleOf(word: string): Tuple | undefined {
  if (!word.includes('/')) return undefined;
  const [type = '', name = '', ...rest] = word.split('/');
  if (rest.length > 0)
    throw new CommandError('arguments in resource/name form may not have more than one slash');
  if (type === '' || name === '' || type.includes(','))
    throw new CommandError('arguments in resource/name form must have a single resource and name');
  return { type, name };
}

/** Models the warning of the shortcut expander about short names two resources share. */
export function noteShortName(kube: Kube, word: string): void {
  const all = served(kube);
  const known = all.filter(({ shortNames }) => shortNames.includes(word));
  const [first, ...others] = known;
  if (first === undefined || resourceByWord(word, all) !== first) return;
  for (const other of others) {
    kube.err(`Warning: short name "${word}" could also match lower priority resource ${other.key}\n`);
  }
}

function mappings(kube: Kube, words: Words, options: ArgumentOptions): Resource[] {
  if (options.singleType === true && words.types.length > 1)
    throw new CommandError('you may only specify a single resource type');
  return words.types.map((type) => mappingFor(kube, type));
}

function listsOf(kube: Kube, options: ArgumentOptions, words: Words): Wanted {
  if (words.names.length > 0) throw new CommandError('name cannot be provided when a selector is specified');
  if (words.tuples.length > 0)
    throw new CommandError('selectors and the all flag cannot be used when passing resource/name arguments');
  if (words.types.length === 0)
    throw new CommandError('at least one resource must be specified to use a selector');
  const { labelSelector = '', fieldSelector = '' } = options;
  return {
    kind: 'lists',
    lists: mappings(kube, words, options).map((resource) => ({
      resource,
      namespace:
        !resource.namespaced || options.allNamespaces === true ? '' : (options.namespace ?? kube.namespace),
      labelSelector,
      fieldSelector,
    })),
  };
}

function targetOf(kube: Kube, options: ArgumentOptions, resource: Resource, name: string): Target {
  if (resource.namespaced && options.allNamespaces === true)
    throw new CommandError('a resource cannot be retrieved by name across all namespaces');
  return { resource, namespace: resource.namespaced ? (options.namespace ?? kube.namespace) : '', name };
}

function tuplesOf(kube: Kube, options: ArgumentOptions, { tuples, types }: Words): Wanted {
  if (types.length > 0)
    throw new CommandError('you may not specify individual resources and bulk resources in the same call');
  if (options.singleType === true && new Set(tuples.map(({ type }) => type)).size > 1)
    throw new CommandError('you may only specify a single resource type');
  const resources = tuples.map(({ type }) => mappingFor(kube, type));
  const targets = tuples.map(({ name }, at) => targetOf(kube, options, resources[at] as Resource, name));
  return { kind: 'names', targets, single: targets.length === 1 };
}

function namesOf(kube: Kube, options: ArgumentOptions, words: Words): Wanted {
  if (words.types.length === 0)
    throw new CommandError('you must provide a resource and a resource name together');
  const resources = mappings(kube, words, options);
  const targets = resources.flatMap((resource) =>
    words.names.map((name) => targetOf(kube, options, resource, name)),
  );
  return { kind: 'names', targets, single: targets.length === 1 };
}
