import { publishedSchema } from '../../../api/custom-schema.ts';
import { goQuote } from '../../../api/go-text.ts';
import { type Resource } from '../../../api/resources.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, Exit, asCommandError } from '../errors.ts';
import { explainHead, renderExplain } from '../explain/render.ts';
import { ApiSchema, type GroupVersionKind, type SchemaNode } from '../explain/schema.ts';
import type { Kube } from '../kube.ts';
import { noteShortName } from '../resource/arguments.ts';
import { mappingFor, served } from '../resource/mapper.ts';

/** `kubectl explain`. Models kubectl/pkg/cmd/explain/explain.go (1.36). */
// eslint-disable-next-line require-yield
export function* explain(kube: Kube): Task<number> {
  const { args, flags, descriptions } = kube;
  const [word, ...more] = args;
  if (word === undefined)
    throw new CommandError(
      'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n',
    );
  if (more.length > 0) throw new CommandError('We accept only this format: explain RESOURCE\n');
  const { resource, path } = split(kube, word);
  const format = flags.text('output');
  if (format === 'plaintext-openapiv2')
    throw new CommandError('explain -o plaintext-openapiv2 is not simulated');
  const gvk = versionOf(resource, flags.text('api-version'));
  if (format !== 'plaintext') throw new CommandError(`unrecognized format: ${format}`);
  if (descriptions === undefined)
    throw new CommandError('the descriptions of the API are not at hand: explain is not simulated here');
  const schema = new ApiSchema(descriptions);
  const node = schema.ofKind(gvk) ?? customSchema(kube, resource, gvk, schema);
  if (node === undefined && flags.text('api-version') !== '')
    throw new CommandError(
      `couldn't find resource for "${withGroup(flags.text('api-version'))}, Resource=${resource.resource}"`,
    );
  if (node === undefined)
    throw new CommandError(
      `GVR (${gvk.group}/${gvk.version}, Resource=${resource.resource}) not found in OpenAPI schema`,
    );
  const text = renderExplain(schema, node, { gvk, path, recursive: flags.bool('recursive') });
  if (text === undefined) {
    kube.out(explainHead(gvk));
    throw new CommandError(`field ${goQuote(path.at(-1) ?? '')} does not exist`);
  }
  kube.out(text);
  return 0;
}

/** What a definition says of its kind; undefined for other versions than the one that is served. */
function customSchema(
  { api }: Kube,
  { key, group, version }: Resource,
  asked: GroupVersionKind,
  schema: ApiSchema,
): SchemaNode | undefined {
  const structure = api.client.schemaOf(key);
  if (structure === undefined || asked.group !== group || asked.version !== version) return undefined;
  return publishedSchema(structure, schema.ofKind({ group: '', version: 'v1', kind: 'Pod' }) ?? {});
}

/** `pods.spec.containers` as a type and a path; a group may stand after the type. Models SplitAndParseResourceRequestWithMatchingPrefix. */
function split(kube: Kube, word: string): { readonly resource: Resource; readonly path: readonly string[] } {
  const parts = word.replace(/\.$/, '').split('.');
  for (let length = parts.length; length > 1; length--) {
    const name = parts.slice(0, length).join('.');
    const found = served(kube).find((resource) => resource.key === name && resource.key.includes('.'));
    if (found !== undefined) return { resource: found, path: parts.slice(length) };
  }
  return { resource: typeNamed(kube, parts[0] ?? ''), path: parts.slice(1) };
}

/** A word that is no type is refused without the word error. */
function typeNamed(kube: Kube, word: string): Resource {
  try {
    noteShortName(kube, word);
    return mappingFor(kube, word);
  } catch (error) {
    throw new Exit(1, asCommandError(error).message);
  }
}

function versionOf({ apiVersion, kind }: Resource, asked: string): GroupVersionKind {
  const parts = (asked === '' ? apiVersion : asked).split('/');
  const version = parts.pop() ?? '';
  return { group: parts[0] ?? '', version, kind };
}

/** `v2` is a version of the core group, whose name is empty. */
const withGroup = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion : `/${apiVersion}`);
