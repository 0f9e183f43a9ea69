import { exportText } from '../../../i18n/catalogue/export.ts';
import { titleOfText } from '../../../scenario/title.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import type { Branch } from '../../session/branch.ts';
import { useSession } from '../../session/use-session.tsx';
import { MenuItem, MenuLabel, MenuRule } from '../../widgets/overlay/menu.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { screenPng, screenSvg } from '../../widgets/picture.ts';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { mermaidOf } from './mermaid.ts';
import { reportHtml } from './report.ts';
import { traceEvents } from './trace-events.ts';

const FORMS = ['png', 'svg', 'mermaid', 'print', 'json', 'perfetto'] as const;
type Form = (typeof FORMS)[number];

/** Which level of the story the diagram and the page to print tell. */
const TOLD = 2;

function save(name: string, type: string, content: BlobPart): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60) || 'run';

const told = ({ story, trace }: Branch) => story.steps(TOLD).map((seq) => trace.at(seq));

function reportOf(branch: Branch, title: string, note: string, lang: 'en' | 'ko'): string {
  const { trace, world, story } = branch;
  const rows = told(branch).map(({ seq, at, actor }) => {
    const { sentence } = narrate({ trace, world, story, seq, timeUs: at, lang }, undefined);
    return [`+${(at / 1e6).toFixed(3)} s`, actor, sentence.map(({ text }) => text).join('')] as const;
  });
  return reportHtml({ lang, title, note, rows });
}

/** What there is to take along: the screen and the run in other programs' forms. Entries of a menu. */
export function ExportEntries() {
  const t = useText(exportText);
  const { lang } = useUi();
  const session = useSession();
  const toast = useToast();
  const write = async (form: Form): Promise<void> => {
    const branch = session.runs.active();
    if (branch === undefined) return;
    const title = titleOfText(branch.document.scenario);
    const shown = typeof title === 'object' ? title[lang] : (title ?? 'Podscope');
    const name = slug(shown);
    const screen = document.querySelector<HTMLElement>('main') ?? document.body;
    const records = branch.trace.all();
    if (form === 'png') save(`${name}.png`, 'image/png', await screenPng(screen));
    if (form === 'svg') save(`${name}.svg`, 'image/svg+xml', screenSvg(screen).svg);
    if (form === 'mermaid') save(`${name}.mmd`, 'text/plain', mermaidOf(told(branch)));
    if (form === 'print')
      save(
        `${name}.html`,
        'text/html',
        reportOf(branch, shown, t('print.note', { n: told(branch).length }), lang),
      );
    if (form === 'json')
      save(
        `${name}.trace.json`,
        'application/json',
        JSON.stringify({ podscope: 1, run: branch.document, records }),
      );
    if (form === 'perfetto')
      save(`${name}.perfetto.json`, 'application/json', JSON.stringify(traceEvents(records)));
    toast({ text: t('saved', { name }) });
  };
  const begin = (form: Form): void =>
    void write(form).catch((error: unknown) =>
      toast({ text: t('failed', { why: error instanceof Error ? error.message : String(error) }) }),
    );
  return (
    <>
      <MenuRule />
      <MenuLabel>{t('label')}</MenuLabel>
      {FORMS.map((form) => (
        <MenuItem key={form} icon="download" onSelect={() => begin(form)}>
          {t(`form.${form}`)}
        </MenuItem>
      ))}
    </>
  );
}
