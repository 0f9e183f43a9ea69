import { useEffect, useMemo, useState } from 'react';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { markdownMoment } from '../../../share/snippets.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { screenPng } from '../../widgets/picture.ts';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './share.module.css';
import { useCopy } from './use-copy.ts';

const PICTURE = 'podscope.png';

/** What happens at the cursor, in words. */
function useSentence(): string {
  const { lang } = useUi();
  const { runs, cursor } = useSession();
  return useMemo(() => {
    const branch = runs.active();
    const { seq } = cursor.getState();
    const record = branch?.trace.find(seq);
    if (branch === undefined || record === undefined) return '';
    const { sentence } = narrate({ ...branch, seq, timeUs: record.at, lang }, undefined);
    return sentence.map(({ text }) => text).join('');
  }, [runs, cursor, lang]);
}

/** A picture of the screen, taken once: the page behind the dialog stands still. Undefined while it is drawn. */
function usePicture(): Blob | undefined {
  const [picture, setPicture] = useState<Blob>();
  useEffect(() => {
    let here = true;
    const screen = document.querySelector<HTMLElement>('main') ?? document.body;
    void screenPng(screen).then((drawn) => here && setPicture(drawn));
    return () => {
      here = false;
    };
  }, []);
  return picture;
}

/** The moment as Markdown: the text, and the picture that lies beside it. */
export function MarkdownForm({ link, title }: { readonly link: string; readonly title: string }) {
  const t = useText(shareText);
  const copy = useCopy();
  const sentence = useSentence();
  const picture = usePicture();
  const address = useMemo(
    () => (picture === undefined ? undefined : URL.createObjectURL(picture)),
    [picture],
  );
  useEffect(() => () => void (address === undefined || URL.revokeObjectURL(address)), [address]);
  const text = link === '' ? '' : markdownMoment(link, { title, sentence, picture: PICTURE });
  return (
    <>
      <label className={styles.field}>
        <span className="sr-only">{t('form.markdown')}</span>
        <textarea
          readOnly
          rows={6}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
      </label>
      <div className={styles.row}>
        <span className={styles.length}>{t('markdown.note', { picture: PICTURE })}</span>
        <Button look="primary" icon="copy" onClick={() => void copy(text, t('copied.text'))}>
          {t('copy.text')}
        </Button>
      </div>
      <div className={styles.row}>
        <Button
          icon="copy"
          disabled={picture === undefined}
          onClick={() => picture !== undefined && void copy(picture, t('copied.picture'))}
        >
          {t('copy.picture')}
        </Button>
        {address !== undefined && (
          <a className={styles.save} href={address} download={PICTURE}>
            {t('save.picture')}
          </a>
        )}
      </div>
    </>
  );
}
