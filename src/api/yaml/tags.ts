import { type Cursor, isWordCharacter } from './cursor.ts';
import { type Mark, scannerProblem } from './problem.ts';

// Tags (`!!str`, `!Ref`, `!<uri>`) and directives (`%YAML 1.1`, `%TAG`).

export interface ScannedTag {
  readonly handle: string;
  readonly suffix: string;
}

function isUriCharacter(char: string): boolean {
  return isWordCharacter(char) || (char !== '' && ";/?:@&=+$,.!~*'()[]%".includes(char));
}

function takeHandle(cursor: Cursor, directive: boolean, start: Mark): string {
  if (cursor.peek() !== '!') throw scannerProblem(cursor.mark, "did not find expected '!'", start);
  let handle = cursor.take();
  while (isWordCharacter(cursor.peek())) handle += cursor.take();
  if (cursor.peek() === '!') return handle + cursor.take();
  if (directive && handle !== '!') throw scannerProblem(cursor.mark, "did not find expected '!'", start);
  return handle;
}

function takeUri(cursor: Cursor, head: string, start: Mark): string {
  let uri = head.slice(1);
  let found = head !== '';
  while (isUriCharacter(cursor.peek())) {
    if (
      cursor.peek() === '%' &&
      !/^%[0-9a-fA-F]{2}$/.test(cursor.text.slice(cursor.indexNow, cursor.indexNow + 3))
    ) {
      throw scannerProblem(cursor.mark, 'did not find URI escaped octet', start);
    }
    uri += cursor.take();
    found = true;
  }
  if (!found) throw scannerProblem(cursor.mark, 'did not find expected tag URI', start);
  return uri;
}

export function scanTag(cursor: Cursor): ScannedTag {
  const start = cursor.mark;
  let handle = '';
  let suffix: string;
  if (cursor.peek(1) === '<') {
    cursor.skip(2);
    suffix = takeUri(cursor, '', start);
    if (cursor.peek() !== '>') throw scannerProblem(cursor.mark, "did not find the expected '>'", start);
    cursor.skip();
  } else {
    const head = takeHandle(cursor, false, start);
    if (head.length > 1 && head.endsWith('!')) {
      handle = head;
      suffix = takeUri(cursor, '', start);
    } else {
      suffix = takeUri(cursor, head, start);
      handle = suffix === '' ? '' : '!';
      if (suffix === '') suffix = '!';
    }
  }
  if (!cursor.isBlankOrEnd()) {
    throw scannerProblem(cursor.mark, 'did not find expected whitespace or line break', start);
  }
  return { handle, suffix };
}

function takeVersionNumber(cursor: Cursor, start: Mark): string {
  let digits = '';
  while (/^[0-9]$/.test(cursor.peek())) {
    if (digits.length === 2) throw scannerProblem(cursor.mark, 'found extremely long version number', start);
    digits += cursor.take();
  }
  if (digits === '') throw scannerProblem(cursor.mark, 'did not find expected version number', start);
  return digits;
}

function takeVersion(cursor: Cursor, start: Mark): string {
  while (cursor.isBlank()) cursor.skip();
  const major = takeVersionNumber(cursor, start);
  if (cursor.peek() !== '.') {
    throw scannerProblem(cursor.mark, "did not find expected digit or '.' character", start);
  }
  cursor.skip();
  return `YAML ${major}.${takeVersionNumber(cursor, start)}`;
}

function takeTagDirective(cursor: Cursor, start: Mark): string {
  while (cursor.isBlank()) cursor.skip();
  const handle = takeHandle(cursor, true, start);
  if (!cursor.isBlank()) throw scannerProblem(cursor.mark, 'did not find expected whitespace', start);
  while (cursor.isBlank()) cursor.skip();
  const prefix = takeUri(cursor, '', start);
  if (!cursor.isBlankOrEnd()) {
    throw scannerProblem(cursor.mark, 'did not find expected whitespace or line break', start);
  }
  return `TAG ${handle} ${prefix}`;
}

/** A directive as `YAML 1.1` or `TAG !e! prefix`. */
export function scanDirective(cursor: Cursor): string {
  const start = cursor.mark;
  cursor.skip();
  let name = '';
  while (isWordCharacter(cursor.peek())) name += cursor.take();
  if (name === '') throw scannerProblem(cursor.mark, 'could not find expected directive name', start);
  if (!cursor.isBlankOrEnd())
    throw scannerProblem(cursor.mark, 'found unexpected non-alphabetical character', start);
  let directive: string;
  if (name === 'YAML') directive = takeVersion(cursor, start);
  else if (name === 'TAG') directive = takeTagDirective(cursor, start);
  else throw scannerProblem(cursor.mark, 'found unknown directive name', start);
  cursor.skipBlanksAndComment();
  if (!cursor.isBreakOrEnd()) {
    throw scannerProblem(cursor.mark, 'did not find expected comment or line break', start);
  }
  if (cursor.isBreak()) cursor.takeBreak();
  return directive;
}
