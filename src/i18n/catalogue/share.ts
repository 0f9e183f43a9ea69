import { defineText } from '../text.ts';
import { shareEn } from './share.en.ts';
import { shareKo } from './share.ko.ts';

/** Messages of sharing and of links that do not open. */
export const shareText = defineText(shareEn, shareKo);
