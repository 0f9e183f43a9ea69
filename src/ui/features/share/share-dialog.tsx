import { useEffect, useState } from 'react';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Dialog } from '../../widgets/overlay/dialog.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { linkTo } from './links.ts';
import styles from './share.module.css';

/** Longer links are cut by some chat programs. */
const LONG = 2_000;

/** The link to the moment under the cursor, to read and to copy. */
export function ShareDialog({
  onClose,
  onCopy,
}: {
  readonly onClose: () => void;
  readonly onCopy: () => void;
}) {
  const t = useText(shareText);
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
  return (
    <Dialog open onClose={onClose} title={t('title')} width={560}>
      <p className={styles.promise}>{t('promise')}</p>
      <label className={styles.field}>
        <span className="sr-only">{t('link')}</span>
        <textarea
          readOnly
          rows={3}
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
      </label>
      <div className={styles.row}>
        <span className={styles.length}>
          {t('length', { count: link.length })}
          {link.length > LONG && ` ${t('long')}`}
        </span>
        <Button look="primary" icon="copy" keys="L" onClick={onCopy}>
          {t('copy')}
        </Button>
      </div>
    </Dialog>
  );
}
