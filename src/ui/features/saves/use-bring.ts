import { savesText } from '../../../i18n/catalogue/saves.ts';
import { titled } from '../../../scenario/title.ts';
import { openRun } from '../../session/documents.ts';
import { showPage } from '../../session/page.ts';
import { reveal } from '../../session/shell.ts';
import { useSession } from '../../session/use-session.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { sortFiles, wanted } from './files.ts';

/** A file with its path inside what was brought. */
export interface Found {
  readonly path: string;
  readonly file: File;
}

/** Takes files in: a scenario is played, everything else opens as tabs. Nothing of the user's is replaced. */
export function useBring() {
  const t = useText(savesText);
  const session = useSession();
  const toast = useToast();
  const take = async (found: readonly Found[]): Promise<void> => {
    const chosen = found.filter(({ path, file }) => wanted(path, file.size));
    const read = await Promise.all(
      chosen.map(async ({ file }) => ({ name: file.name, text: await file.text() })),
    );
    const { scenario, tabs } = sortFiles(read);
    if (scenario === undefined && tabs.length === 0) return toast({ text: t('import.none') });
    if (scenario !== undefined) {
      const [{ parseScenario }, { problemText }] = await Promise.all([
        import('../../../scenario/parse.ts'),
        import('../../../scenario/problem.ts'),
      ]);
      const parsed = parseScenario(scenario.text);
      if (!parsed.ok)
        return toast({
          text: t('import.bad', {
            name: scenario.name,
            why: parsed.error.slice(0, 2).map(problemText).join('; '),
          }),
        });
      const { name, text } = scenario;
      const named = parsed.value.title === '' ? titled(text, name.replace(/\.\w+$/, '')) : text;
      await openRun(session, { scenario: named });
      toast({ text: t('import.scenario', { name: scenario.name }) });
    }
    for (const { name, text } of tabs) session.files.write(session.files.create(name), text);
    showPage('run');
    if (tabs.length === 0) return;
    reveal('left');
    if (scenario === undefined) toast({ text: t('import.done', { n: tabs.length }) });
  };
  const choose = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = '.yaml,.yml,.json';
    input.onchange = () => void take([...(input.files ?? [])].map((file) => ({ path: file.name, file })));
    input.click();
  };
  return { take: (found: readonly Found[]) => void take(found), choose };
}
