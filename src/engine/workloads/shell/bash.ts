import type { Command, Word } from './ast.ts';

// What bash reads beyond ash: braces, arithmetic commands and loops. Arrays are not here.

/** `let TEXT` as a command: what `((…))` stands for. */
export function letCommand(expression: Word, line: number): Command {
  const name: Word = [{ kind: 'text', text: 'let', quoted: false }];
  return { kind: 'simple', assignments: [], words: [name, expression], redirects: [], line };
}

/** The expressions of `for ((init; test; step))` as those of a while loop, whose test takes the step from its second time on. */
export function loopExpressions(text: string, unique: number): readonly [init: string, test: string] {
  const [init = '', test = '', step = ''] = text.split(';').map((part) => part.trim());
  const rounds = `__round${unique}`;
  return [
    `${init === '' ? '' : `${init}, `}${rounds} = 0`,
    `${step === '' ? '' : `(${rounds}++ ? (${step}) : 0), `}${test === '' ? '1' : `(${test})`}`,
  ];
}

const MOST = 10_000;

/** Brace expansion of a word: `{a,b}`, `{1..5}`, `{a..e}`, `{0..10..5}`, in text that is not quoted. */
export function expandBraces(word: Word): readonly Word[] {
  for (const [index, part] of word.entries()) {
    if (part.kind !== 'text' || part.quoted) continue;
    const found = /\{([^{}]*)\}/.exec(part.text);
    const choices = found === null ? undefined : alternatives(found[1] as string);
    if (found === null || choices === undefined) continue;
    return choices.flatMap((choice) => {
      const before = part.text.slice(0, found.index) + choice;
      const rest: Word = [
        { kind: 'text', text: part.text.slice(found.index + found[0].length), quoted: false },
        ...word.slice(index + 1),
      ];
      return expandBraces(rest).map((tail): Word => {
        const [first, ...others] = tail;
        const joined = first?.kind === 'text' && !first.quoted ? first.text : '';
        const kept = joined === '' && first !== undefined && !(first.kind === 'text' && !first.quoted);
        return [
          ...word.slice(0, index),
          { kind: 'text', text: before + joined, quoted: false },
          ...(kept ? tail : others),
        ];
      });
    });
  }
  return [word];
}

function alternatives(text: string): readonly string[] | undefined {
  if (text.includes(',')) return text.split(',');
  const range = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(text);
  if (range === null) return undefined;
  const [, from = '', to = '', by] = range;
  const letters = /[a-zA-Z]/.test(from);
  if (letters !== /[a-zA-Z]/.test(to)) return undefined;
  const [start, end] = letters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const width = !letters && /^-?0\d/.test(from) ? from.length : 0;
  const items: string[] = [];
  for (let at = start; start <= end ? at <= end : at >= end; at += start <= end ? step : -step) {
    items.push(letters ? String.fromCharCode(at) : String(at).padStart(width, '0'));
    if (items.length >= MOST) break;
  }
  return items;
}
