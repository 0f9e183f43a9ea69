import { defineText } from '../text.ts';
import { editorEn } from './editor.en.ts';
import { editorKo } from './editor.ko.ts';

/** Messages of the editor. */
export const editorText = defineText(editorEn, editorKo);
