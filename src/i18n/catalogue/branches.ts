import { defineText } from '../text.ts';
import { branchesEn } from './branches.en.ts';
import { branchesKo } from './branches.ko.ts';

/** Messages of the button that leads to the branches. */
export const branchesText = defineText(branchesEn, branchesKo);
