import { defineText } from '../text.ts';
import { galleryEn } from './gallery.en.ts';
import { galleryKo } from './gallery.ko.ts';

/** Messages of the page of scenarios. */
export const galleryText = defineText(galleryEn, galleryKo);
