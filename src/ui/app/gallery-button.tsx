import { shellText } from '../../i18n/catalogue/shell.ts';
import { showPage } from '../session/page.ts';
import { ToolButton } from '../widgets/controls/tool-button.tsx';
import { useText } from '../widgets/ui-context.tsx';

/** The way from a run to the scenarios. */
export function GalleryButton() {
  const t = useText(shellText);
  return (
    <ToolButton
      label={t('cmd.gallery')}
      icon="grid"
      keys="G"
      onClick={() => showPage('gallery')}
      data-doubled
    />
  );
}
