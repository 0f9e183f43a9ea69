import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Syscalls } from '../../../engine/workloads/program.ts';
import { fail, out } from '../../../engine/workloads/toolbox/io.ts';
import type { NodeConsole } from '../port.ts';
import { crictlTable, humanSize } from '../units.ts';
import type { Asked } from './flags.ts';

// Models cri-tools 1.36 cmd/crictl container.go, sandbox.go, image.go and stats.go: what changes things behind the kubelet's back.

const DEFAULT_SECONDS = '0';
const SAMPLE_US = 1_000_000;
const BUSYBOX_LIKE = /^(?:[^/:]+)(?::[^/]+)?$/;

type Verb = (sys: Syscalls, node: NodeConsole, asked: Asked) => Task<number>;

interface Named {
  readonly id: string;
}

/** One thing after the other by their ids; the first that fails is told of at the end, as crictl does. */
function* each(
  sys: Syscalls,
  ids: readonly string[],
  all: readonly Named[],
  act: (id: string) => Task<Result<string, string>>,
): Task<number> {
  if (ids.length === 0) return yield* fail(sys, 'FATA[0000] ID cannot be empty                           ');
  let exit = 0;
  for (const word of ids) {
    const id = all.find((one) => one.id.startsWith(word))?.id ?? word;
    const done = yield* act(id);
    if (done.ok) yield* out(sys, `${done.value}\n`);
    else exit = yield* fail(sys, `FATA[0000] ${done.error} `);
  }
  return exit;
}

const then = <T>(done: Result<T, string>, text: string, failed: string): Result<string, string> =>
  done.ok ? ok(text) : err(`${failed}: ${done.error}`);

export const CHANGES: Readonly<Record<string, Verb>> = {
  stop: (sys, node, asked) =>
    each(sys, asked.args, node.containers(), function* (id) {
      const seconds = Number(asked.text('timeout', 't') || DEFAULT_SECONDS);
      return then(yield* node.cri.stop(id, seconds), id, `stopping the container "${id}"`);
    }),
  rm: (sys, node, asked) =>
    each(sys, asked.args, node.containers(), function* (id) {
      const running = node.containers().some((one) => one.id === id && one.state === 'RUNNING');
      if (running && !asked.has('force', 'f'))
        return err(`container "${id}" is running, please stop it first`);
      if (running) yield* node.cri.stop(id, 0);
      return then(yield* node.cri.remove(id), id, `removing container "${id}"`);
    }),
  stopp: (sys, node, asked) =>
    each(sys, asked.args, node.sandboxes(), function* (id) {
      return then(
        yield* node.cri.stopSandbox(id),
        `Stopped sandbox ${id}`,
        `stopping the pod sandbox "${id}"`,
      );
    }),
  rmp: (sys, node, asked) =>
    each(sys, asked.args, node.sandboxes(), function* (id) {
      const ready = node.sandboxes().some((one) => one.id === id && one.ready);
      if (ready && !asked.has('force', 'f'))
        return err(`sandbox ${id} is in ready state, please stop it first`);
      if (ready) yield* node.cri.stopSandbox(id);
      return then(
        yield* node.cri.removeSandbox(id),
        `Removed sandbox ${id}`,
        `removing the pod sandbox "${id}"`,
      );
    }),
  pull,
  rmi,
  stats,
};

function* pull(sys: Syscalls, node: NodeConsole, { args: [image] }: Asked): Task<number> {
  if (image === undefined)
    return yield* fail(sys, 'FATA[0000] image name or ID cannot be empty             ');
  const done = yield* node.cri.pull(image);
  if (!done.ok) return yield* fail(sys, `FATA[0000] pulling image: ${done.error} `);
  yield* out(sys, `Image is up to date for ${done.value}\n`);
  return 0;
}

/** `busybox` is Docker Hub's, of the library. */
function matchesImage(tag: string, word: string): boolean {
  const full = BUSYBOX_LIKE.test(word) ? `docker.io/library/${word}` : word;
  return tag === full || tag === `${full}:latest` || tag === `docker.io/${word}` || tag === word;
}

function* rmi(sys: Syscalls, node: NodeConsole, { args }: Asked): Task<number> {
  let exit = 0;
  for (const word of args) {
    const found = node
      .images()
      .find(
        ({ id, repoTags }) =>
          id.replace(/^sha256:/, '').startsWith(word) || repoTags.some((tag) => matchesImage(tag, word)),
      );
    if (found === undefined) {
      exit = yield* fail(
        sys,
        `E no such image "${word}"\nFATA[0000] unable to remove the image(s)               `,
      );
      continue;
    }
    const done = yield* node.cri.removeImage(found.id);
    if (!done.ok) exit = yield* fail(sys, `FATA[0000] ${done.error} `);
    else yield* out(sys, found.repoTags.map((tag) => `Deleted: ${tag}\n`).join(''));
  }
  return exit;
}

/** CPU over a second, as it is measured there. */
function* stats(sys: Syscalls, node: NodeConsole, { args, text }: Asked): Task<number> {
  const wanted = node
    .containers()
    .filter(({ state, id }) => state === 'RUNNING' && (args[0] === undefined || id.startsWith(args[0])))
    .filter(({ name }) => name.includes(text('name')));
  const before = new Map<string, number>();
  for (const { id } of wanted) before.set(id, (yield* node.cri.usage(id))?.cpuNanos ?? 0);
  yield* sys.sleep(SAMPLE_US);
  const rows: string[][] = [];
  for (const { id, name } of wanted) {
    const usage = yield* node.cri.usage(id);
    if (usage === undefined) continue;
    const share = (usage.cpuNanos - (before.get(id) ?? 0)) / 1_000 / SAMPLE_US;
    const row = [id.slice(0, 13), name, (share * 100).toFixed(2), humanSize(usage.memoryBytes)];
    rows.push([...row, humanSize(usage.diskBytes), '0', '0B']);
  }
  const head = ['CONTAINER', 'NAME', 'CPU %', 'MEM', 'DISK', 'INODES', 'SWAP'];
  yield* out(sys, crictlTable([head, ...rows]));
  return 0;
}
