import { goQuote } from '../../../api/go-text.ts';
import { toCompactJson } from '../../../api/json-text.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import { SECOND } from '../../../trace/ids.ts';
import { type Task, sleep } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError, hasReason, isNotFound, throwAll, withSource } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import {
  LAST_APPLIED,
  type Unstructured,
  annotationsOf,
  apiVersionOf,
  describeInfo,
  kindOf,
  metaOf,
  uidOf,
  withAt,
} from '../object.ts';
import { threeWayJsonPatch, threeWayMergePatch } from '../patch/three-way.ts';
import { shapeOfKind } from '../patch/shape.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { ObjectPrinter } from '../printers/printer.ts';
import { resolveArguments } from '../resource/arguments.ts';
import { type Info, refreshed } from '../resource/info.ts';
import { getInfo } from '../resource/get-info.ts';
import { collect } from '../resource/visit.ts';
import { WEEK_US, waitDeleted } from '../resource/wait-deleted.ts';
import { serverSideApply } from './apply-server-side.ts';
import { withLastApplied, withoutVersion } from './create/file.ts';
import { type DryRun, dryRunOf, dryRunSuffix, validates, writeOptions } from './dry-run.ts';
import { listOf } from './get.ts';
import { checkPrune, prune } from './prune.ts';
import { recorded } from './record.ts';

const CLIENT_MANAGER = 'kubectl-client-side-apply';
const MAX_RETRIES = 5;

/** `kubectl apply`. Models kubectl/pkg/cmd/apply/apply.go ApplyOptions.Run (1.36). */
export function* apply(kube: Kube): Task<number> {
  const { flags, args } = kube;
  if (args.length > 0) throw misused(kube, `Unexpected args: [${args.join(' ')}]`);
  const dryRun = dryRunOf(kube);
  checkFlags(kube, dryRun);
  checkPrune(kube);
  const filenames = flags.list('filename');
  if (filenames.length === 0) throw new CommandError('must specify one of -f and -k');
  const wanted = resolveArguments(kube, {
    args,
    filenames,
    recursive: flags.bool('recursive'),
    validate: validates(kube),
    labelSelector: flags.text('selector'),
  });
  const { infos, errors } = yield* collect(kube, wanted, {});
  if (infos.length === 0 && errors.length === 0) throw new CommandError('no objects passed to apply');
  const run: Run = { kube, dryRun, done: [], printers: new Map() };
  for (const read of infos) {
    yield* sleep(kube.kernel.around(kube.settings.kubectlObjectUs, 'kubectl'));
    const info = { ...read, object: recorded(kube, read.object) };
    try {
      run.done.push(flags.bool('server-side') ? yield* serverSide(run, info) : yield* applyOne(run, info));
    } catch (error) {
      errors.push(asCommandError(error));
    }
  }
  throwAll(errors);
  printAll(run);
  if (flags.bool('prune')) yield* prune(kube, run.done, dryRun);
  return 0;
}

function checkFlags(kube: Kube, dryRun: DryRun): void {
  const { flags } = kube;
  if (flags.bool('force-conflicts') && !flags.bool('server-side'))
    throw new CommandError('--force-conflicts only works with --server-side');
  if (dryRun === 'client' && flags.bool('server-side')) {
    throw new CommandError(
      "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)",
    );
  }
  if (flags.bool('force') && flags.bool('server-side'))
    throw new CommandError('--force cannot be used with --server-side');
  if (flags.bool('prune') && flags.bool('server-side'))
    throw new CommandError(
      "--prune is in alpha and doesn't currently work on objects created by server-side apply",
    );
  if (dryRun === 'server' && flags.bool('force'))
    throw new CommandError('--dry-run=server cannot be used with --force');
}

interface Run {
  readonly kube: Kube;
  readonly dryRun: DryRun;
  readonly done: Info[];
  readonly printers: Map<string, ObjectPrinter>;
}

/** `pod/web created`, at once; with -o everything is printed at the end. */
function say({ kube, dryRun, printers }: Run, operation: string, object: Unstructured): void {
  if (kube.flags.text('output') !== '' && kube.flags.text('output') !== 'name') return;
  const words = operation + dryRunSuffix(dryRun);
  let print = printers.get(words);
  if (print === undefined) {
    print = objectPrinter(kube, words);
    printers.set(words, print);
  }
  kube.out(print(object));
}

function printAll({ kube, done }: Run): void {
  const output = kube.flags.text('output');
  if (output === '' || output === 'name') return;
  const [first] = done;
  const object = done.length === 1 && first !== undefined ? first.object : { ...listOf(done), metadata: {} };
  kube.out(objectPrinter(kube, '')(object));
}

function* serverSide(run: Run, info: Info): Task<Info> {
  checkNotGenerated(info);
  const applied = yield* serverSideApply(run.kube, info, run.dryRun);
  warnIfDeleting(run.kube, applied.object);
  say(run, 'serverside-applied', applied.object);
  return applied;
}

/** Whose name the server would make up cannot be found again. */
function checkNotGenerated(info: Info): void {
  const base = metaOf(info.object)['generateName'];
  if (info.name === '' && typeof base === 'string' && base !== '')
    throw new CommandError(`from ${base}: cannot use generate name with apply`);
}

function* applyOne(run: Run, info: Info): Task<Info> {
  const { kube } = run;
  if (info.name === '') {
    checkNotGenerated(info);
    const place = describeInfo(info.resource, info.namespace, '');
    throw withSource(
      `retrieving current configuration of:\n${place}\nfrom server for:`,
      info.source,
      new CommandError('resource name may not be empty'),
    );
  }
  let live: Unstructured;
  try {
    live = yield* getInfo(kube, info);
  } catch (error) {
    if (!isNotFound(error)) {
      const place = describeInfo(info.resource, info.namespace, info.name);
      throw withSource(
        `retrieving current configuration of:\n${place}\nfrom server for:`,
        info.source,
        error,
      );
    }
    return yield* createNew(run, info);
  }
  return yield* change(run, info, live);
}

function* createNew(run: Run, info: Info): Task<Info> {
  const { kube, dryRun } = run;
  const object = withoutNulls(withoutVersion(withLastApplied(info.object))) as Unstructured;
  let made = object;
  if (dryRun !== 'client') {
    try {
      made = yield* kube.api.create(info, object, writeOptions(kube, dryRun, managerOf(kube)));
    } catch (error) {
      throw withSource('creating', info.source, error);
    }
  }
  say(run, 'created', made);
  return refreshed(info, made);
}

/** Models pruneNullsFromMap. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) => (isObject(item) ? withoutNulls(item) : item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item as Json)]));
}

function managerOf(kube: Kube): string {
  return kube.flags.changed('field-manager') ? kube.flags.text('field-manager') : CLIENT_MANAGER;
}

function* change(run: Run, info: Info, live: Unstructured): Task<Info> {
  const { kube, dryRun } = run;
  if (dryRun === 'client') {
    const { patch } = applyPatch(info.object, live);
    say(run, Object.keys(patch).length === 0 ? 'unchanged' : 'configured', live);
    return refreshed(info, live);
  }
  if (annotationsOf(live)[LAST_APPLIED] === undefined) {
    kube.err(
      `Warning: resource ${info.resource.resource}/${info.name} is missing the ${LAST_APPLIED} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
    );
  }
  const { patch, object } = yield* patchOrReplace(run, info, live);
  warnIfDeleting(kube, object);
  say(run, Object.keys(patch).length === 0 ? 'unchanged' : 'configured', object);
  return refreshed(info, object);
}

/** With --force, what cannot be changed is made anew. Models Patcher.deleteAndCreate. */
function* patchOrReplace(run: Run, info: Info, live: Unstructured): Task<Patched> {
  const { kube } = run;
  try {
    return yield* patchLive(run, info, live);
  } catch (error) {
    const { flags } = kube;
    if (!flags.bool('force') || !(hasReason(error, 'Invalid') || hasReason(error, 'Conflict'))) throw error;
    const grace = flags.number('grace-period');
    yield* kube.api.delete(info, {
      propagationPolicy: cascading(flags.text('cascade')),
      ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
    });
    yield* waitDeleted(kube, info, uidOf(live), flags.durationUs('timeout') || WEEK_US);
    const object = withoutVersion(withLastApplied(info.object));
    return {
      patch: object,
      object: yield* kube.api.create(info, object, writeOptions(kube, run.dryRun, managerOf(kube))),
    };
  }
}

const cascading = (word: string): 'Background' | 'Foreground' | 'Orphan' =>
  word === 'foreground' ? 'Foreground' : word === 'orphan' ? 'Orphan' : 'Background';

interface Patched {
  readonly patch: JsonObject;
  readonly object: Unstructured;
}

/** Sends the difference, and starts over when somebody else was faster. Models Patcher.Patch. */
function* patchLive({ kube, dryRun }: Run, info: Info, live: Unstructured): Task<Patched> {
  let current = live;
  for (let attempt = 0; ; attempt++) {
    const { type, patch } = applyPatch(info.object, current);
    if (Object.keys(patch).length === 0) return { patch, object: current };
    try {
      const object = yield* kube.api.patch(info, type, patch, writeOptions(kube, dryRun, managerOf(kube)));
      return { patch, object };
    } catch (error) {
      if (
        !hasReason(error, 'Conflict') ||
        attempt >= MAX_RETRIES ||
        metaOf(info.object)['resourceVersion'] !== undefined
      ) {
        const place = describeInfo(info.resource, info.namespace, info.name);
        throw withSource(`applying patch:\n${toCompactJson(patch)}\nto:\n${place}\nfor:`, info.source, error);
      }
      if (attempt > 1) yield* sleep(SECOND);
      current = yield* kube.api.get(info);
    }
  }
}

/** The patch from a live object to a manifest, by what the last apply left behind. */
export function applyPatch(
  manifest: Unstructured,
  live: Unstructured,
  annotates = true,
): { readonly type: 'strategic' | 'merge'; readonly patch: JsonObject } {
  const modified = annotates ? withLastApplied(manifest) : withoutLastApplied(manifest);
  const original = originalOf(live);
  const shape = shapeOfKind(apiVersionOf(live), kindOf(live));
  if (shape === undefined) return { type: 'merge', patch: threeWayJsonPatch(original, modified, live) };
  return { type: 'strategic', patch: threeWayMergePatch(original, modified, live, shape) };
}

/** As GetModifiedConfiguration leaves it that does not annotate: there are annotations, if none. */
function withoutLastApplied(manifest: Unstructured): Unstructured {
  const { [LAST_APPLIED]: _, ...annotations } = annotationsOf(manifest);
  return withAt(manifest, ['metadata', 'annotations'], annotations);
}

function originalOf(live: Unstructured): JsonObject {
  const text = annotationsOf(live)[LAST_APPLIED];
  if (text === undefined) return {};
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    throw new CommandError(`unable to decode ${goQuote(LAST_APPLIED)}: invalid character`);
  }
}

function warnIfDeleting(kube: Kube, object: Unstructured): void {
  const metadata = metaOf(object);
  if (metadata['deletionTimestamp'] !== undefined) {
    kube.err(
      `Warning: Detected changes to resource ${String(metadata['name'])} which is currently being deleted.\n`,
    );
  }
}
