import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { savesText } from '../../../i18n/catalogue/saves.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { newId, openSaved, snapshot } from '../../session/autosave.ts';
import { showPage } from '../../session/page.ts';
import { putSave, removeSave, type Saved, savesStore } from '../../session/saves.ts';
import { useSession } from '../../session/use-session.tsx';
import { IconButton } from '../../widgets/controls/button.tsx';
import { Dialog } from '../../widgets/overlay/dialog.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './saves.module.css';

/** A name as it is shown: automatic saves carry their scenario's title in both languages. */
function shownName(name: string, lang: Lang): string {
  const title = titleOfText(`{"title":${name.startsWith('{') ? name : JSON.stringify(name)}}`);
  return typeof title === 'object' ? title[lang] : (title ?? name);
}

function Kept({ save, onClose }: { readonly save: Saved; readonly onClose: () => void }) {
  const t = useText(savesText);
  const { lang } = useUi();
  const session = useSession();
  const toast = useToast();
  const name = shownName(save.name, lang);
  const open = async (): Promise<void> => {
    if (!(await openSaved(session, save))) return toast({ text: t('gone') });
    showPage('run');
    onClose();
  };
  const duplicate = (): void =>
    void putSave({ ...save, id: newId(), auto: false, name: t('copyOf', { name }), savedAt: Date.now() });
  return (
    <li>
      <button type="button" className={styles.open} onClick={() => void open()}>
        <b>{name}</b>
        <span>
          {new Date(save.savedAt).toLocaleString(lang)}
          {save.auto && ` · ${t('auto')}`}
        </span>
      </button>
      <IconButton label={`${t('duplicate')}: ${name}`} icon="copy" onClick={duplicate} tip={false} />
      <IconButton
        label={`${t('remove')}: ${name}`}
        icon="close"
        onClick={() => removeSave(save.id)}
        tip={false}
      />
    </li>
  );
}

/** What is kept in this browser, and a name for the run on screen. */
export function SavesDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(savesText);
  const { lang } = useUi();
  const session = useSession();
  const toast = useToast();
  const { saves, full } = useStore(savesStore);
  const title = titleOfText(session.runs.active()?.document.scenario ?? '');
  const [name, setName] = useState(typeof title === 'object' ? title[lang] : (title ?? ''));
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return;
    const before = saves.find((entry) => !entry.auto && entry.name === wanted);
    if (putSave(snapshot(session, before?.id ?? newId(), wanted, false)))
      toast({ text: t('kept', { name: wanted }) });
  };
  return (
    <Dialog open onClose={onClose} title={t('title')} width={560}>
      <form className={styles.keep} onSubmit={save}>
        <label>
          <span className="sr-only">{t('name')}</span>
          <input
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
            placeholder={t('name')}
            data-autofocus
          />
        </label>
        <button type="submit" className={styles.submit}>
          {t('keep')}
        </button>
      </form>
      {full && <p role="alert">{t('full')}</p>}
      {saves.length === 0 ? (
        <p className={styles.note}>{t('empty')}</p>
      ) : (
        <ul className={styles.list}>
          {saves.map((entry) => (
            <Kept key={entry.id} save={entry} onClose={onClose} />
          ))}
        </ul>
      )}
      <p className={styles.note}>{t('note')}</p>
    </Dialog>
  );
}
