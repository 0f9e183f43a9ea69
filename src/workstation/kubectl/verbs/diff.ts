import { toYaml } from '../../../api/yaml/writer.ts';
import { formatTime } from '../../../api/time.ts';
import { SECOND } from '../../../trace/ids.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, Exit, isNotFound, renderError } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { type Unstructured, withAt } from '../object.ts';
import { withoutManagedFields } from '../printers/object-printer.ts';
import { unifiedDiff } from '../printers/unified-diff.ts';
import type { Info } from '../resource/info.ts';
import { getInfo } from '../resource/get-info.ts';
import { readFiles } from '../resource/manifests.ts';
import { applyPatch } from './apply.ts';

/** `kubectl diff`: exit code 1 when there are differences. Models kubectl/pkg/cmd/diff/diff.go (1.36). */
export function* diff(kube: Kube): Task<number> {
  try {
    return yield* compare(kube);
  } catch (error) {
    if (error instanceof Exit || !(error instanceof CommandError)) throw error;
    // 1 says that there are differences: what went wrong is one more.
    const { text, exit } = renderError(error);
    throw new Exit(exit + 1, text);
  }
}

function* compare(kube: Kube): Task<number> {
  const { flags } = kube;
  const filenames = flags.list('filename');
  if (kube.args.length > 0) throw misused(kube, `Unexpected args: [${kube.args.join(' ')}]`);
  if (filenames.length === 0) throw new CommandError('must specify one of -f and -k');
  const found = new Map<string, string>();
  const folders = [folder(kube, 'LIVE'), folder(kube, 'MERGED')] as const;
  for (const entry of readFiles(kube, {
    filenames,
    recursive: flags.bool('recursive'),
    validate: false,
    labelSelector: flags.text('selector'),
  })) {
    if ('error' in entry) throw entry.error;
    const { info } = entry;
    const live = yield* liveOf(kube, info);
    const merged = yield* mergedOf(kube, info, live);
    const file = fileOf(info);
    found.set(file, diffText(kube, { kind: info.resource.kind, file, folders }, live, merged));
  }
  // What compares the two folders goes by the names of their files.
  const texts = [...found.keys()].sort().map((file) => found.get(file) ?? '');
  for (const text of texts) kube.out(text);
  if (texts.some((text) => text !== '')) throw new Exit(1);
  return 0;
}

function* liveOf(kube: Kube, info: Info): Task<Unstructured | undefined> {
  try {
    return yield* getInfo(kube, info);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** What the server would make of it: a dry run. */
function* mergedOf(kube: Kube, info: Info, live: Unstructured | undefined): Task<Unstructured> {
  const { flags } = kube;
  if (flags.bool('server-side')) {
    return yield* kube.api.patch(info, 'apply', info.object, {
      dryRun: true,
      fieldManager: 'kubectl',
      force: flags.bool('force-conflicts'),
    });
  }
  if (live === undefined)
    return yield* kube.api.create(info, info.object, {
      dryRun: true,
      fieldManager: flags.text('field-manager'),
    });
  const { type, patch } = applyPatch(info.object, live, false);
  return yield* kube.api.patch(info, type, patch, {
    dryRun: true,
    fieldManager: flags.text('field-manager'),
  });
}

/** What is compared: files of one name in two folders. */
interface Compared {
  readonly kind: string;
  readonly file: string;
  readonly folders: readonly [live: string, merged: string];
}

/** A new folder's path. Models os.MkdirTemp. */
const folder = ({ kernel }: Kube, name: string): string =>
  `/tmp/${name}-${kernel.random('kubectl-diff').int(2 ** 32)}`;

function fileOf({ resource: { group, version, kind }, namespace, name }: Info): string {
  return [group, version, kind, namespace, name].filter((part) => part !== '').join('.');
}

function diffText(
  kube: Kube,
  { kind, file, folders }: Compared,
  live: Unstructured | undefined,
  merged: Unstructured,
): string {
  const shown = (object: Unstructured | undefined): string => {
    if (object === undefined) return '';
    const bare = kube.flags.bool('show-managed-fields') ? object : withoutManagedFields(object);
    return toYaml(kind === 'Secret' && !kube.flags.bool('show-secrets') ? masked(bare) : bare);
  };
  const body = unifiedDiff(shown(live), shown(merged));
  if (body === '') return '';
  const [from, to] = folders.map((path) => `${path}/${file}`);
  const written = writtenAt(kube.kernel.unixUs());
  return `diff -u -N ${from} ${to}\n--- ${from}\t${written}\n+++ ${to}\t${written}\n${body}`;
}

/** A file's time as diff writes it. */
function writtenAt(us: number): string {
  const [day = '', time = ''] = formatTime(us).slice(0, -1).split('T');
  return `${day} ${time}.${String(us % SECOND).padStart(6, '0')}000 +0000`;
}

/** Models diff's Masker: values are not shown, only that they differ. */
function masked(secret: Unstructured): Unstructured {
  const data = Object.fromEntries(Object.keys((secret['data'] ?? {}) as object).map((key) => [key, '***']));
  return withAt(secret, ['data'], data);
}
