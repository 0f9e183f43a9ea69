import { defineText } from '../text.ts';
import { movesEn } from './moves.en.ts';
import { movesKo } from './moves.ko.ts';

/** What keys of the time machine say. */
export const movesText = defineText(movesEn, movesKo);
