/** What a text of several lines is to a shell: whole commands, and the beginning of one that goes on. */
export interface Typed {
  readonly commands: readonly string[];
  /** What waits for more: an open quote, a here-document, a line that ends in a backslash or a pipe. */
  readonly rest: string;
}

/** Takes a text apart where a shell would run a command. */
export function splitCommands(text: string): Typed {
  const commands: string[] = [];
  let rest = '';
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) {
    const whole = rest + line;
    if (needsMore(whole)) rest = `${whole}\n`;
    else {
      if (whole.trim() !== '') commands.push(whole);
      rest = '';
    }
  }
  return { commands, rest: rest + last };
}

/** Whether a shell would ask for another line before it runs this. */
export function needsMore(text: string): boolean {
  const { open, bare, delimiters } = scan(text);
  if (open) return true;
  if (delimiters.length > 0) return !hereDocumentsEnd(text, delimiters);
  const line = bare.trimEnd();
  if (/(?:\||&&)$/.test(line)) return true;
  return nesting(bare) > 0;
}

interface Scanned {
  /** A quote or a backslash at the end. */
  readonly open: boolean;
  /** The text with what is quoted left out. */
  readonly bare: string;
  readonly delimiters: readonly string[];
}

function scan(text: string): Scanned {
  const delimiters: string[] = [];
  let bare = '';
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === '\\' && quote === '"') at++;
      else if (letter === quote) quote = '';
      continue;
    }
    if (letter === '\\') {
      if (at === text.length - 1) return { open: true, bare, delimiters };
      bare += 'x';
      at++;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      bare += 'x';
    } else if (letter === '#' && /(?:^|\s)$/.test(bare)) {
      while (at + 1 < text.length && text[at + 1] !== '\n') at++;
    } else {
      const here = letter === '<' ? /^<<-?\s*(['"]?)([\w.-]+)\1/.exec(text.slice(at)) : null;
      if (here !== null && text[at + 2] !== '<') {
        delimiters.push(here[2] ?? '');
        at += here[0].length - 1;
        // What follows on later lines is the document's, whatever it holds.
        const end = text.indexOf('\n', at);
        if (end >= 0) return { open: false, bare, delimiters };
      } else bare += letter;
    }
  }
  return { open: quote !== '', bare, delimiters };
}

function hereDocumentsEnd(text: string, delimiters: readonly string[]): boolean {
  const lines = text.split('\n').slice(1);
  let at = 0;
  for (const delimiter of delimiters) {
    while (at < lines.length && lines[at]?.replace(/^\t+/, '') !== delimiter) at++;
    if (at++ >= lines.length) return false;
  }
  return true;
}

const OPENS = new Set(['if', 'case', 'do', '{', '(']);
const CLOSES = new Set(['fi', 'esac', 'done', '}', ')']);
const LOOPS = new Set(['for', 'while', 'until']);

/** How many compound commands are open. */
function nesting(bare: string): number {
  let open = 0;
  let loops = 0;
  let place = true;
  for (const [word] of bare.matchAll(/\$\(|[;&|()\n]|[^\s;&|()]+/g)) {
    if (word === '$(' || word === '(') open++;
    else if (word === ')') open = Math.max(0, open - 1);
    else if (place && LOOPS.has(word)) loops++;
    else if (place && OPENS.has(word)) {
      open++;
      if (word === 'do') loops = Math.max(0, loops - 1);
    } else if (place && CLOSES.has(word)) open = Math.max(0, open - 1);
    place = /^[;&|(\n]$|^\$\($|^(?:do|then|else|elif|if|while|until|\{|!)$/.test(word);
  }
  return open + loops;
}
