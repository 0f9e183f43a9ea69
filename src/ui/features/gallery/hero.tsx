import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { galleryText } from '../../../i18n/catalogue/gallery.ts';
import { DEFAULT_SCENARIO } from '../../../scenario/catalogue/index.ts';
import { openRun } from '../../session/documents.ts';
import { useCommands } from '../../session/commands.ts';
import { pageStore, showPage } from '../../session/page.ts';
import { reveal } from '../../session/shell.ts';
import { whenIdle } from '../../session/when-idle.ts';
import { useActiveBranch, useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { backToRun } from './back.ts';
import styles from './gallery.module.css';
import { OpenLink } from './open-link.tsx';
import { RestCluster } from './rest-cluster.tsx';

/** What the first command does: the first Pod, played from the start. */
const FIRST = 'first-pod';

/** The headline, the command to press, and the cluster it will hit. */
export function Hero() {
  const t = useText(galleryText);
  const session = useSession();
  const branch = useActiveBranch();
  const first = useStore(pageStore, (state) => state.first);
  const [asking, setAsking] = useState(false);
  const apply = useRef<HTMLButtonElement>(null);
  // Enter is what the button says it is, also before anything on the page was reached. Who knows the page types a word.
  useEffect(() => {
    if (!first) return undefined;
    // When there is nothing else to do: moving the focus asks where everything is.
    return whenIdle(() => {
      if (document.activeElement === document.body) apply.current?.focus({ preventScroll: true });
    });
  }, [first]);
  const begin = async (catalogue: string): Promise<void> => {
    await openRun(session, { catalogue });
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    showPage('run');
  };
  const run = async (): Promise<void> => {
    await begin(FIRST);
    session.player.play();
  };
  // While this page is there, applying is this command's, not the editor's behind it.
  useCommands({ apply: () => void run() });
  const paste = async (): Promise<void> => {
    await begin(DEFAULT_SCENARIO);
    const name = session.files.create();
    session.files.show(name);
    reveal('left');
  };
  return (
    <header className={styles.hero} data-first={first}>
      <div className={styles.words}>
        <h1>{t('headline')}</h1>
        <p>
          {t('lead')}
          <br />
          {t('lead2')}
        </p>
        <div className={styles.command} role="group" aria-label={t('command')}>
          <code>
            <i aria-hidden="true">$ </i>kubectl apply -f nginx.yaml
          </code>
          <Button ref={apply} look="primary" keys="Enter" onClick={() => void run()} data-autofocus>
            {t('run')}
          </Button>
        </div>
        <p className={styles.ways}>
          {!first && (
            <Button look="link" onClick={backToRun}>
              {t('back')}
            </Button>
          )}
          <Button look="link" onClick={() => void paste()}>
            {t('paste')}
          </Button>
          <Button look="link" onClick={() => setAsking(true)}>
            {t('open.link')}
          </Button>
        </p>
      </div>
      {branch !== undefined && <RestCluster branch={branch} />}
      {asking && <OpenLink onClose={() => setAsking(false)} />}
    </header>
  );
}
