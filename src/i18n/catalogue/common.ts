import { defineText } from '../text.ts';
import { commonEn } from './common.en.ts';
import { commonKo } from './common.ko.ts';

/** Messages of the shared widgets. */
export const commonText = defineText(commonEn, commonKo);
