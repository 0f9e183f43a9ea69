import { pipelineText } from '../../../i18n/catalogue/pipeline.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { type Translate, text } from '../../../i18n/text.ts';

/** The drawing's messages in one language. */
export type PipelineWords = Translate<(typeof pipelineText)['en']>;

export function pipelineWords(lang: Lang): PipelineWords {
  return text(pipelineText, lang);
}
