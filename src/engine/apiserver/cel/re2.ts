import { RE2JS } from 're2js';
import { type Result, err, ok } from '../../../base/result.ts';

/** A regular expression of Go's. */
export interface Pattern {
  /** Matches in order, at most so many. */
  readonly findAll: (text: string, most: number) => readonly string[];
}

/** Go's regular expressions: linear in the text, whatever the pattern. The error is Go's. */
export function compilePattern(source: string): Result<Pattern, string> {
  try {
    const pattern = RE2JS.compile(source);
    return ok({ findAll: (text, most) => findAll(pattern, text, most) });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

function findAll(pattern: RE2JS, text: string, most: number): string[] {
  const matcher = pattern.matcher(text);
  const found: string[] = [];
  while (found.length < most && matcher.find()) found.push(matcher.group() ?? '');
  return found;
}
