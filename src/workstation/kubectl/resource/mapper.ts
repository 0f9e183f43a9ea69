import {
  RESOURCES,
  type Resource,
  resourceByKind,
  resourceByWord,
  resourcesInCategory,
} from '../../../api/resources.ts';
import { goQuote } from '../../../api/go-text.ts';
import { CommandError } from '../errors.ts';

/** The type a word names. Models Builder.mappingFor. */
export function mappingFor(word: string): Resource {
  const [resource = '', ...rest] = word.toLowerCase().split('.');
  const found = resourceByWord(word.toLowerCase()) ?? (rest.length > 0 ? undefined : byKindWord(resource));
  if (found === undefined)
    throw new CommandError(`the server doesn't have a resource type ${goQuote(resource)}`);
  return found;
}

function byKindWord(word: string): Resource | undefined {
  return RESOURCES.find(({ kind }) => kind.toLowerCase() === word);
}

/** `pods,svc` as words; a category becomes its members. Models SplitResourceArgument and ReplaceAliases. */
export function splitTypes(argument: string): readonly string[] {
  const seen = new Set<string>();
  for (const word of argument.split(',')) {
    const members = resourcesInCategory(word);
    if (members.length === 0) seen.add(word);
    for (const member of members) seen.add(member.key);
  }
  return [...seen];
}

/** The type of a manifest; kinds in lower case are found as well. Models RESTMapper.RESTMapping. */
export function mappingOfKind(apiVersion: string, kind: string): Resource | undefined {
  return (
    resourceByKind(apiVersion, kind) ??
    RESOURCES.find((resource) => resource.apiVersion === apiVersion && resource.kind.toLowerCase() === kind)
  );
}
