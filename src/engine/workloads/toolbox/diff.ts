import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { isDirectory } from './files.ts';
import { type Applet, badOption, fail, linesOf, options, out, readFile } from './io.ts';

/** Lines that differ by more than so many places are told as one change. */
const MAX_EDITS = 2_000;
const CONTEXT = 3;

/** A run of lines that were taken out of the first file, and of those in the second that stand there now. */
interface Change {
  readonly a: number;
  readonly aCount: number;
  readonly b: number;
  readonly bCount: number;
}

/** The shortest edits between two texts. Models the algorithm of Myers. */
export function changesBetween(a: readonly string[], b: readonly string[]): Change[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const path = shortest(a.slice(start, endA), b.slice(start, endB));
  if (path === undefined) return [{ a: start, aCount: endA - start, b: start, bCount: endB - start }];
  return path.map(({ a: x, aCount, b: y, bCount }) => ({ a: start + x, aCount, b: start + y, bCount }));
}

function shortest(a: readonly string[], b: readonly string[]): Change[] | undefined {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(a.length + b.length, MAX_EDITS); edits++) {
    trace.push(new Map(reach));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a.length, b.length);
    }
  }
  return undefined;
}

function backtrack(trace: readonly ReadonlyMap<number, number>[], endX: number, endY: number): Change[] {
  const changes: { a: number; aCount: number; b: number; bCount: number }[] = [];
  let [x, y] = [endX, endY];
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const reach = trace[edits] as ReadonlyMap<number, number>;
    const k = x - y;
    const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
    const fromX = reach.get(down ? k + 1 : k - 1) ?? 0;
    const fromY = fromX - (down ? k + 1 : k - 1);
    const step = down
      ? { a: fromX, aCount: 0, b: fromY, bCount: 1 }
      : { a: fromX, aCount: 1, b: fromY, bCount: 0 };
    const next = changes[0];
    if (next !== undefined && next.a === step.a + step.aCount && next.b === step.b + step.bCount) {
      changes[0] = {
        a: step.a,
        aCount: step.aCount + next.aCount,
        b: step.b,
        bCount: step.bCount + next.bCount,
      };
    } else changes.unshift(step);
    [x, y] = [fromX, fromY];
  }
  return changes;
}

/** diff of busybox (unified unless said) or of GNU (plain unless -u). */
export function diffApplet(plain: boolean): Applet {
  return function* (sys, argv) {
    const brief = argv.some((arg) => arg === '--brief');
    const { flags, rest, bad } = options(
      argv.filter((arg) => !arg.startsWith('--')),
      'uU:qrNabBdiwsTtL:c',
    );
    if (bad !== undefined) return yield* badOption(sys, 'diff', bad);
    const [first, second] = rest;
    if (first === undefined || second === undefined) return yield* fail(sys, 'diff: missing operand', 2);
    const how: How = {
      quiet: brief || flags.has('q'),
      plain: plain && !flags.has('u') && !flags.has('U'),
      context: Number(flags.get('U') ?? CONTEXT),
      ignore: (line) => {
        const spaced = flags.has('w')
          ? line.replaceAll(/\s/g, '')
          : flags.has('b')
            ? line.replaceAll(/\s+/g, ' ')
            : line;
        return flags.has('i') ? spaced.toLowerCase() : spaced;
      },
      same: flags.has('s'),
    };
    if (isDirectory(sys, first) && isDirectory(sys, second))
      return yield* folders(sys, [first, second], how, flags.has('r'));
    const name = (path: string, other: string): string =>
      isDirectory(sys, path) ? `${path}/${other.split('/').pop()}` : path;
    return yield* files(sys, name(first, second), name(second, first), how);
  };
}

interface How {
  readonly quiet: boolean;
  readonly plain: boolean;
  readonly context: number;
  readonly ignore: (line: string) => string;
  readonly same: boolean;
}

function* folders(
  sys: Syscalls,
  [first, second]: readonly [string, string],
  how: How,
  deep: boolean,
): Task<number> {
  const [left, right] = [sys.readdir(first), sys.readdir(second)];
  if (!left.ok || !right.ok) return 2;
  let status = 0;
  for (const name of [...new Set([...left.value, ...right.value])].sort()) {
    const only = !left.value.includes(name) ? second : !right.value.includes(name) ? first : undefined;
    const [a, b] = [`${first}/${name}`, `${second}/${name}`];
    if (only !== undefined) {
      yield* out(sys, `Only in ${only}: ${name}\n`);
      status = 1;
    } else if (isDirectory(sys, a) && isDirectory(sys, b)) {
      if (deep) status = (yield* folders(sys, [a, b], how, deep)) || status;
      else yield* out(sys, `Common subdirectories: ${a} and ${b}\n`);
    } else status = (yield* files(sys, a, b, how)) || status;
  }
  return status;
}

function* files(sys: Syscalls, first: string, second: string, how: How): Task<number> {
  const texts: string[] = [];
  for (const path of [first, second]) {
    const text = yield* readFile(sys, path);
    if (!text.ok) return yield* fail(sys, `diff: can't stat '${path}': ${ERRNO_TEXT[text.error]}`, 2);
    texts.push(text.value);
  }
  const [a = '', b = ''] = texts;
  const [left, right] = [linesOf(a), linesOf(b)];
  const changes = changesBetween(left.map(how.ignore), right.map(how.ignore));
  if (changes.length === 0) {
    if (how.same) yield* out(sys, `Files ${first} and ${second} are identical\n`);
    return 0;
  }
  if (how.quiet) yield* out(sys, `Files ${first} and ${second} differ\n`);
  else if (how.plain) yield* out(sys, plainText(changes, left, right));
  else yield* out(sys, `--- ${first}\n+++ ${second}\n${unifiedText(changes, left, right, how.context)}`);
  return 1;
}

function plainText(changes: readonly Change[], left: readonly string[], right: readonly string[]): string {
  const range = (at: number, count: number): string =>
    count === 0 ? String(at) : count === 1 ? String(at + 1) : `${at + 1},${at + count}`;
  return changes
    .map(({ a, aCount, b, bCount }) => {
      const kind = aCount === 0 ? 'a' : bCount === 0 ? 'd' : 'c';
      const gone = left.slice(a, a + aCount).map((line) => `< ${line}\n`);
      const come = right.slice(b, b + bCount).map((line) => `> ${line}\n`);
      return `${range(a, aCount)}${kind}${range(b, bCount)}\n${gone.join('')}${kind === 'c' ? '---\n' : ''}${come.join('')}`;
    })
    .join('');
}

function unifiedText(
  changes: readonly Change[],
  left: readonly string[],
  right: readonly string[],
  context: number,
): string {
  let text = '';
  for (let at = 0; at < changes.length; ) {
    const group = [changes[at++] as Change];
    for (let next = changes[at]; next !== undefined; next = changes[++at]) {
      const last = group.at(-1) as Change;
      if (next.a - (last.a + last.aCount) > 2 * context) break;
      group.push(next);
    }
    text += hunk(group, left, right, context);
  }
  return text;
}

function hunk(
  group: readonly Change[],
  left: readonly string[],
  right: readonly string[],
  context: number,
): string {
  const [first, last] = [group[0] as Change, group.at(-1) as Change];
  const lead = Math.min(context, first.a);
  const endA = Math.min(left.length, last.a + last.aCount + context);
  const endB = Math.min(right.length, last.b + last.bCount + context);
  const [fromA, fromB] = [first.a - lead, first.b - lead];
  let body = '';
  let at = fromA;
  for (const { a, aCount, b, bCount } of group) {
    body += left
      .slice(at, a)
      .map((line) => ` ${line}\n`)
      .join('');
    body += left
      .slice(a, a + aCount)
      .map((line) => `-${line}\n`)
      .join('');
    body += right
      .slice(b, b + bCount)
      .map((line) => `+${line}\n`)
      .join('');
    at = a + aCount;
  }
  body += left
    .slice(at, endA)
    .map((line) => ` ${line}\n`)
    .join('');
  const range = (from: number, count: number): string =>
    `${count === 0 ? from : from + 1}${count === 1 ? '' : `,${count}`}`;
  return `@@ -${range(fromA, endA - fromA)} +${range(fromB, endB - fromB)} @@\n${body}`;
}
