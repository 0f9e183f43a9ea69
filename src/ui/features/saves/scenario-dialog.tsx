import { useMemo, useState } from 'react';
import { savesText } from '../../../i18n/catalogue/saves.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { openRun } from '../../session/documents.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Dialog } from '../../widgets/overlay/dialog.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { ClusterForm } from './cluster-form.tsx';
import { currentDocument, problemsOf, yamlOf } from './current.ts';
import { rowOf, type StepRow, stepOf } from './edit.ts';
import { ImagesForm } from './images-form.tsx';
import { type ImageRow, imageRows, withImages } from './images.ts';
import { type MachineRow, machineRows, withMachines } from './machines.ts';
import styles from './saves.module.css';
import { SettingsForm } from './settings-form.tsx';
import { StepsForm } from './steps-form.tsx';

const PARTS = ['steps', 'cluster', 'images', 'settings'] as const;
type Part = (typeof PARTS)[number];

/** The run on screen as a scenario to change: its steps, its cluster, its images, its settings. It plays again from the start. */
export function ScenarioDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(savesText);
  const session = useSession();
  const begun = useMemo(() => currentDocument(session), [session]);
  const [part, setPart] = useState<Part>('steps');
  const [base, setBase] = useState<ScenarioDocument>(begun);
  const [machines, setMachines] = useState<readonly MachineRow[]>(() => machineRows(begun));
  const [images, setImages] = useState<readonly ImageRow[]>(() => imageRows(begun));
  const [rows, setRows] = useState<readonly StepRow[]>(() => begun.steps.map(rowOf));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const run = (): void => {
    const made = withImages(withMachines({ ...base, steps: rows.map(stepOf) }, machines), images);
    const found = problemsOf(made);
    setProblems(found);
    if (found.length > 0) return;
    void openRun(session, { scenario: yamlOf(made) }).then(() => session.player.play());
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('edit.title')}
      width={760}
      footer={
        <Button look="primary" icon="play" onClick={run}>
          {t('edit.run')}
        </Button>
      }
    >
      <Segmented
        label={t('edit.title')}
        value={part}
        onChange={setPart}
        options={PARTS.map((value) => ({ value, label: t(`edit.${value}`) }))}
      />
      {problems.length > 0 && (
        <div role="alert" className={styles.problems}>
          {t('edit.problems')}
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.part}>
        {part === 'steps' && <StepsForm rows={rows} onChange={setRows} />}
        {part === 'cluster' && (
          <ClusterForm document={base} onDocument={setBase} rows={machines} onRows={setMachines} />
        )}
        {part === 'images' && <ImagesForm rows={images} onChange={setImages} />}
        {part === 'settings' && <SettingsForm document={base} onChange={setBase} />}
      </div>
    </Dialog>
  );
}
