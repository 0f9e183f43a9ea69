import { lazy, Suspense, useState } from 'react';
import { shareText } from '../../../i18n/catalogue/share.ts';
import { useCommands } from '../../session/commands.ts';
import { useSession } from '../../session/use-session.tsx';
import { ToolButton } from '../../widgets/controls/tool-button.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

/** The button in the top bar, its dialog, and the key that copies at once. */
export function ShareButton() {
  const t = useText(shareText);
  const { lang } = useUi();
  const session = useSession();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const copy = async (): Promise<void> => {
    const { canBeOpened, linkTo, usualParts } = await import('./link-to.ts');
    const link = await linkTo(session, lang, await usualParts(session, lang));
    // The dialog says what else there is.
    if (!canBeOpened(link)) return setOpen(true);
    try {
      await navigator.clipboard.writeText(link);
      toast({ text: t('copied') });
    } catch {
      // No permission, or no clipboard outside secure contexts: the dialog shows the link to copy by hand.
      setOpen(true);
      toast({ text: t('copyFailed') });
    }
  };
  useCommands({ copyLink: () => void copy() });
  return (
    <>
      <ToolButton label={t('share')} icon="share" keys="L" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <ShareDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
