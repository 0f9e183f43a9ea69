import { defineText } from '../text.ts';
import { breakpointsEn } from './breakpoints.en.ts';
import { breakpointsKo } from './breakpoints.ko.ts';

/** Messages about where playing stops. */
export const breakpointsText = defineText(breakpointsEn, breakpointsKo);
