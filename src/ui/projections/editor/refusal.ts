import { type ManifestDocument, readManifests } from '../../../api/yaml/documents.ts';
import { positionOf } from '../../../api/yaml/positions.ts';

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
  for (const path of admissionPaths(message)) paths.add(path);
  for (const match of message.matchAll(
    /(?:^|[\s[(])((?:spec|metadata|data|status|rules|webhooks|subjects|roleRef)(?:\.[\w-]+|\[[^\]]*\])*):/g,
  ))
    paths.add(match[1] as string);
  return [...paths];
}

const QUOTED = /"([^"]+)"/g;

/** Fields that an admission plugin or the storage names in a sentence of its own; `$1` is what the sentence names. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/no PriorityClass with name \S+ was found/, 'spec.priorityClassName'],
  [/RuntimeClass "[^"]+" not found/, 'spec.runtimeClassName'],
  [/error looking up service account/, 'spec.serviceAccountName'],
  [/namespaces "[^"]+" not found/, 'metadata.namespace'],
  [/" already exists/, 'metadata.name'],
  [/no matches for kind/, 'kind'],
  [/cannot \w+ resource "/, 'kind'],
  [/hostNetwork=true/, 'spec.hostNetwork'],
  [/hostPID=true/, 'spec.hostPID'],
  [/hostIPC=true/, 'spec.hostIPC'],
  [/(?:maximum|minimum) \S+ usage per|limit to request ratio per/, 'spec.containers[0].resources'],
  [/exceeded quota: [^,]+, requested: \S*(?:cpu|memory|storage)/, 'spec.containers[0].resources'],
];

/** Where a sentence of PodSecurity, LimitRanger, ResourceQuota and others belongs. */
function admissionPaths(message: string): readonly string[] {
  const paths: string[] = [];
  const named = (names: string, path: (name: string) => string): void => {
    for (const [, name = ''] of names.matchAll(QUOTED)) paths.push(path(name));
  };
  // PodSecurity: (pod or containers "a", "b" must set securityContext.runAsNonRoot=true)
  for (const [, names = '', field = ''] of message.matchAll(
    /containers? ((?:"[^"]+"(?:, )?)+) must (?:not )?(?:set|include "[^"]+" in) ([A-Za-z.]+)/g,
  ))
    named(names, (name) => `spec.containers[name="${name}"].${field}`);
  for (const [, names = ''] of message.matchAll(/containers? ((?:"[^"]+"(?:, )?)+) uses? hostPort/g))
    named(names, (name) => `spec.containers[name="${name}"].ports`);
  for (const [, names = ''] of message.matchAll(/\(volumes? ((?:"[^"]+"(?:, )?)+)/g))
    named(names, (name) => `spec.volumes[name="${name}"]`);
  // ResourceQuota: must specify limits.cpu for: app,sidecar; requests.cpu for: app
  for (const [, names = ''] of message.matchAll(/must specify .*? for: ([\w.,-]+)/g))
    for (const name of names.split(',')) paths.push(`spec.containers[name="${name}"].resources`);
  for (const [says, path] of SENTENCES) if (says.test(message)) paths.push(path);
  return paths;
}

/** Where in the file a refusal belongs: a problem for each field it names, or one at the document's first line. */
export function refusalProblems(text: string, message: string): readonly LineProblem[] {
  const { documents } = readManifests(text);
  const document = documentFor(documents, message);
  if (document === undefined) return [];
  const paths = fieldPathsIn(message);
  const places =
    paths.length === 0 ? [positionOf(document, '')] : paths.map((path) => positionOf(document, path));
  const lines = new Map<number, LineProblem>();
  for (const { line, column } of places) if (!lines.has(line)) lines.set(line, { line, column, message });
  return [...lines.values()];
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
