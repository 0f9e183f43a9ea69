import { defineText } from '../text.ts';
import { timelineEn } from './timeline.en.ts';
import { timelineKo } from './timeline.ko.ts';

/** Messages of the timeline and the transport. */
export const timelineText = defineText(timelineEn, timelineKo);
