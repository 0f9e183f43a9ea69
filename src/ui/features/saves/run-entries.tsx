import { savesText } from '../../../i18n/catalogue/saves.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { newId, snapshot, sourceOf } from '../../session/autosave.ts';
import { openRun } from '../../session/documents.ts';
import type { RunSource } from '../../session/run-source.ts';
import { putSave } from '../../session/saves.ts';
import type { Session } from '../../session/session.ts';
import { useSession } from '../../session/use-session.tsx';
import { MenuItem, MenuRule } from '../../widgets/overlay/menu.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { useBring } from './use-bring.ts';

/** The dialogs the entries open; the menu itself is gone by then. */
export type RunDialog = 'saves' | 'scenario';

/** The seed that follows: any other would do, this one can be told again. */
const nextSeed = ({ runs }: Session): number => (runs.active()?.document.seed ?? 1) + 1;

/** What the user would lose by another run stays among the kept ones. Answers whether there was something. */
function keepBefore(session: Session): boolean {
  const document = session.runs.active()?.document;
  if ((document?.inputs.length ?? 0) === 0 && !session.files.isEdited()) return false;
  const title = titleOfText(document?.scenario ?? '');
  return putSave(
    snapshot(session, newId(), typeof title === 'object' ? JSON.stringify(title) : (title ?? ''), true),
  );
}

function useActions() {
  const t = useText(savesText);
  const session = useSession();
  const toast = useToast();
  return {
    reset: (): void => {
      const kept = keepBefore(session);
      const { catalogue, scenario, seed } = session.runs.active()?.document ?? {};
      void openRun(session, {
        ...(catalogue === undefined ? { scenario: scenario ?? '' } : { catalogue }),
        ...(seed === undefined ? {} : { seed }),
      });
      toast({ text: t(kept ? 'reset.kept' : 'reset.done') });
    },
    reseed: (): void => {
      const seed = nextSeed(session);
      const source = sourceOf(session);
      void openRun(session, { ...(source as RunSource), seed }).then(() => session.player.play());
      toast({ text: t('seed.done', { seed }) });
    },
  };
}

/** What can be done with the run as a whole: entries of a menu. */
export function RunEntries({ onDialog }: { readonly onDialog: (dialog: RunDialog) => void }) {
  const t = useText(savesText);
  const { lang } = useUi();
  const session = useSession();
  const { reset, reseed } = useActions();
  const bring = useBring();
  const saveYaml = async (): Promise<void> => {
    const { currentDocument, yamlOf, saveFile, fileName } = await import('./current.ts');
    const made = currentDocument(session);
    const name = typeof made.title === 'string' ? made.title : made.title[lang];
    saveFile(`${fileName(name)}.yaml`, 'application/yaml', yamlOf(made));
  };
  return (
    <>
      <MenuItem onSelect={() => onDialog('saves')} icon="flag">
        {t('menu.open')}
      </MenuItem>
      <MenuItem onSelect={() => onDialog('scenario')} icon="code">
        {t('menu.edit')}
      </MenuItem>
      <MenuItem onSelect={reseed} icon="retry">
        {t('menu.seed')}
      </MenuItem>
      <MenuItem onSelect={reset} icon="undo">
        {t('menu.reset')}
      </MenuItem>
      <MenuRule />
      <MenuItem onSelect={() => void saveYaml()} icon="download">
        {t('menu.yaml')}
      </MenuItem>
      <MenuItem onSelect={bring.choose} icon="add">
        {t('menu.import')}
      </MenuItem>
    </>
  );
}
