import type { Localized } from './document.ts';

const SCALAR = String.raw`(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s{["'|>&*!].*?))\s*$`;
const PLAIN = new RegExp(String.raw`^title:[ \t]*${SCALAR}`, 'm');
const inLanguage = (lang: 'en' | 'ko'): RegExp =>
  new RegExp(String.raw`^title:[ \t]*\n(?:[ \t]+.*\n)??[ \t]+${lang}:[ \t]*${SCALAR}`, 'm');

/** In braces on one line, in either order. */
const inBraces = (lang: 'en' | 'ko'): RegExp =>
  new RegExp(
    String.raw`^title:[ \t]*\{(?:.*,)?[ \t]*${lang}:[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"',}][^,}]*?))[ \t]*[,}]`,
    'm',
  );
function found(pattern: RegExp, text: string): string | undefined {
  const [, quoted, ...rest] = pattern.exec(text) ?? [];
  return quoted?.replaceAll(/\\(["\\/])/g, '$1') ?? rest.find((part) => part !== undefined);
}

/**
 * The title of a scenario's text, found without reading the whole of it: the first screen shows titles before the
 * reader of scenarios is there. Undefined when it is written in a form that only the reader understands.
 */
export function titleOfText(text: string): Localized | undefined {
  if (text.startsWith('{')) return titleOfJson(text);
  for (const form of [inLanguage, inBraces]) {
    const en = found(form('en'), text);
    const ko = found(form('ko'), text);
    if (en !== undefined && ko !== undefined) return { en, ko };
  }
  return found(PLAIN, text);
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

/** What may stand before a document's first key. */
const HEAD = /^(?:[%#].*\n|[ \t]*\n)*---[ \t]*\n/;

/** The text of a scenario, called so where it has no title of its own. */
export function titled(text: string, name: string): string {
  if (text.trimStart().startsWith('{')) return text.replace('{', () => `{"title":${JSON.stringify(name)},`);
  const head = HEAD.exec(text)?.[0] ?? '';
  return `${head}title: ${JSON.stringify(name)}\n${text.slice(head.length)}`;
}
