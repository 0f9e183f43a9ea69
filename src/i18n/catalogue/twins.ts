import { defineText } from '../text.ts';
import { twinsEn } from './twins.en.ts';
import { twinsKo } from './twins.ko.ts';

/** Messages about branches and twins. */
export const twinsText = defineText(twinsEn, twinsKo);
