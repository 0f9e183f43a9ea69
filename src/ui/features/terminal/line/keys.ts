/** What a key, or what stands for one in a terminal's input, means to the line. */
export type LineKey =
  | { readonly kind: 'insert'; readonly text: string }
  /** Pasted: its line ends do not enter by themselves. */
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: Command };

type Command =
  | 'enter'
  | 'complete'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'older'
  | 'newer'
  | 'search'
  | 'backspace'
  | 'delete'
  | 'kill-word'
  | 'kill-word-right'
  | 'kill-before'
  | 'kill-after'
  | 'yank'
  | 'transpose'
  | 'interrupt'
  | 'end-of-input'
  | 'clear'
  | 'escape';

/** As readline's emacs keys. */
const SEQUENCES: Readonly<Record<string, Command>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'complete',
  '\x1b[D': 'left',
  '\x1bOD': 'left',
  '\x02': 'left',
  '\x1b[C': 'right',
  '\x1bOC': 'right',
  '\x06': 'right',
  '\x1b[1;5D': 'word-left',
  '\x1b[1;3D': 'word-left',
  '\x1bb': 'word-left',
  '\x1b[1;5C': 'word-right',
  '\x1b[1;3C': 'word-right',
  '\x1bf': 'word-right',
  '\x1b[H': 'home',
  '\x1bOH': 'home',
  '\x01': 'home',
  '\x1b[F': 'end',
  '\x1bOF': 'end',
  '\x05': 'end',
  '\x1b[A': 'older',
  '\x1bOA': 'older',
  '\x10': 'older',
  '\x1b[B': 'newer',
  '\x1bOB': 'newer',
  '\x0e': 'newer',
  '\x12': 'search',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x1b[3~': 'delete',
  '\x17': 'kill-word',
  '\x1b\x7f': 'kill-word',
  '\x1bd': 'kill-word-right',
  '\x15': 'kill-before',
  '\x0b': 'kill-after',
  '\x19': 'yank',
  '\x14': 'transpose',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\f': 'clear',
  '\x1b': 'escape',
};

/** What a terminal puts around pasted text. */
export const PASTE_START = '\x1b[200~';
export const PASTE_END = '\x1b[201~';
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f]/g;

/** What a terminal's input says, key by key. Sequences that mean nothing here are dropped. */
export function readKeys(data: string): readonly LineKey[] {
  const known = SEQUENCES[data];
  if (known !== undefined) return [{ kind: known }];
  if (data.startsWith(PASTE_START)) {
    const text = data.slice(PASTE_START.length).replace(PASTE_END, '');
    return [{ kind: 'paste', text: plain(text) }];
  }
  if (data.startsWith('\x1b')) return [];
  const keys: LineKey[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') keys.push({ kind: 'insert', text });
    text = '';
  };
  for (const letter of data) {
    const command = SEQUENCES[letter];
    if (command === undefined) text += letter.replace(UNPRINTABLE, '');
    else {
      flush();
      keys.push({ kind: command });
    }
  }
  flush();
  return keys;
}

/** A pasted text: line ends as \n, tabs as blanks, nothing that would steer a terminal. */
export function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', '  ').replace(UNPRINTABLE, '');
}
