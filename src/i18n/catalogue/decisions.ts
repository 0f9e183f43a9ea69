import { defineText } from '../text.ts';
import { decisionsEn } from './decisions.en.ts';
import { decisionsKo } from './decisions.ko.ts';

/** What control loops decide to do. */
export const decisionsText = defineText(decisionsEn, decisionsKo);
