import { defineText } from '../text.ts';
import { inspectorEn } from './inspector.en.ts';
import { inspectorKo } from './inspector.ko.ts';

/** Messages of the inspector. */
export const inspectorText = defineText(inspectorEn, inspectorKo);
