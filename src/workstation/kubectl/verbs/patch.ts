import { jsonError } from '../../../api/go-json-error.ts';
import { goQuote } from '../../../api/go-text.ts';
import { applyJsonPatch, notJsonPatch } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { mergeMapping } from '../../../api/patch/strategic.ts';
import { kindSchema } from '../../../api/schema.ts';
import { parseYaml } from '../../../api/yaml/documents.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Json, asList, isObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { PatchType } from '../../../engine/machinery/client.ts';
import { newBadRequest } from '../../../api/status.ts';
import { ApiFailure, CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import type { Unstructured } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { visit } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { dryRunOf, writeOptions } from './dry-run.ts';
import { recordAfter } from './record.ts';

const TYPES: Readonly<Record<string, PatchType>> = { json: 'json', merge: 'merge', strategic: 'strategic' };

/** `kubectl patch`. Models kubectl/pkg/cmd/patch/patch.go (1.36). */
export function* patch(kube: Kube): Task<number> {
  const { flags } = kube;
  const body = patchBody(kube);
  if (flags.bool('local') && kube.args.length > 0)
    throw new CommandError('cannot specify --local and server resources');
  const type = TYPES[flags.text('type').toLowerCase()];
  if (type === undefined)
    throw new CommandError(
      `--type must be one of [json merge strategic], not ${goQuote(flags.text('type'))}`,
    );
  const dryRun = dryRunOf(kube);
  const subresource = flags.text('subresource') === '' ? undefined : flags.text('subresource');
  const wanted = wantedOf(kube, kube.args);
  const latest = { latest: wanted.kind !== 'files', ...(subresource === undefined ? {} : { subresource }) };
  yield* visit(kube, wanted, latest, function* (info): Task {
    if (dryRun === 'client' || flags.bool('local')) {
      const changed = patchedHere(info, type, body);
      kube.out(objectPrinter(kube, operation(!deepEqual(info.object, changed)))(changed));
      return;
    }
    if (body instanceof ApiFailure) throw body;
    const options = writeOptions(kube, dryRun, flags.text('field-manager'));
    const patched = yield* asked(info, type, () =>
      kube.api.patch(info, type, body, { ...options, subresource }),
    );
    const shown = yield* recordAfter(kube, info, patched, options);
    kube.out(objectPrinter(kube, operation(!deepEqual(info.object, patched)))(shown));
  });
  return 0;
}

/** Without asking the server. Models getPatchedJSON. */
function patchedHere({ object, resource }: Info, type: PatchType, body: Json | ApiFailure): Unstructured {
  if (type === 'json') {
    const wrong = body instanceof ApiFailure ? body.message : notJsonPatch(body);
    if (wrong !== undefined) throw new CommandError(wrong);
    const patched = applyJsonPatch(object, asList(body as Json));
    if (patched.ok) return patched.value as Unstructured;
    const [, key] = patched.error.split('doc is missing key: ');
    throw new CommandError(
      key === undefined ? patched.error : `Object to be patched is missing field (${key})`,
    );
  }
  if (type === 'merge') {
    if (body instanceof ApiFailure || !isObject(body)) throw new CommandError('Invalid JSON Patch');
    return applyMergePatch(object, body) as Unstructured;
  }
  const struct = kindSchema(resource.apiVersion, resource.kind);
  if (struct === undefined)
    throw new CommandError(
      `strategic merge patch is not supported for ${resource.apiVersion}, Kind=${resource.kind} locally, try --type merge`,
    );
  if (body instanceof ApiFailure || !isObject(body)) throw new CommandError('invalid JSON document');
  const merged = mergeMapping(object, body, struct);
  if (!merged.ok) throw new CommandError(merged.error.message);
  return merged.value as Unstructured;
}

const MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
};

/** A kind that takes no patch of this type is named. */
function* asked({ resource }: Info, type: PatchType, request: () => Task<Unstructured>): Task<Unstructured> {
  try {
    return yield* request();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.error.reason !== 'UnsupportedMediaType') throw error;
    throw new CommandError(
      `${MEDIA_TYPES[type]} is not supported by ${resource.apiVersion}, Kind=${resource.kind}: ${error.message}`,
    );
  }
}

/** Says nothing of a dry run: upstream's printer is given its words only here. */
const operation = (changed: boolean): string => (changed ? 'patched' : 'patched (no change)');

function patchBody(kube: Kube): Json | ApiFailure {
  const { flags } = kube;
  const text = flags.text('patch');
  const file = flags.text('patch-file');
  if (text === '' && file === '')
    throw new CommandError('must specify --patch or --patch-file containing the contents of the patch');
  if (text !== '' && file !== '') throw new CommandError('cannot specify --patch and --patch-file together');
  if (file !== '') {
    const read = kube.files.read(file);
    if (!read.ok)
      throw new CommandError(`unable to read patch file: open ${file}: no such file or directory`);
    return parsed(read.value);
  }
  return parsed(text);
}

function parsed(text: string): Json | ApiFailure {
  if (/^\s*[{[]/.test(text)) return json(text);
  const value = parseYaml(text);
  if (!value.ok)
    throw new CommandError(
      `unable to parse ${goQuote(text)}: ${value.error.replace('error converting YAML to JSON: ', '')}`,
    );
  return value.value;
}

/** What begins as JSON is sent as it is: what is wrong with it the API server says, in encoding/json's words. */
function json(text: string): Json | ApiFailure {
  const problem = jsonError(text);
  return problem === undefined ? (JSON.parse(text) as Json) : new ApiFailure(newBadRequest(problem));
}
