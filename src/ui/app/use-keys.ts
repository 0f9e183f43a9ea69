import { useEffect } from 'react';
import { handlerOf, runWhenProvided } from '../session/commands.ts';
import { commandFor, type KeyPlace } from '../session/keys.ts';
import { followFocus, isFocusByPointer } from '../widgets/focus-way.ts';
import { preferences } from '../session/preferences.ts';
import { typeEarly } from '../session/shell.ts';

const TYPING =
  'textarea, select, [contenteditable="true"], [role="textbox"], [data-typing], .monaco-editor, .xterm, input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])';
const BUTTON =
  'button, a[href], summary, label, input, [role="button"], [role="menuitem"], [role="tab"], [role="option"], [role="treeitem"]';

/** One of several; pressed by a pointer it has done its work, and the keys are the page's again. */
const CHOICE = '[role="tab"], input[type="radio"]';

function placeOf(target: EventTarget | null): KeyPlace {
  const within = (selector: string): boolean =>
    target instanceof Element && target.closest(selector) !== null;
  return {
    typing: within(TYPING),
    button: within(BUTTON) && !(isFocusByPointer() && within(CHOICE)),
    choice: within(CHOICE) && !isFocusByPointer(),
    scrolls: target instanceof Element && target.matches('[data-scrolls]'),
    singleKeys: preferences.getState().singleKeys,
  };
}

function press(event: KeyboardEvent): void {
  // What a widget has used is not a shortcut; an open dialog over the page or menu has the keyboard to itself.
  if (event.defaultPrevented || event.isComposing) return;
  if (
    document.querySelector(
      '[role="dialog"][data-state="open"]:not([data-aside]), [role="menu"][data-state="open"]',
    ) !== null
  )
    return;
  // The terminal has the keyboard and is not there yet: what is typed is for it, and no shortcut.
  if (event.target instanceof Element && event.target.matches('[data-region="terminal"]') && !event.ctrlKey) {
    typeEarly(event.key);
    return;
  }
  const id = commandFor(
    {
      key: event.key,
      code: event.code,
      ctrl: event.ctrlKey,
      meta: event.metaKey,
      alt: event.altKey,
      shift: event.shiftKey,
    },
    placeOf(event.target),
  );
  const run = id === undefined ? undefined : handlerOf(id);
  if (run === undefined) {
    if (id !== undefined) runWhenProvided(id);
    return;
  }
  event.preventDefault();
  run();
}

/** Listens for the page's shortcuts. */
export function useKeys(): void {
  useEffect(() => {
    const stopFollowing = followFocus();
    window.addEventListener('keydown', press);
    return () => {
      stopFollowing();
      window.removeEventListener('keydown', press);
    };
  }, []);
}
