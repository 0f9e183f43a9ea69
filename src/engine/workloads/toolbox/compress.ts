import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { FORMATS, type Format, type FormatName } from './formats.ts';
import { type Applet, badOption, fail, options, out, readAll, readFile, writeAll } from './io.ts';

/** One name of a family: the packer, the unpacker, or the one that prints. */
export function compressApplet(format: FormatName, does: 'pack' | 'unpack' | 'print'): Applet {
  return function* (sys, argv) {
    const name = (argv[0] ?? format).split('/').pop() as string;
    const { flags, rest, bad } = options(argv, 'cdfkqvnrtlz0123456789T:');
    if (bad !== undefined) return yield* badOption(sys, name, bad);
    const job: Job = {
      name,
      format: FORMATS[format],
      pack: does === 'pack' && !flags.has('d') && !flags.has('t'),
      print: does === 'print' || flags.has('c'),
      keep: flags.has('k'),
      force: flags.has('f'),
      test: flags.has('t'),
    };
    if (rest.length === 0) return yield* stream(sys, job);
    let status = 0;
    for (const path of rest) status = (yield* onFile(sys, job, path)) || status;
    return status;
  };
}

interface Job {
  readonly name: string;
  readonly format: Format;
  readonly pack: boolean;
  readonly print: boolean;
  readonly keep: boolean;
  readonly force: boolean;
  readonly test: boolean;
}

function converted(text: string, { pack, format }: Job): string | undefined {
  if (pack) return format.magic + text;
  return text.startsWith(format.magic) ? text.slice(format.magic.length) : undefined;
}

function* stream(sys: Syscalls, job: Job): Task<number> {
  const input = yield* readAll(sys, 0);
  const result = input.ok ? converted(input.value, job) : undefined;
  if (result === undefined)
    return yield* fail(
      sys,
      `${job.name}: ${input.ok && input.value === '' ? 'unexpected end of file' : 'invalid magic'}`,
    );
  if (!job.test) yield* out(sys, result);
  return 0;
}

function* onFile(sys: Syscalls, job: Job, path: string): Task<number> {
  const { name, format } = job;
  const text = yield* readFile(sys, path);
  if (!text.ok) return yield* fail(sys, `${name}: ${path}: ${ERRNO_TEXT[text.error]}`);
  const result = converted(text.value, job);
  if (result === undefined) return yield* fail(sys, `${name}: invalid magic`);
  if (job.test) return 0;
  if (job.print || path === '-') {
    yield* out(sys, result);
    return 0;
  }
  const plain = path.endsWith('.tgz') ? path.replace(/tgz$/, 'tar') : path.slice(0, -format.suffix.length);
  if (!job.pack && !path.endsWith(format.suffix) && !path.endsWith('.tgz'))
    return yield* fail(sys, `${name}: ${path}: unknown suffix - ignored`);
  const target = job.pack ? path + format.suffix : plain;
  if (sys.stat(target).ok && !job.force)
    return yield* fail(sys, `${name}: can't open '${target}': ${ERRNO_TEXT.EEXIST}`);
  const opened = sys.open(target, 'write', { create: true, truncate: true });
  if (!opened.ok) return yield* fail(sys, `${name}: can't open '${target}': ${ERRNO_TEXT[opened.error]}`);
  yield* writeAll(sys, opened.value, result);
  sys.close(opened.value);
  if (!job.keep) sys.unlink(path);
  return 0;
}
