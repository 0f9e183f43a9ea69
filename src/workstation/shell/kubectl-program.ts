import { ok } from '../../base/result.ts';
import { Channel, Future, type Task, wait } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { runCommand } from '../../engine/workloads/toolbox/processes.ts';
import { readAll, writeAll } from '../../engine/workloads/toolbox/io.ts';
import type { LocalFiles } from '../files.ts';
import { parseLine } from '../kubectl/grammar/parse.ts';
import { KUBECTL } from '../kubectl/grammar/root.ts';
import type { Editor } from '../kubectl/kube.ts';
import { type KubectlMachine, type KubectlStreams, runKubectl } from '../kubectl/run.ts';
import type { TerminalInput } from './terminal.ts';

interface Chunk {
  readonly fd: 1 | 2;
  readonly text: string;
}

/** kubectl as an executable of the learner's machine. */
export function kubectlProgram(
  machine: Omit<KubectlMachine, 'files'>,
  filesFrom: (cwd: () => string) => LocalFiles,
  terminalNow: () => TerminalInput | undefined,
): Program {
  return function* (sys: Syscalls): Task<number> {
    const argv = sys.argv.slice(1);
    const chunks = new Channel<Chunk | 'end'>();
    const written = new Future();
    sys.thread(writeOut(sys, chunks, written));
    const terminal = sys.isTerminal(0);
    const streams: KubectlStreams = {
      stdin: !terminal && readsAll(argv) ? yield* wholeInput(sys) : undefined,
      terminal,
      shown: sys.isTerminal(1),
      input: () => inputOf(sys, terminal && allocatesTerminal(argv) ? terminalNow() : undefined),
      interrupted: new Future(),
      editor: editorOf(sys),
      out: (text) => chunks.send({ fd: 1, text }),
      err: (text) => chunks.send({ fd: 2, text }),
    };
    const files = withHanded(
      filesFrom(() => sys.cwd()),
      yield* handedTexts(sys, argv),
    );
    const exit = yield* runKubectl({ ...machine, files }, argv, streams);
    chunks.send('end');
    yield* wait(written);
    return exit;
  };
}

/** What the shell hands over as `<( … )`, by the path it has on the line. */
function* handedTexts(sys: Syscalls, argv: readonly string[]): Task<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const word of argv) {
    const found = /\/dev\/fd\/(\d+)$/.exec(word);
    if (found === null) continue;
    const text = yield* readAll(sys, Number(found[1]));
    if (text.ok) texts.set(found[0], text.value);
  }
  return texts;
}

function withHanded(files: LocalFiles, texts: ReadonlyMap<string, string>): LocalFiles {
  if (texts.size === 0) return files;
  return {
    ...files,
    read(path) {
      const text = texts.get(path);
      return text === undefined ? files.read(path) : ok(text);
    },
  };
}

/** The editor the environment names. Models editor.NewDefaultEditor. */
function editorOf(sys: Syscalls): Editor {
  const name = sys.env.get('KUBE_EDITOR') || sys.env.get('EDITOR') || 'vi';
  return {
    name,
    *run(path) {
      const ended = yield* runCommand(sys, ['sh', '-c', `${name} '${path}'`], { name: 'kubectl' });
      return typeof ended === 'number' ? ended : ended.code;
    },
  };
}

/** What kubectl prints goes out in order; a pipe that is full holds the rest back. */
function* writeOut(sys: Syscalls, chunks: Channel<Chunk | 'end'>, written: Future): Task {
  for (;;) {
    const chunk = yield* chunks.receive();
    if (chunk === 'end') return written.resolve();
    yield* writeAll(sys, chunk.fd, chunk.text);
  }
}

/** Whether a line has kubectl read its whole standard input first: `-f -`, `--from-file=x=-`, `set env -`, a question to be answered. */
function readsAll(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  return own.some(
    (word) =>
      word === '-' ||
      word === '-f-' ||
      word === '/dev/stdin' ||
      word.endsWith('=-') ||
      word === '--interactive' ||
      (own[0] === 'delete' && word === '-i'),
  );
}

function* wholeInput(sys: Syscalls): Task<string> {
  const text = yield* readAll(sys, 0);
  return text.ok ? text.value : '';
}

/** Whether kubectl puts a terminal before a remote program: `-it`. */
function allocatesTerminal(argv: readonly string[]): boolean {
  const parsed = parseLine(KUBECTL, argv);
  if (!parsed.ok) return false;
  const { flags } = parsed.value;
  return flags.has('tty') && flags.bool('tty') && flags.has('stdin') && flags.bool('stdin');
}

/** Standard input as it comes, for exec and attach; null ends it. A terminal given is raw from then on. */
function inputOf(sys: Syscalls, terminal: TerminalInput | undefined): Channel<string | null> {
  const channel = new Channel<string | null>();
  if (terminal !== undefined) terminal.raw = true;
  sys.thread(
    (function* (): Task {
      for (;;) {
        const chunk = yield* sys.read(0);
        if (chunk === 'interrupted') continue;
        const ended = !chunk.ok || chunk.value === '';
        channel.send(ended ? null : chunk.value);
        if (ended) return;
      }
    })(),
  );
  return channel;
}
