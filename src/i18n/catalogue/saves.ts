import { defineText } from '../text.ts';
import { savesEn } from './saves.en.ts';
import { savesKo } from './saves.ko.ts';

/** Messages of keeping, changing, exporting and importing runs. */
export const savesText = defineText(savesEn, savesKo);
