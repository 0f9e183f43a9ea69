import { defineText } from '../text.ts';
import { processEn } from './process.en.ts';
import { processKo } from './process.ko.ts';

/** Messages of the Process level. */
export const processText = defineText(processEn, processKo);
