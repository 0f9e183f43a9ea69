import { useMemo, useState } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { diffLines, objectText, revisionsUntil } from '../../projections/inspector/revisions.ts';
import { RevisionStepper } from '../../widgets/data/revision-stepper.tsx';
import { YamlView } from '../../widgets/data/yaml-view.tsx';
import { roleOf } from '../../widgets/glyphs/actors.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import type { SubjectPod } from './use-subject.ts';

/** The object's text at a revision, with what that revision changed. */
export function YamlTab({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  const { branch, ref, seq } = subject;
  const history = branch.world.history('pods', ref.namespace, ref.name);
  const revisions = useMemo(
    () => (history === undefined ? [] : revisionsUntil(history, seq)),
    [history, seq],
  );
  const [chosen, setChosen] = useState<number>();
  const place = Math.max(
    0,
    chosen === undefined ? revisions.length - 1 : revisions.findIndex(({ rev }) => rev === chosen),
  );
  const shown = revisions[place];
  const lines = useMemo(() => {
    if (history === undefined || shown === undefined) return [];
    const text = (at: number): string => objectText(history.versions[at]?.object);
    return diffLines(place === 0 ? '' : text(place - 1), text(place)).map((line, index) =>
      place === 0 ? { text: line.text, no: index + 1 } : { ...line, no: index + 1 },
    );
  }, [history, shown, place]);
  if (shown === undefined) return <p className={styles.empty}>{t('nothing')}</p>;
  return (
    <div className={styles.yaml}>
      <RevisionStepper
        label={t('yaml.revisions')}
        revisions={revisions.map(({ rev, writer }) => ({
          revision: rev,
          role: roleOf(writer),
          what: writer === '' ? '' : t('yaml.by', { who: writer }),
        }))}
        value={shown.rev}
        onChange={setChosen}
      />
      <YamlView label={t('yaml.label', { rev: String(shown.rev) })} lines={lines} />
    </div>
  );
}
