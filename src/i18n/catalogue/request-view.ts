import { defineText } from '../text.ts';
import { requestViewEn } from './request-view.en.ts';
import { requestViewKo } from './request-view.ko.ts';

/** Messages of the view of one request. */
export const requestViewText = defineText(requestViewEn, requestViewKo);
