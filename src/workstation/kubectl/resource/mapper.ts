import { RESOURCES, type Resource, resourceByWord, resourcesInCategory } from '../../../api/resources.ts';
import { goQuote } from '../../../api/go-text.ts';
import type { Client } from '../../../engine/machinery/client.ts';
import { CommandError } from '../errors.ts';

/** Whoever knows the server. */
interface Knows {
  readonly api: { readonly client: Client };
}

/** Everything the server serves, as discovery lists it. */
export function served({ api }: Knows): readonly Resource[] {
  const custom = api.client.served();
  return custom.length === 0 ? RESOURCES : [...RESOURCES, ...custom];
}

/** The type a word names. Models Builder.mappingFor. */
export function mappingFor(kube: Knows, word: string): Resource {
  const [resource = '', ...rest] = word.split('.');
  const all = served(kube);
  const found =
    resourceByWord(word, all) ?? (rest.length > 0 ? undefined : byKindWord(all, resource.toLowerCase()));
  if (found === undefined)
    throw new CommandError(`the server doesn't have a resource type ${goQuote(resource)}`);
  return found;
}

function byKindWord(all: readonly Resource[], word: string): Resource | undefined {
  return all.find(({ kind }) => kind.toLowerCase() === word);
}

/** `pods,svc` as words; a category becomes its members. Models SplitResourceArgument and ReplaceAliases. */
export function splitTypes(kube: Knows, argument: string): readonly string[] {
  const seen = new Set<string>();
  for (const word of argument.split(',')) {
    const members = resourcesInCategory(word, served(kube));
    if (members.length === 0) seen.add(word);
    for (const member of members) seen.add(member.key);
  }
  return [...seen];
}

/** The type of a manifest; kinds in lower case are found as well. Models RESTMapper.RESTMapping. */
export function mappingOfKind(kube: Knows, apiVersion: string, kind: string): Resource | undefined {
  const all = served(kube).filter((resource) => resource.apiVersion === apiVersion);
  return (
    all.find((resource) => resource.kind === kind) ??
    all.find((resource) => resource.kind.toLowerCase() === kind)
  );
}
