import { type YamlScalar } from './composer.ts';
import { plainProblem } from './problem.ts';

// What a scalar means. Models go-yaml v2's resolve: YAML 1.1 words and numbers, but no base 60.

export type ScalarTag = '!!str' | '!!bool' | '!!int' | '!!float' | '!!null' | '!!timestamp' | '!!merge';

export interface ResolvedScalar {
  readonly tag: ScalarTag;
  readonly value: string | number | boolean | null;
}

const WORDS = new Map<string, ResolvedScalar>();

function words(tag: ScalarTag, value: ResolvedScalar['value'], list: string): void {
  for (const word of list.split(' ')) WORDS.set(word, { tag, value });
}

words('!!bool', true, 'y Y yes Yes YES true True TRUE on On ON');
words('!!bool', false, 'n N no No NO false False FALSE off Off OFF');
words('!!null', null, '~ null Null NULL');
words('!!float', Number.NaN, '.nan .NaN .NAN');
words('!!float', Infinity, '.inf .Inf .INF +.inf +.Inf +.INF');
words('!!float', -Infinity, '-.inf -.Inf -.INF');
words('!!merge', '<<', '<<');
WORDS.set('', { tag: '!!null', value: null });

const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const DOT_FLOAT = /^\.[0-9]+([eE][-+]?[0-9]+)?$/;
const INTEGER = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const DATE = /^\d{4}-(\d{1,2})-(\d{1,2})$/;
const DATE_TIME =
  /^\d{4}-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)$/;

/** Models strconv.ParseInt(text, 0, 64): 0x, 0o, 0b and a leading 0 are read as such. */
function parseInteger(text: string): number | undefined {
  const match = INTEGER.exec(text);
  if (match === null) return undefined;
  const [, sign = '', digits = '0'] = match;
  const octal = /^0[oO]?([0-7]+)$/.exec(digits)?.[1];
  const value = octal === undefined ? BigInt(digits.toLowerCase()) : BigInt(`0o${octal}`);
  const signed = sign === '-' ? -value : value;
  if (signed < -(1n << 63n) || signed >= 1n << 64n) return undefined;
  return Number(signed);
}

function isTimestamp(text: string): boolean {
  const parts = DATE.exec(text) ?? DATE_TIME.exec(text);
  if (parts === null) return false;
  const [month = 0, day = 0, ...clock] = parts
    .slice(1)
    .filter((part) => part !== undefined)
    .map(Number);
  const [hour = 0, minute = 0, second = 0] = clock;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60;
}

/** What a plain scalar without a tag stands for. */
export function resolvePlain(text: string): ResolvedScalar {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const first = text[0] ?? '';
  if (first === '.' && DOT_FLOAT.test(text)) return { tag: '!!float', value: Number(text) };
  if (/^[-+0-9]/.test(first)) {
    if (isTimestamp(text)) return { tag: '!!timestamp', value: text };
    const bare = text.replaceAll('_', '');
    const integer = parseInteger(bare);
    if (integer !== undefined) return { tag: '!!int', value: integer };
    if (FLOAT.test(bare)) return { tag: '!!float', value: Number(bare) };
  }
  return { tag: '!!str', value: text };
}

const RESOLVABLE: ReadonlySet<string> = new Set(['!!bool', '!!int', '!!float', '!!null', '!!timestamp']);

/** The value of a scalar node; quoted and block scalars are text unless a tag says otherwise. */
export function resolveScalar({ value, style, tag }: YamlScalar): ResolvedScalar {
  if (tag === '') return style === 'plain' ? resolvePlain(value) : { tag: '!!str', value };
  if (!RESOLVABLE.has(tag)) return { tag: '!!str', value: tag === '!!binary' ? decodeBinary(value) : value };
  const resolved = resolvePlain(value);
  if (resolved.tag === tag) return resolved;
  if (tag === '!!float' && resolved.tag === '!!int') return { ...resolved, tag: '!!float' };
  throw plainProblem(`cannot decode ${resolved.tag} \`${value}\` as a ${tag}`);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as one character each: what is not UTF-8 has no other form in JSON text. */
function decodeBinary(text: string): string {
  const digits = text.replace(/[\r\n]/g, '').replace(/={1,2}$/, '');
  if (digits.length % 4 === 1) throw plainProblem('!!binary value contains invalid base64 data');
  let bytes = '';
  let bits = 0;
  let held = 0;
  for (const char of digits) {
    const value = BASE64.indexOf(char);
    if (value < 0) throw plainProblem('!!binary value contains invalid base64 data');
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += String.fromCharCode((held >> bits) & 0xff);
    }
  }
  return bytes;
}
