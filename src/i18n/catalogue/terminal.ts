import { defineText } from '../text.ts';
import { terminalEn } from './terminal.en.ts';
import { terminalKo } from './terminal.ko.ts';

/** Messages of the terminal. */
export const terminalText = defineText(terminalEn, terminalKo);
