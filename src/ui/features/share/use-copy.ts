import { shareText } from '../../../i18n/catalogue/share.ts';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText } from '../../widgets/ui-context.tsx';

/** Copies a text or a picture, and says whether the browser let it. */
export function useCopy(): (content: string | Blob, done: string) => Promise<void> {
  const t = useText(shareText);
  const toast = useToast();
  return async (content, done) => {
    try {
      if (typeof content === 'string') await navigator.clipboard.writeText(content);
      else await navigator.clipboard.write([new ClipboardItem({ [content.type]: content })]);
      toast({ text: done });
    } catch {
      // No permission, no clipboard outside secure contexts, or no pictures in it: it is there to be taken by hand.
      toast({ text: t('copyFailed') });
    }
  };
}
