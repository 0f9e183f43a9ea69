import { defineText } from '../text.ts';
import { exportEn } from './export.en.ts';
import { exportKo } from './export.ko.ts';

/** Messages of exports. */
export const exportText = defineText(exportEn, exportKo);
