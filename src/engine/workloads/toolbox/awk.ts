import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { Machine } from './awk-machine.ts';
import { AwkError, parseAwk } from './awk-parser.ts';
import type { Value } from './awk-values.ts';
import { fail, linesOf, out, readFile } from './io.ts';
import { RegexError } from './regex.ts';

/** An awk of one file: patterns, ranges, control, arrays and the usual functions; no getline, pipes or own functions. */
export function* awk(sys: Syscalls, argv: readonly string[]): Task<number> {
  const variables = new Map<string, Value>();
  let script: string | undefined;
  let at = 1;
  for (; at < argv.length && /^-./.test(argv[at] as string); at++) {
    const arg = argv[at] as string;
    if (arg === '--') {
      at++;
      break;
    }
    const value = arg.length > 2 ? arg.slice(2) : (argv[++at] ?? '');
    if (arg.startsWith('-F')) variables.set('FS', value.replace(/\\t/g, '\t'));
    else if (arg.startsWith('-v'))
      variables.set(value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1));
    else if (arg.startsWith('-f')) {
      const text = yield* readFile(sys, value);
      if (!text.ok) return yield* fail(sys, `awk: ${value}: ${ERRNO_TEXT[text.error]}`);
      script = text.value;
    } else return yield* fail(sys, `awk: unrecognized option: ${arg[1]}`);
  }
  script ??= argv[at++];
  if (script === undefined) return yield* fail(sys, 'Usage: awk [OPTIONS] [AWK_PROGRAM] [FILE]...');
  const files = argv.slice(at);
  try {
    const machine = new Machine(parseAwk(script), variables, sys);
    machine.begin();
    let status = 0;
    if (machine.readsInput && !machine.exited) {
      for (const path of files.length === 0 ? ['-'] : files) {
        const text = yield* readFile(sys, path);
        if (!text.ok) {
          status = yield* fail(sys, `awk: ${path}: ${ERRNO_TEXT[text.error]}`);
          continue;
        }
        for (const [index, line] of linesOf(text.value).entries()) {
          if (machine.exited) break;
          machine.record(line);
          if (index % 200 === 199) yield* sys.cpu(200);
        }
      }
    }
    machine.end();
    yield* out(sys, machine.output);
    return machine.code || status;
  } catch (error) {
    if (error instanceof AwkError || error instanceof RegexError)
      return yield* fail(sys, `awk: cmd. line:1: ${error.message}`);
    throw error;
  }
}
