import { COMMANDS, type CommandId } from './commands.ts';

/** The parts of a keyboard event that choose a command. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Where a key was pressed: typing keeps every plain key, a button Space and Enter, a scrolling area Space, Home and End. */
export interface KeyPlace {
  readonly typing: boolean;
  readonly button: boolean;
  readonly scrolls: boolean;
  /** One of several choices, between which the arrows move. */
  readonly choice: boolean;
  /** Whether single letters are on in the settings. */
  readonly singleKeys: boolean;
}

interface Combo {
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

/** `Shift+ArrowRight` in parts. A lone `+` is a key. */
function parse(combo: string): Combo {
  const parts = combo === '+' ? ['+'] : combo.split('+');
  return {
    mod: parts.includes('Mod'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
    key: parts.at(-1) ?? '',
  };
}

const TABLE: readonly { readonly id: CommandId; readonly combo: Combo }[] = COMMANDS.flatMap(({ id, keys }) =>
  keys.map((key) => ({ id, combo: parse(key) })),
);

const isLetter = (key: string): boolean => /^[A-Z]$/.test(key);

/** A letter is matched by its place on the keyboard too, so that a Korean layout (ㅏ for K) does not switch the shortcuts off. */
function sameKey(combo: Combo, press: KeyPress): boolean {
  if (combo.key === 'Space') return press.key === ' ';
  if (isLetter(combo.key))
    return (
      press.key.toUpperCase() === combo.key ||
      (!/^[a-z]$/i.test(press.key) && press.code === `Key${combo.key}`)
    );
  return press.key === combo.key;
}

function matches(combo: Combo, press: KeyPress): boolean {
  if (!sameKey(combo, press)) return false;
  if (combo.mod !== (press.ctrl || press.meta) || combo.alt !== press.alt) return false;
  // A mark such as ? or + may need Shift on one layout and not on another.
  return combo.shift === press.shift || (combo.key.length === 1 && !isLetter(combo.key));
}

/** The command a key press means in this place, if any. */
export function commandFor(press: KeyPress, place: KeyPlace): CommandId | undefined {
  const found = TABLE.find(({ combo }) => matches(combo, press));
  if (found === undefined) return undefined;
  const { combo, id } = found;
  if (combo.mod) return id;
  if (place.typing) return undefined;
  if (place.button && (combo.key === 'Space' || combo.key === 'Enter')) return undefined;
  if (place.scrolls && (combo.key === 'Space' || combo.key === 'Home' || combo.key === 'End'))
    return undefined;
  if (place.choice && combo.key.startsWith('Arrow') && !combo.shift && !combo.alt) return undefined;
  if (!place.singleKeys && combo.key.length === 1) return undefined;
  return id;
}

/** Whether a combination is one printable key, which the settings can turn off. */
export function isSingleKey(combo: string): boolean {
  return combo.length === 1;
}
