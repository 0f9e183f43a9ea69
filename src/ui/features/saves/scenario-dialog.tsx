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
import { nodeSteps, type NodeRow, rowOf, splitNodes, type StepRow, stepOf } from './edit.ts';
import styles from './saves.module.css';
import { SettingsForm } from './settings-form.tsx';
import { StepsForm } from './steps-form.tsx';

type Part = 'steps' | 'cluster' | 'settings';
const PARTS: readonly Part[] = ['steps', 'cluster', 'settings'];

/** The run on screen as a scenario to change: its steps, its cluster, its settings. It plays again from the start. */
export function ScenarioDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(savesText);
  const session = useSession();
  const begun = useMemo(() => currentDocument(session), [session]);
  const [part, setPart] = useState<Part>('steps');
  const [base, setBase] = useState<ScenarioDocument>(begun);
  const split = useMemo(() => splitNodes(begun.steps), [begun]);
  const [nodes, setNodes] = useState<Readonly<Record<string, NodeRow>>>(split.nodes);
  const [rows, setRows] = useState<readonly StepRow[]>(() => split.rest.map(rowOf));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const run = (): void => {
    const made = { ...base, steps: [...nodeSteps(nodes), ...rows.map(stepOf)] };
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
          <ClusterForm document={base} onDocument={setBase} nodes={nodes} onNodes={setNodes} />
        )}
        {part === 'settings' && <SettingsForm document={base} onChange={setBase} />}
      </div>
    </Dialog>
  );
}
