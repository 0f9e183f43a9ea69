import { movesText } from '../../../i18n/catalogue/moves.ts';
import { clock } from '../../../i18n/format.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { text } from '../../../i18n/text.ts';
import type { Told } from './moves.ts';

/** What is said when a key found nothing to go to, or did something that nothing shows. */
export function moveWords(told: Told, lang: Lang): string {
  const t = text(movesText, lang);
  switch (told.kind) {
    case 'milestone':
    case 'warning':
    case 'write':
    case 'object':
      return t(told.direction === 1 ? `${told.kind}.next` : `${told.kind}.previous`);
    case 'component':
    case 'over':
      return t(told.kind);
    case 'extended':
      return told.more === 0
        ? t('extended.none', { at: clock(told.at) })
        : t('extended', { at: clock(told.at), n: told.more });
  }
}
