import { breakpointsText } from '../../../i18n/catalogue/breakpoints.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { text } from '../../../i18n/text.ts';
import type { Mark } from '../../projections/marks/marks.ts';
import { kindOf } from '../../projections/names.ts';

/** A mark in a few words: "Ready=True of Pod nginx", "kube-scheduler acts". */
export function markWords(mark: Mark, lang: Lang): string {
  const t = text(breakpointsText, lang);
  switch (mark.kind) {
    case 'milestone':
    case 'warning':
      return t(`mark.${mark.kind}`);
    case 'acts':
    case 'writes':
      return t(`mark.${mark.kind}`, { who: mark.actor });
    case 'event':
      return t('mark.event', { reason: mark.reason });
    case 'condition': {
      const kind = kindOf(mark.resource);
      const what = mark.name === undefined ? t('any', { kind }) : `${kind} ${mark.name}`;
      return t('mark.condition', { type: mark.type, status: mark.status, what });
    }
  }
}
