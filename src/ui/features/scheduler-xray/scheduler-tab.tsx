import { useMemo, useState } from 'react';
import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { xrayTable } from '../../projections/scheduler-xray/table.ts';
import { reveal } from '../../session/shell.ts';
import { showStage } from '../../session/stage-view.ts';
import { Button } from '../../widgets/controls/button.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { AttemptBar, attemptVerdict } from './attempt-bar.tsx';
import { NodeLedger } from './cell-detail.tsx';
import { EventSentence } from './event-sentence.tsx';
import { Fits } from './fits.tsx';
import { PreemptionNote } from './preemption-note.tsx';
import styles from './scheduler-xray.module.css';
import { useShown } from './use-shown.ts';
import { useXraySubject } from './use-xray.ts';

/** The same in the width of a panel: node by node what decided, the sentence, and what would have to be true. */
export function SchedulerTab() {
  const t = useText(schedulerXrayText);
  const subject = useXraySubject();
  const shown = useShown(subject);
  const [lit, setLit] = useState<readonly string[]>([]);
  const attempt = shown?.attempt;
  const answer = shown?.answer;
  const table = useMemo(
    () => (attempt === undefined ? undefined : xrayTable(attempt, answer)),
    [attempt, answer],
  );
  if (subject === undefined || shown === undefined || table === undefined)
    return <p className={styles.hint}>{t('none')}</p>;
  const { message, preemption, isLast, waiting } = shown;
  const [best] = table.rows;
  const open = (): void => {
    showStage('scheduler');
    reveal('stage');
  };
  return (
    <>
      <Section>
        <AttemptBar attempts={subject.attempts} shown={shown.attempt} onShow={shown.show} />
        <p className={styles.outcome}>{attemptVerdict(t, shown.attempt)}</p>
        <Button icon="grid" onClick={open}>
          {t('open.stage')}
        </Button>
      </Section>
      <Section title={t('node', { n: table.rows.length })}>
        <ul className={styles.rows}>
          {table.rows.map(({ node, standing, rejection, total }) => (
            <li key={node} data-standing={standing} data-lit={lit.includes(node) ? true : undefined}>
              <strong>{node}</strong>
              <span>{rejection === undefined ? (total ?? '') : rejection.plugin}</span>
              {rejection !== undefined && (
                <span className={styles.reason}>{rejection.reasons.join(', ')}</span>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {message !== undefined && (
        <EventSentence attempt={shown.attempt} message={message} lit={lit} onLight={setLit} />
      )}
      {preemption !== undefined && <PreemptionNote preemption={preemption} />}
      {shown.attempt.pick === undefined && isLast && (
        <Fits subject={subject} answer={answer} waiting={waiting} />
      )}
      {best !== undefined && best.standing === 'picked' && <NodeLedger row={best} />}
    </>
  );
}
