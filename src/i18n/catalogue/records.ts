import { defineText } from '../text.ts';
import { recordsEn } from './records.en.ts';
import { recordsKo } from './records.ko.ts';

/** Messages of the table of records. */
export const recordsText = defineText(recordsEn, recordsKo);
