import { defineText } from '../text.ts';
import { aboutEn } from './about.en.ts';
import { aboutKo } from './about.ko.ts';

/** What the parts of the drawing are. */
export const aboutText = defineText(aboutEn, aboutKo);
