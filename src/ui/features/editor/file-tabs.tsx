import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { editorText } from '../../../i18n/catalogue/editor.ts';
import { useSession } from '../../session/use-session.tsx';
import { IconButton } from '../../widgets/controls/button.tsx';
import { Tabs } from '../../widgets/controls/tabs.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './editor.module.css';

/** A tab for each file, one more, and as whom files are applied. */
export function FileTabs({ user }: { readonly user: ReactNode }) {
  const t = useText(editorText);
  const { files } = useSession();
  const { files: all, open } = useStore(files.store);
  const names = Object.keys(all);
  return (
    <div className={styles.tabs} data-many={names.length > 1}>
      {names.length > 0 && (
        <Tabs
          look="bare"
          label={t('files')}
          items={names.map((name) => ({ id: name, label: name }))}
          value={open}
          onChange={files.show}
        />
      )}
      {names.length > 1 && (
        <IconButton
          label={t('close', { name: open })}
          icon="close"
          iconSize={13}
          onClick={() => files.remove(open)}
        />
      )}
      <IconButton label={t('newFile')} icon="add" iconSize={14} onClick={() => files.create()} />
      <span className={styles.user}>{user}</span>
    </div>
  );
}
