import { useEffect, useState } from 'react';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { embedHtml, markdownLink } from '../../../share/snippets.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Dialog } from '../../widgets/overlay/dialog.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { linkTo } from './links.ts';
import { QrCode } from './qr.tsx';
import styles from './share.module.css';

/** Longer links are cut by some chat programs. */
const LONG = 2_000;
/** What the largest QR code holds, in bytes. */
const QR_BYTES = 2_900;

type Form = 'link' | 'qr' | 'markdown' | 'embed';
const FORMS: readonly Form[] = ['link', 'qr', 'markdown', 'embed'];

function useLink(): string {
  const { lang } = useUi();
  const session = useSession();
  const [link, setLink] = useState('');
  useEffect(() => {
    let here = true;
    void linkTo(session, lang).then((made) => here && setLink(made));
    return () => {
      here = false;
    };
  }, [session, lang]);
  return link;
}

function useTitle(): string {
  const { lang } = useUi();
  const title = titleOfText(useSession().runs.active()?.document.scenario ?? '');
  return typeof title === 'object' ? title[lang] : (title ?? 'Podscope');
}

/** The link to the moment under the cursor: to read, to copy, to photograph, for a README and for a page. */
export function ShareDialog({
  onClose,
  onCopy,
}: {
  readonly onClose: () => void;
  readonly onCopy: () => void;
}) {
  const t = useText(shareText);
  const toast = useToast();
  const link = useLink();
  const title = useTitle();
  const [form, setForm] = useState<Form>('link');
  const text =
    link === '' || form === 'link' || form === 'qr'
      ? link
      : form === 'markdown'
        ? markdownLink(link, title)
        : embedHtml(link, title);
  const copy = async (): Promise<void> => {
    if (text === link) return onCopy();
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: t('copied.text') });
    } catch {
      toast({ text: t('copyFailed') });
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('title')} width={560}>
      <p className={styles.promise}>{t('promise')}</p>
      <Segmented
        label={t('form')}
        value={form}
        onChange={setForm}
        options={FORMS.map((value) => ({ value, label: t(`form.${value}`) }))}
      />
      {form === 'qr' ? (
        <div className={styles.qr}>
          {link.length > QR_BYTES ? <p>{t('qr.long')}</p> : <QrCode text={link} label={t('qr.label')} />}
        </div>
      ) : (
        <label className={styles.field}>
          <span className="sr-only">{form === 'link' ? t('link') : t(`form.${form}`)}</span>
          <textarea
            readOnly
            rows={form === 'embed' ? 5 : 3}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
        </label>
      )}
      <div className={styles.row}>
        <span className={styles.length}>
          {t('length', { count: link.length })}
          {link.length > LONG && ` ${t('long')}`}
        </span>
        <Button look="primary" icon="copy" keys="L" onClick={() => void copy()}>
          {form === 'link' || form === 'qr' ? t('copy') : t('copy.text')}
        </Button>
      </div>
    </Dialog>
  );
}
