import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { badOption, fail, linesOf, options, out, readAll } from './io.ts';
import { eachFile } from './text.ts';

export function* cut(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'b:c:f:d:sn');
  if (bad !== undefined) return yield* badOption(sys, 'cut', bad);
  const list = flags.get('f') ?? flags.get('c') ?? flags.get('b');
  if (list === undefined) return yield* fail(sys, 'cut: expected a list of bytes, characters, or fields');
  const ranges = list.split(',').map((range) => /^(\d*)(-?)(\d*)$/.exec(range));
  if (ranges.some((range) => range === null || range[0] === '' || range[0] === '-'))
    return yield* fail(sys, `cut: bad list value '${list}'`);
  const wanted = (index: number): boolean =>
    ranges.some((range) => {
      const low = Number(range?.[1] === '' ? 1 : range?.[1]);
      const high =
        range?.[2] === '' ? low : range?.[3] === '' ? Number.POSITIVE_INFINITY : Number(range?.[3]);
      return index + 1 >= low && index + 1 <= high;
    });
  const separator = flags.get('d') ?? '\t';
  return yield* eachFile(sys, 'cut', rest, function* (text) {
    let result = '';
    for (const line of linesOf(text)) {
      if (!flags.has('f'))
        result += `${Array.from(line)
          .filter((_, index) => wanted(index))
          .join('')}\n`;
      else if (line.includes(separator))
        result += `${line
          .split(separator)
          .filter((_, index) => wanted(index))
          .join(separator)}\n`;
      else if (!flags.has('s')) result += `${line}\n`;
    }
    yield* out(sys, result);
  });
}

export function* tr(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'cCds');
  if (bad !== undefined) return yield* badOption(sys, 'tr', bad);
  const [from, to] = rest;
  if (from === undefined) return yield* fail(sys, 'tr: missing operand');
  const complement = flags.has('c') || flags.has('C');
  const source = expandSet(from);
  const target = to === undefined ? [] : expandSet(to);
  const inSource = (char: string): boolean => source.includes(char) !== complement;
  const squeezed = flags.has('s') ? (flags.has('d') || to !== undefined ? target : source) : [];
  const input = yield* readAll(sys, 0);
  let result = '';
  for (const char of input.ok ? input.value : '') {
    let mapped = char;
    if (inSource(char)) {
      if (flags.has('d')) continue;
      if (target.length > 0)
        mapped = (
          complement ? target[target.length - 1] : target[Math.min(source.indexOf(char), target.length - 1)]
        ) as string;
    }
    const squeezes = squeezed === source && complement ? !source.includes(mapped) : squeezed.includes(mapped);
    if (squeezes && result.endsWith(mapped)) continue;
    result += mapped;
  }
  yield* out(sys, result);
  return 0;
}

const TR_CLASSES: Readonly<Record<string, string>> = {
  lower: 'a-z',
  upper: 'A-Z',
  digit: '0-9',
  alpha: 'A-Za-z',
  alnum: 'A-Za-z0-9',
  space: ' \t\n\r\f\v',
  blank: ' \t',
  punct: '!-/:-@[-`{-~',
  xdigit: '0-9A-Fa-f',
};

function expandSet(spec: string): string[] {
  const plain = spec.replace(/\[:(\w+):\]/g, (whole, name: string) => TR_CLASSES[name] ?? whole);
  const chars: string[] = [];
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '0': '\0' };
  for (let i = 0; i < plain.length; i++) {
    let char = plain[i] as string;
    if (char === '\\' && i + 1 < plain.length) char = escapes[plain[++i] as string] ?? (plain[i] as string);
    const high = plain[i + 2];
    if (plain[i + 1] === '-' && high !== undefined) {
      for (let code = char.charCodeAt(0); code <= high.charCodeAt(0); code++)
        chars.push(String.fromCharCode(code));
      i += 2;
    } else chars.push(char);
  }
  return chars;
}
