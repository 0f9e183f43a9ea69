import { defineText } from '../text.ts';
import { faultsEn } from './faults.en.ts';
import { faultsKo } from './faults.ko.ts';

/** Messages about faults. */
export const faultsText = defineText(faultsEn, faultsKo);
