import { defineText } from '../text.ts';
import { componentEn } from './component.en.ts';
import { componentKo } from './component.ko.ts';

/** Messages about a component in the inspector. */
export const componentText = defineText(componentEn, componentKo);
