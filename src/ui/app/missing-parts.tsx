import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { Button } from '../widgets/controls/button.tsx';
import { Notice } from '../widgets/data/notice.tsx';
import { useText } from '../widgets/ui-context.tsx';

/** Whether a chunk of the page did not come. */
const missing = createStore(() => ({ some: false }));

// The bundler's event: the network is away, or the site has been published anew and what this page asks for is gone.
window.addEventListener('vite:preloadError', () => missing.setState({ some: true }));

/** Says that a part of the page could not be fetched; without it a region would stay empty and nobody would know why. */
export function MissingParts() {
  const t = useText(shellText);
  const some = useStore(missing, (state) => state.some);
  if (!some) return null;
  return (
    <Notice
      tone="failed"
      actions={<Button onClick={() => window.location.reload()}>{t('failure.reload')}</Button>}
    >
      {t('failure.missing')}
    </Notice>
  );
}
