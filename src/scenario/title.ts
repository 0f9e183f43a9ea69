import type { Localized } from './document.ts';

const SCALAR = String.raw`(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s{["'|>&*!].*?))\s*$`;
const PLAIN = new RegExp(String.raw`^title:[ \t]*${SCALAR}`, 'm');
const inLanguage = (lang: 'en' | 'ko'): RegExp =>
  new RegExp(String.raw`^title:[ \t]*\n(?:[ \t]+.*\n)??[ \t]+${lang}:[ \t]*${SCALAR}`, 'm');

const found = (pattern: RegExp, text: string): string | undefined =>
  pattern
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined);

/**
 * The title of a scenario's text, found without reading the whole of it: the first screen shows titles before the
 * reader of scenarios is there. Undefined when it is written in a form that only the reader understands.
 */
export function titleOfText(text: string): Localized | undefined {
  if (text.startsWith('{')) return titleOfJson(text);
  const en = found(inLanguage('en'), text);
  const ko = found(inLanguage('ko'), text);
  return en !== undefined && ko !== undefined ? { en, ko } : found(PLAIN, text);
}

function titleOfJson(text: string): Localized | undefined {
  let title: unknown;
  try {
    ({ title } = JSON.parse(text) as { title?: unknown });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof title === 'string') return title;
  const both = title as { en?: unknown; ko?: unknown } | null | undefined;
  return typeof both?.en === 'string' && typeof both.ko === 'string'
    ? { en: both.en, ko: both.ko }
    : undefined;
}
