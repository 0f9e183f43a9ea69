import { parseGoDuration } from '../../../../api/duration.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { isTimeZone } from './time-zones.ts';

// Why a schedule cannot be read, in the words of github.com/robfig/cron v3 ParseStandard.

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names: Readonly<Record<string, number>>;
}

function numbered(names: string, first: number): Readonly<Record<string, number>> {
  return Object.fromEntries(names.split(' ').map((name, i) => [name, first + i]));
}

const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59, names: {} },
  { min: 0, max: 23, names: {} },
  { min: 1, max: 31, names: {} },
  { min: 1, max: 12, names: numbered('jan feb mar apr may jun jul aug sep oct nov dec', 1) },
  { min: 0, max: 6, names: numbered('sun mon tue wed thu fri sat', 0) },
];

const DESCRIPTORS: readonly string[] = [
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
];

/** A number, or why it is none. */
type Parsed = number | string;

function parseInteger(text: string): Parsed {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`;
  }
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}

function parseWord(text: string, { names }: Bounds): Parsed {
  return names[text.toLowerCase()] ?? parseInteger(text);
}

function stepProblem(parts: readonly string[], expression: string): string | undefined {
  if (parts.length === 1) return undefined;
  if (parts.length > 2) return `too many slashes: ${expression}`;
  const step = parseInteger(parts[1] ?? '');
  if (typeof step === 'string') return step;
  return step === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

/** Both ends of the range, or what is wrong with them. */
function ends(range: string, expression: string, bounds: Bounds): readonly [number, number] | string {
  const parts = range.split('-');
  if (parts[0] === '*' || parts[0] === '?') return [bounds.min, bounds.max];
  const start = parseWord(parts[0] ?? '', bounds);
  if (typeof start === 'string') return start;
  if (parts.length > 2) return `too many hyphens: ${expression}`;
  if (parts.length === 1) return [start, expression.includes('/') ? bounds.max : start];
  const end = parseWord(parts[1] ?? '', bounds);
  return typeof end === 'string' ? end : [start, end];
}

/** Models getRange. */
function rangeProblem(expression: string, bounds: Bounds): string | undefined {
  const parts = expression.split('/');
  const found = ends(parts[0] ?? '', expression, bounds);
  if (typeof found === 'string') return found;
  const badStep = stepProblem(parts, expression);
  if (badStep !== undefined && !badStep.startsWith('step of range')) return badStep;
  const [start, end] = found;
  if (start < bounds.min) return `beginning of range (${start}) below minimum (${bounds.min}): ${expression}`;
  if (end > bounds.max) return `end of range (${end}) above maximum (${bounds.max}): ${expression}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${expression}`;
  return badStep;
}

function fieldProblem(field: string, bounds: Bounds): string | undefined {
  for (const expression of field.split(',').filter((part) => part !== '')) {
    const problem = rangeProblem(expression, bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function descriptorProblem(text: string): string | undefined {
  if (DESCRIPTORS.includes(text)) return undefined;
  if (!text.startsWith('@every ')) return `unrecognized descriptor: ${text}`;
  const duration = parseGoDuration(text.slice('@every '.length));
  return duration.ok ? undefined : `failed to parse duration ${text}: ${duration.error}`;
}

/** undefined when the schedule can be read. */
export function scheduleProblem(schedule: string): string | undefined {
  let spec = schedule;
  if (spec.startsWith('TZ=') || spec.startsWith('CRON_TZ=')) {
    const blank = spec.indexOf(' ');
    const zone = spec.slice(spec.indexOf('=') + 1, blank < 0 ? undefined : blank);
    if (zone !== '' && !isTimeZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`;
    spec = blank < 0 ? '' : spec.slice(blank).trim();
  }
  if (spec.startsWith('@')) return descriptorProblem(spec);
  const fields = spec.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length)
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  for (const [i, bounds] of FIELDS.entries()) {
    const problem = fieldProblem(fields[i] ?? '', bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
