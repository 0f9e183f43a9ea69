import { defineText } from '../text.ts';
import { shellEn } from './shell.en.ts';
import { shellKo } from './shell.ko.ts';

/** Messages of the page's frame. */
export const shellText = defineText(shellEn, shellKo);
