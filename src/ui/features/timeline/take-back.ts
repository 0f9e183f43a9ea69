import { movesText } from '../../../i18n/catalogue/moves.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { text } from '../../../i18n/text.ts';
import { readStepFault } from '../../../scenario/step-fault.ts';
import type { TimedInput } from '../../../scenario/timed-input.ts';
import { inputWords } from '../../projections/input-words.ts';
import { putBack, takeBack } from '../../session/take-back.ts';
import type { Session } from '../../session/session.ts';
import type { ToastText } from '../../widgets/overlay/toast.tsx';

const nameOf = ({ step }: TimedInput, lang: Lang): string =>
  inputWords(step, readStepFault(step['fault']), lang);

/** Takes back what was done last, and says what that was. */
export function takeBackLast(session: Session, lang: Lang, toast: (toast: ToastText) => void): void {
  const t = text(movesText, lang);
  const input = takeBack(session);
  if (input === undefined) return toast({ text: t('taken.none') });
  const action = { label: t('put'), run: () => putBackLast(session, lang, toast) };
  toast({ text: t('taken', { what: nameOf(input, lang) }), action });
}

/** Puts back what was taken back last, and says what that was. */
export function putBackLast(session: Session, lang: Lang, toast: (toast: ToastText) => void): void {
  const t = text(movesText, lang);
  const input = putBack(session);
  toast({ text: input === undefined ? t('put.none') : t('put.done', { what: nameOf(input, lang) }) });
}
