import type { LineKey } from './keys.ts';

/** A line being typed. Places count UTF-16 units and never split a character. */
export interface Line {
  readonly text: string;
  readonly at: number;
  /** How many entries back in the history it is; 0 is what is being typed. */
  readonly back: number;
  /** What was being typed before the history was asked. */
  readonly draft: string;
  /** What was last cut. */
  readonly cut: string;
  /** Ctrl-R: what is looked for, and how many hits have been passed over. */
  readonly search: { readonly query: string; readonly skip: number } | undefined;
}

export const EMPTY_LINE: Line = { text: '', at: 0, back: 0, draft: '', cut: '', search: undefined };

const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

function before(text: string, at: number): number {
  return Math.max(0, at - (at > 1 && isLow(text.charCodeAt(at - 1)) ? 2 : 1));
}

function after(text: string, at: number): number {
  return Math.min(text.length, at + (isLow(text.charCodeAt(at + 1)) ? 2 : 1));
}

function wordStart(text: string, at: number): number {
  return /\S*\s*$/.exec(text.slice(0, at))?.index ?? 0;
}

function wordEnd(text: string, at: number): number {
  return at + (/^\s*\S*/.exec(text.slice(at))?.[0].length ?? 0);
}

const typed = (line: Line, text: string, at: number): Line => ({
  ...line,
  text,
  at,
  back: 0,
  search: undefined,
});

/** Puts a text where the cursor is. */
export function insert(line: Line, text: string): Line {
  return typed(line, line.text.slice(0, line.at) + text + line.text.slice(line.at), line.at + text.length);
}

function cut(line: Line, from: number, to: number): Line {
  if (from === to) return line;
  return {
    ...typed(line, line.text.slice(0, from) + line.text.slice(to), from),
    cut: line.text.slice(from, to),
  };
}

/** The line after a key that only concerns the line. Keys that do more leave it as it is. Pure. */
export function edit(line: Line, key: LineKey, history: readonly string[]): Line {
  if (line.search !== undefined) {
    const searched = editSearch(line, line.search, key, history);
    if (searched !== undefined) return searched;
  }
  return editPlain({ ...line, search: undefined }, key, history);
}

function editPlain(line: Line, key: LineKey, history: readonly string[]): Line {
  const { text, at } = line;
  switch (key.kind) {
    case 'insert':
    case 'paste':
      return insert(line, key.text);
    case 'left':
      return { ...line, at: before(text, at) };
    case 'right':
      return { ...line, at: after(text, at) };
    case 'word-left':
      return { ...line, at: wordStart(text, at) };
    case 'word-right':
      return { ...line, at: wordEnd(text, at) };
    case 'home':
      return { ...line, at: 0 };
    case 'end':
      return { ...line, at: text.length };
    case 'older':
      return recall(line, line.back + 1, history);
    case 'newer':
      return recall(line, line.back - 1, history);
    case 'search':
      return { ...line, search: { query: '', skip: 0 } };
    default:
      return editCut(line, key.kind);
  }
}

function editCut(line: Line, kind: LineKey['kind']): Line {
  const { text, at } = line;
  switch (kind) {
    case 'backspace':
      return typed(line, text.slice(0, before(text, at)) + text.slice(at), before(text, at));
    case 'delete':
    case 'end-of-input':
      return typed(line, text.slice(0, at) + text.slice(after(text, at)), at);
    case 'kill-word':
      return cut(line, wordStart(text, at), at);
    case 'kill-word-right':
      return cut(line, at, wordEnd(text, at));
    case 'kill-before':
      return cut(line, 0, at);
    case 'kill-after':
      return cut(line, at, text.length);
    case 'yank':
      return insert(line, line.cut);
    case 'transpose': {
      const end = at === text.length ? at : after(text, at);
      const [middle, start] = [before(text, end), before(text, before(text, end))];
      const swapped = text.slice(middle, end) + text.slice(start, middle);
      return typed(line, text.slice(0, start) + swapped + text.slice(end), end);
    }
    default:
      return line;
  }
}

/** The entry that many lines back; the draft at 0. */
function recall(line: Line, back: number, history: readonly string[]): Line {
  if (back < 0 || back > history.length) return line;
  const draft = line.back === 0 ? line.text : line.draft;
  const text = back === 0 ? draft : (history[history.length - back] ?? '');
  return { ...line, text, at: text.length, back, draft, search: undefined };
}

/** The entries that hold a text, newest first. */
function found(query: string, history: readonly string[]): readonly string[] {
  if (query === '') return [];
  return [...history].reverse().filter((entry) => entry.includes(query));
}

function searching(line: Line, query: string, skip: number, history: readonly string[]): Line {
  const hits = found(query, history);
  const place = Math.min(skip, Math.max(0, hits.length - 1));
  const text = hits[place] ?? line.text;
  return { ...line, text, at: text.length, search: { query, skip: place } };
}

/** A key while searching backwards; undefined when the key ends the search and means what it always means. */
function editSearch(
  line: Line,
  { query, skip }: { readonly query: string; readonly skip: number },
  key: LineKey,
  history: readonly string[],
): Line | undefined {
  switch (key.kind) {
    case 'insert':
    case 'paste':
      return searching(line, query + key.text, 0, history);
    case 'backspace':
      return searching(line, query.slice(0, before(query, query.length)), 0, history);
    case 'search':
      return searching(line, query, skip + 1, history);
    case 'escape':
      return { ...line, search: undefined };
    default:
      return undefined;
  }
}
