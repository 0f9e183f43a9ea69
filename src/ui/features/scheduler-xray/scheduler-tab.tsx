import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Pod } from '../../../api/generated/types.ts';
import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { type XrayTable, xrayTable } from '../../projections/scheduler-xray/table.ts';
import { reveal } from '../../session/shell.ts';
import { showStage, stageView } from '../../session/stage-view.ts';
import { Button } from '../../widgets/controls/button.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { AttemptBar, attemptVerdict } from './attempt-bar.tsx';
import { becauseText } from './because-text.ts';
import { CellDetail, NodeLedger } from './cell-detail.tsx';
import { EventSentence } from './event-sentence.tsx';
import { Fits } from './fits.tsx';
import { PreemptionNote } from './preemption-note.tsx';
import styles from './scheduler-xray.module.css';
import { type Shown, useShown } from './use-shown.ts';
import { useXraySubject, waitedBy, type XraySubject } from './use-xray.ts';
import { NotSooner, PodAsks } from './wait-story.tsx';
import { xrayPlace } from './xray-place.ts';

/** The same in the width of a panel: node by node what decided, the sentence, and what would have to be true. */
export function SchedulerTab() {
  const t = useText(schedulerXrayText);
  const subject = useXraySubject();
  const shown = useShown(subject);
  const onStage = useStore(stageView, ({ view }) => view === 'scheduler');
  const attempt = shown?.attempt;
  const answer = shown?.answer;
  const table = useMemo(
    () => (attempt === undefined ? undefined : xrayTable(attempt, answer)),
    [attempt, answer],
  );
  if (subject === undefined || shown === undefined || table === undefined)
    return <p className={styles.hint}>{t('none')}</p>;
  if (onStage) return <BesideTable subject={subject} shown={shown} table={table} />;
  return <Narrow subject={subject} shown={shown} table={table} />;
}

interface TabProps {
  readonly subject: XraySubject;
  readonly shown: Shown;
  readonly table: XrayTable;
}

/** While the table fills the stage: what the Pod asks, the arithmetic of the cell one points at, and how the wait went. */
function BesideTable({ subject, shown, table }: TabProps) {
  const t = useText(schedulerXrayText);
  const place = useStore(xrayPlace, (state) => state.place);
  const { branch, ref, seq, pod } = subject;
  const asking = pod ?? (branch.world.get('pods', ref.namespace, ref.name, seq) as Pod | undefined);
  const known = place !== undefined && table.rows.some(({ node }) => node === place.node);
  const { pick } = shown.attempt;
  return (
    <>
      {asking !== undefined && <PodAsks pod={asking} />}
      {known ? (
        <CellDetail table={table} place={place} waiting={shown.waiting} />
      ) : (
        <p className={styles.hint}>{t('detail.hint')}</p>
      )}
      <NotSooner attempts={subject.attempts} moves={subject.moves} />
      {pick !== undefined && (
        <p className={styles.note}>
          <Rich segments={t.rich('note.binding', { node: pick.data.node })} />
        </p>
      )}
    </>
  );
}

/** All of it in the width of a panel, while the drawing is on the stage. */
function Narrow({ subject, shown, table }: TabProps) {
  const t = useText(schedulerXrayText);
  const [lit, setLit] = useState<readonly string[]>([]);
  const { message, preemption, isLast, waiting, answer, because } = shown;
  const best = table.rows.find(({ standing }) => standing === 'picked');
  const open = (): void => {
    showStage('scheduler');
    reveal('stage');
  };
  return (
    <>
      <Section>
        <AttemptBar attempts={subject.attempts} shown={shown.attempt} onShow={shown.show} />
        <p className={styles.outcome}>{attemptVerdict(t, shown.attempt, waitedBy(subject, shown.attempt))}</p>
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
              {(because.get(node) ?? []).map((each) => (
                <span key={JSON.stringify(each)} className={styles.because}>
                  {becauseText(t, each)}
                </span>
              ))}
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
      {best !== undefined && <NodeLedger row={best} />}
    </>
  );
}
