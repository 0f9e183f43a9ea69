import { defineText } from '../text.ts';
import { pipelineEn } from './pipeline.en.ts';
import { pipelineKo } from './pipeline.ko.ts';

/** Messages of the drawing. */
export const pipelineText = defineText(pipelineEn, pipelineKo);
