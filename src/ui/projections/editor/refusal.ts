import { type ManifestDocument, readManifests } from '../../../api/yaml/documents.ts';
import { positionOf, type TextPosition } from '../../../api/yaml/positions.ts';

/** A message that belongs to a line of a file. */
export interface LineProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Field paths a refusal names: `spec.containers[0].image: Required value`, `unknown field "spec.imagee"`. */
export function fieldPathsIn(message: string): readonly string[] {
  const paths = new Set<string>();
  for (const match of message.matchAll(/(?:unknown|duplicate) field "([^"]+)"/g))
    paths.add(match[1] as string);
  for (const match of message.matchAll(
    /(?:^|[\s[(])((?:spec|metadata|data|status|rules|webhooks|subjects|roleRef)(?:\.[\w-]+|\[[^\]]*\])*):/g,
  ))
    paths.add(match[1] as string);
  return [...paths];
}

/** Where in the file a refusal belongs: a problem for each field it names, or one at the document's first line. */
export function refusalProblems(text: string, message: string): readonly LineProblem[] {
  const { documents } = readManifests(text);
  const document = documentFor(documents, message);
  if (document === undefined) return [];
  const paths = fieldPathsIn(message);
  const places =
    paths.length === 0 ? [positionOf(document, '')] : paths.map((path) => positionOf(document, path));
  return places.map(({ line, column }: TextPosition) => ({ line, column, message }));
}

/** The document a message is about: the one whose name it quotes, else the first. */
function documentFor(documents: readonly ManifestDocument[], message: string): ManifestDocument | undefined {
  const named = documents.find(({ value }) => {
    const name = (value as { readonly metadata?: { readonly name?: string } } | null)?.metadata?.name;
    return name !== undefined && message.includes(`"${name}"`);
  });
  return named ?? documents[0];
}

/** What keeps a file from being read at all, in the words of kubectl's YAML reader. */
export function syntaxProblem(text: string): LineProblem | undefined {
  const { error, errorPosition } = readManifests(text);
  if (error === undefined) return undefined;
  return { line: errorPosition?.line ?? 1, column: errorPosition?.column ?? 1, message: error };
}
