import { err, ok, type Result } from '../../../../base/result.ts';
import { goQuote } from '../../../../api/go-text.ts';

// Lists of an indexed Job's indexes: `1,3-5`. Models pkg/apis/batch/validation validateIndexesFormat (1.36).

interface Interval {
  readonly first: number;
  readonly last: number;
}

function parseIndex(text: string, completions: number): Result<number, string> {
  if (!/^[-+]?\d+$/.test(text)) return err(`cannot convert string to integer for index: ${goQuote(text)}`);
  const index = Number(text);
  return index >= completions ? err(`too large index: ${goQuote(text)}`) : ok(index);
}

function parseInterval(text: string, completions: number): Result<Interval, string> {
  const [from = '', to, ...rest] = text.split('-');
  if (rest.length > 0) {
    return err(
      `the fragment ${goQuote(text)} violates the requirement that an index interval can have at most two parts separated by '-'`,
    );
  }
  const first = parseIndex(from, completions);
  if (!first.ok) return first;
  if (to === undefined) return ok({ first: first.value, last: first.value });
  const last = parseIndex(to, completions);
  if (!last.ok) return last;
  if (first.value >= last.value)
    return err(`non-increasing order, previous: ${first.value}, current: ${last.value}`);
  return ok({ first: first.value, last: last.value });
}

/** How many indexes the text names, each below `completions`; an error in Kubernetes' words. */
export function countIndexes(text: string, completions: number): Result<number, string> {
  if (text === '') return ok(0);
  let total = 0;
  let previous: number | undefined;
  for (const part of text.split(',')) {
    const parsed = parseInterval(part, completions);
    if (!parsed.ok) return parsed;
    const { first, last } = parsed.value;
    if (previous !== undefined && previous >= first)
      return err(`non-increasing order, previous: ${previous}, current: ${first}`);
    total += last - first + 1;
    previous = last;
  }
  return ok(total);
}
