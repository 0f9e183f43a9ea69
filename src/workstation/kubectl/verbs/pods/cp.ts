import type { Pod } from '../../../../api/generated/types.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { type TarEntry, packTar, unpackTar } from '../../../../engine/workloads/toolbox/tar-archive.ts';
import { CommandError, Exit } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { PODS, chooseContainer } from '../../pods.ts';
import { type StreamConsole, runRemote, textChannel } from '../../streams.ts';

/** A place: a file of the machine, or of a Pod's container. */
interface FileSpec {
  readonly namespace: string;
  /** '' on this machine. */
  readonly pod: string;
  readonly path: string;
}

/** `kubectl cp`, by tar in the container. Models kubectl/pkg/cmd/cp/cp.go (1.36). */
export function* cp(kube: Kube): Task<number> {
  if (kube.args.length !== 2) throw new CommandError('source and destination are required');
  const [from, to] = kube.args.map((word) => fileSpec(kube, word)) as [FileSpec, FileSpec];
  if (from.pod !== '' && to.pod !== '')
    throw new CommandError('one of src or dest must be a local file specification');
  if (from.path === '' || to.path === '') throw new CommandError('filepath can not be empty');
  if (from.pod !== '') return yield* fromPod(kube, from, to);
  if (to.pod !== '') return yield* toPod(kube, from, to);
  throw new CommandError('one of src or dest must be a remote file specification');
}

function fileSpec(kube: Kube, word: string): FileSpec {
  const colon = word.indexOf(':');
  const wrong = new CommandError('filespec must match the canonical format: [[namespace/]pod:]file/path');
  if (colon === 0) throw wrong;
  if (colon < 0) return { namespace: '', pod: '', path: word };
  const pieces = word.slice(0, colon).split('/');
  const path = word.slice(colon + 1);
  if (pieces.length === 1) return { namespace: kube.namespace, pod: pieces[0] ?? '', path };
  if (pieces.length === 2) return { namespace: pieces[0] ?? '', pod: pieces[1] ?? '', path };
  throw wrong;
}

interface Running {
  readonly command: readonly string[];
  readonly console: StreamConsole;
  readonly stdin?: string;
}

function* execIn(
  kube: Kube,
  { namespace, pod: name }: FileSpec,
  { command, console, stdin }: Running,
): Task<number> {
  const pod = (yield* kube.api.get({ resource: PODS, namespace, name })) as unknown as Pod;
  const phase = pod.status?.phase ?? '';
  if (phase === 'Succeeded' || phase === 'Failed')
    throw new CommandError(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  const container = chooseContainer(quietly(kube, console), pod, kube.flags.text('container'), false);
  const params = {
    command,
    container: container.name,
    stdout: 'true',
    stderr: 'true',
    ...(stdin === undefined ? {} : { stdin: 'true' }),
  };
  return yield* runRemote(
    kube,
    { subresource: 'exec', namespace, name, options: { params } },
    console,
    stdin === undefined ? undefined : textChannel(stdin),
  );
}

const quietly = (kube: Kube, console: StreamConsole): Kube => ({
  ...kube,
  api: kube.api,
  err: (text) => console.err(text),
});

function* fromPod(kube: Kube, from: FileSpec, to: FileSpec): Task<number> {
  let archive = '';
  // Upstream hands tar's complaints to its own output.
  const console = { out: (text: string) => void (archive += text), err: (text: string) => kube.out(text) };
  const exit = yield* execIn(kube, from, { command: ['tar', 'cf', '-', from.path], console });
  const entries = unpackTar(archive);
  if (entries === undefined) throw new CommandError('unexpected EOF');
  const base = from.path.replace(/\/+$/, '').replace(/^\/+/, '');
  const isDirectory = kube.files.list(to.path) !== undefined && !kube.files.read(to.path).ok;
  const target = isDirectory ? `${to.path.replace(/\/+$/, '')}/${base.split('/').at(-1) ?? ''}` : to.path;
  for (const { name, text } of entries) {
    if (!name.startsWith(base)) throw new CommandError('tar contents corrupted');
    if (!name.endsWith('/')) kube.files.write(target + name.slice(base.length), text);
  }
  return exit;
}

function* toPod(kube: Kube, from: FileSpec, to: FileSpec): Task<number> {
  const read = kube.files.read(from.path);
  if (!read.ok && read.error === 'missing')
    throw new CommandError(`${from.path} doesn't exist in local filesystem`);
  const base = from.path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  const path = (yield* isDirectoryThere(kube, to)) ? `${to.path.replace(/\/+$/, '')}/${base}` : to.path;
  const slash = path.replace(/\/+$/, '').lastIndexOf('/');
  const directory = slash <= 0 ? (path.startsWith('/') ? '/' : '.') : path.slice(0, slash);
  const name = path.replace(/\/+$/, '').slice(slash + 1);
  const entries: TarEntry[] = read.ok
    ? [{ name, mode: 0o644, text: read.value }]
    : treeOf(kube, from.path, name);
  const keep = kube.flags.bool('no-preserve') ? ['--no-same-permissions', '--no-same-owner'] : [];
  const command = ['tar', ...keep, '-xmf', '-', ...(directory === '.' ? [] : ['-C', directory])];
  return yield* execIn(kube, to, { command, console: kube, stdin: packTar(entries) });
}

/** A directory there takes the file in under its own name. */
function* isDirectoryThere(kube: Kube, to: FileSpec): Task<boolean> {
  const silent = { out: () => undefined, err: () => undefined };
  try {
    return (yield* execIn(kube, to, { command: ['test', '-d', to.path], console: silent })) === 0;
  } catch (error) {
    if (error instanceof CommandError || error instanceof Exit) return false;
    throw error;
  }
}

function treeOf(kube: Kube, path: string, name: string): TarEntry[] {
  const out: TarEntry[] = [{ name: `${name}/`, mode: 0o755, text: '' }];
  for (const child of kube.files.list(path) ?? []) {
    const read = kube.files.read(`${path}/${child}`);
    if (read.ok) out.push({ name: `${name}/${child}`, mode: 0o644, text: read.value });
    else out.push(...treeOf(kube, `${path}/${child}`, `${name}/${child}`));
  }
  return out;
}
