import { defineText } from '../text.ts';
import { narrationEn } from './narration.en.ts';
import { narrationKo } from './narration.ko.ts';

/** Messages of the narrator. */
export const narrationText = defineText(narrationEn, narrationKo);
