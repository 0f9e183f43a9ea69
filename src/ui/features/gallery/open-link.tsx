import { type FormEvent, useState } from 'react';
import { galleryText } from '../../../i18n/catalogue/gallery.ts';
import { isLink } from '../../../share/is-link.ts';
import { showPage } from '../../session/page.ts';
import { Button } from '../../widgets/controls/button.tsx';
import { Dialog } from '../../widgets/overlay/dialog.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './gallery.module.css';

/** Takes a link that was sent as text. The address bar does the same; not everyone thinks of it. */
export function OpenLink({ onClose }: { readonly onClose: () => void }) {
  const t = useText(galleryText);
  const [text, setText] = useState('');
  const [bad, setBad] = useState(false);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const fragment = text.includes('#') ? text.slice(text.indexOf('#')).trim() : '';
    if (!isLink(fragment)) return setBad(true);
    showPage('run');
    onClose();
    window.location.hash = fragment;
  };
  return (
    <Dialog open onClose={onClose} title={t('open.title')} width={520}>
      <form onSubmit={open} className={styles.open}>
        <label>
          <span className="sr-only">{t('open.label')}</span>
          <input
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-invalid={bad}
            placeholder="https://…/#1.…"
            data-autofocus
          />
        </label>
        {bad && <p role="alert">{t('open.bad')}</p>}
        <button type="submit" className="sr-only" tabIndex={-1}>
          {t('open.go')}
        </button>
        <Button look="primary" keys="Enter" onClick={open}>
          {t('open.go')}
        </Button>
      </form>
    </Dialog>
  );
}
