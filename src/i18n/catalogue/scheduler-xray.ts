import { defineText } from '../text.ts';
import { schedulerXrayEn } from './scheduler-xray.en.ts';
import { schedulerXrayKo } from './scheduler-xray.ko.ts';

/** Messages of the scheduler's X-ray. */
export const schedulerXrayText = defineText(schedulerXrayEn, schedulerXrayKo);
