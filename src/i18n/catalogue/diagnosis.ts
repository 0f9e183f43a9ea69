import { defineText } from '../text.ts';
import { diagnosisEn } from './diagnosis.en.ts';
import { diagnosisKo } from './diagnosis.ko.ts';

/** Why a Pod is as it is. */
export const diagnosisText = defineText(diagnosisEn, diagnosisKo);
