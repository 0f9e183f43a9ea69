import { inServedVersion } from '../../../api/served-version.ts';
import { aggregateText } from '../../../api/field-error.ts';
import { goQuote } from '../../../api/go-text.ts';
import { parseLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { readManifests } from '../../../api/yaml/documents.ts';
import { type Json, type JsonObject, asList, isObject } from '../../../base/json.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { apiVersionOf, kindOf, labelsOf, nameOf, namespaceOf } from '../object.ts';
import type { Info } from './info.ts';
import { mappingOfKind } from './mapper.ts';
import { WEB, isKnown } from '../../web/web.ts';
import { metadataProblem } from './metadata-types.ts';

/** What a manifest file holds, one entry an object or an error, in order. */
export type Entry = { readonly info: Info } | { readonly error: CommandError };

export interface ManifestOptions {
  readonly filenames: readonly string[];
  readonly recursive: boolean;
  /** Whether kind and apiVersion are checked before anything is sent. */
  readonly validate: boolean;
  /** Objects whose labels it does not keep are passed over. */
  readonly labelSelector?: string;
}

/** Before a directory's name: not its files, but what kustomize makes of them. */
export const KUSTOMIZATION = 'kustomize:';

const EXTENSIONS = ['.json', '.yaml', '.yml'];

/** Reads what `-f` names: files, directories, `-`. Models Builder.FilenameParam and StreamVisitor (1.36). */
export function readFiles(kube: Kube, options: ManifestOptions): Entry[] {
  const entries = options.filenames.flatMap((name) => {
    if (name === '-') return readText(kube, kube.stdin ?? '', 'STDIN', options);
    if (!name.startsWith(KUSTOMIZATION)) return readPath(kube, name, options);
    const directory = name.slice(KUSTOMIZATION.length);
    return readText(kube, kustomized(kube, directory), directory, options);
  });
  if ((options.labelSelector ?? '') === '') return entries;
  const selector = parseLabelSelector(options.labelSelector ?? '');
  if (!selector.ok) throw new CommandError(selector.error);
  return entries.filter(
    (entry) => 'error' in entry || selectorMatches(selector.value, labelsOf(entry.info.object)),
  );
}

/** What a kustomization makes, as YAML; its warnings go to stderr. */
export function kustomized(kube: Kube, directory: string): string {
  if (kube.kustomize === undefined)
    throw new CommandError('kustomize is not at hand: it is not simulated here');
  const built = kube.kustomize(kube.files, directory);
  for (const warning of built.warnings) kube.err(warning);
  if (!built.ok) throw new CommandError(built.error);
  return built.text;
}

function readPath(kube: Kube, path: string, options: ManifestOptions): Entry[] {
  if (/^https?:\/\//.test(path)) return readUrl(kube, path, options);
  const text = kube.files.read(path);
  if (text.ok) return readText(kube, text.value, path, options);
  if (text.error === 'missing') return [failed(`the path ${goQuote(path)} does not exist`)];
  const files = filesIn(kube, path, options.recursive);
  if (files.length === 0)
    return [failed(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`)];
  return files.flatMap((file) => readPath(kube, file, options));
}

/** The machine reaches none of the web but a few files. */
function readUrl(kube: Kube, url: string, options: ManifestOptions): Entry[] {
  const unread = `unable to read URL ${goQuote(url)}`;
  if (!isKnown(url)) return [failed(`${unread}: the learner's machine reaches no web server`)];
  const text = WEB.get()(url);
  if (text !== undefined) return readText(kube, text, url, options);
  return [failed(`${unread}, server reported 404 Not Found, status code=404`)];
}

function filesIn(kube: Kube, directory: string, recursive: boolean): string[] {
  const out: string[] = [];
  for (const name of kube.files.list(directory) ?? []) {
    const path = joined(directory, name);
    if (kube.files.read(path).ok) {
      if (EXTENSIONS.some((extension) => name.endsWith(extension))) out.push(path);
    } else if (recursive) out.push(...filesIn(kube, path, recursive));
  }
  return out;
}

/** Models filepath.Join: `.` before a path says nothing. */
function joined(directory: string, name: string): string {
  const parts = directory.split('/').filter((part, at) => (part !== '' || at === 0) && part !== '.');
  return [...parts, name].join('/');
}

function readText(kube: Kube, text: string, source: string, options: ManifestOptions): Entry[] {
  const out: Entry[] = [];
  const file = readManifests(text);
  for (const { value } of file.documents) {
    const problem = options.validate ? kindProblem(value) : undefined;
    if (problem !== undefined) {
      out.push(
        failed(
          `error validating ${goQuote(source)}: error validating data: ${problem}; if you choose to ignore these errors, turn validation off with --validate=false`,
        ),
      );
      return out;
    }
    out.push(...entriesOf(kube, value, source));
  }
  if (file.error !== undefined) out.push(failed(`error parsing ${source}: ${file.error}`));
  return out;
}

const failed = (message: string): Entry => ({ error: new CommandError(message) });

/** Models schemaValidation.ValidateBytes, as far as it needs no schema: of a List each item is looked at. */
function kindProblem(value: Json): string | undefined {
  const problems = kindProblems(value);
  if (problems.length === 0 && isObject(value) && value['kind'] === 'List' && value['apiVersion'] === 'v1') {
    const { items } = value;
    if (!Array.isArray(items)) return NO_OBJECT;
    problems.push(...(items as readonly Json[]).flatMap(kindProblems));
  }
  return problems.length === 0 ? undefined : aggregateText(problems);
}

const NO_OBJECT = 'invalid object to validate';

/** Models getObjectKind. */
function kindProblems(value: Json): string[] {
  if (!isObject(value)) return [NO_OBJECT];
  return ['apiVersion', 'kind'].flatMap((key) => {
    const word = value[key];
    if (word === undefined || word === null || word === '') return [`${key} not set`];
    if (typeof word !== 'string') return [`${key} isn't string type`];
    return key === 'apiVersion' && word.split('/').length > 2
      ? [`unexpected GroupVersion string: ${word}`]
      : [];
  });
}

function entriesOf(kube: Kube, value: Json, source: string): Entry[] {
  if (!isObject(value))
    return [
      failed(`unable to decode ${goQuote(source)}: Object 'Kind' is missing in '${JSON.stringify(value)}'`),
    ];
  if (kindOf(value) === '')
    return [
      failed(`unable to decode ${goQuote(source)}: Object 'Kind' is missing in '${JSON.stringify(value)}'`),
    ];
  if (kindOf(value).endsWith('List') && Array.isArray(value['items'])) {
    return asList(value['items']).flatMap((item) => entriesOf(kube, item, source));
  }
  const wrong = metadataProblem(value);
  if (wrong !== undefined) return [failed(`unable to decode ${goQuote(source)}: ${wrong}`)];
  return [entryOf(kube, inServedVersion(value), source)];
}

function entryOf(kube: Kube, object: JsonObject, source: string): Entry {
  const resource = mappingOfKind(kube, apiVersionOf(object), kindOf(object));
  const name = nameOf(object);
  if (resource === undefined) {
    const at = `name: ${goQuote(name)} namespace: ${goQuote(namespaceOf(object))} from ${goQuote(source)}`;
    const what = `no matches for kind ${goQuote(kindOf(object))} in version ${goQuote(apiVersionOf(object))}`;
    return failed(`resource mapping not found for ${at}: ${what}\nensure CRDs are installed first`);
  }
  if (!resource.namespaced)
    return { info: { resource, namespace: '', name, source, object: withoutNamespace(object) } };
  const own = namespaceOf(object);
  if (kube.namespaceGiven && own !== '' && own !== kube.namespace) {
    return failed(
      `the namespace from the provided object ${goQuote(own)} does not match the namespace ${goQuote(kube.namespace)}. You must pass '--namespace=${own}' to perform this operation.`,
    );
  }
  if (own === '' && isLocal(kube)) return { info: { resource, namespace: '', name, source, object } };
  const namespace = own === '' ? kube.namespace : own;
  return { info: { resource, namespace, name, source, object: withNamespace(object, namespace) } };
}

/** What is changed without a server is in no namespace. Models Builder.Local. */
const isLocal = ({ flags }: Kube): boolean => flags.has('local') && flags.bool('local');

function withNamespace(object: JsonObject, namespace: string): JsonObject {
  const metadata = object['metadata'];
  return { ...object, metadata: { ...(isObject(metadata) ? metadata : {}), namespace } };
}

function withoutNamespace(object: JsonObject): JsonObject {
  const metadata = object['metadata'];
  if (!isObject(metadata) || metadata['namespace'] === undefined) return object;
  return {
    ...object,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== 'namespace')),
  };
}
