import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { clock } from '../../../i18n/format.ts';
import { labelled, type QueuePath } from '../../projections/scheduler-xray/queue-path.ts';
import { waitingPod } from '../../projections/scheduler-xray/waiting-pod.ts';
import { xrayTable } from '../../projections/scheduler-xray/table.ts';
import { useCommands } from '../../session/commands.ts';
import { shell } from '../../session/shell.ts';
import { showStage } from '../../session/stage-view.ts';
import { useSession } from '../../session/use-session.tsx';
import { IconButton } from '../../widgets/controls/button.tsx';
import { cx } from '../../widgets/cx.ts';
import { useText } from '../../widgets/ui-context.tsx';
import { AttemptBar, attemptVerdict } from './attempt-bar.tsx';
import { CellDetail } from './cell-detail.tsx';
import { EventSentence } from './event-sentence.tsx';
import { Fits } from './fits.tsx';
import { Matrix } from './matrix.tsx';
import { PodPicker } from './pod-picker.tsx';
import { PreemptionNote } from './preemption-note.tsx';
import { QueueStrip } from './queue-strip.tsx';
import styles from './scheduler-xray.module.css';
import { type Shown, useShown } from './use-shown.ts';
import { pointAt, xrayPlace } from './xray-place.ts';
import { useXraySubject, waitedBy, type XraySubject } from './use-xray.ts';

/** The scheduler's work on one Pod, in place of the drawing. Escape leaves it. */
export function SchedulerXray() {
  const t = useText(schedulerXrayText);
  const subject = useXraySubject();
  const shown = useShown(subject);
  const top = useRef<HTMLElement>(null);
  const close = (): void => showStage('run');
  useCommands({ back: close });
  useEffect(() => top.current?.focus(), []);
  useWaitingFirst();
  return (
    <section ref={top} className={styles.xray} aria-label={t('title')} tabIndex={-1}>
      <header className={styles.top}>
        <h2>{t('title')}</h2>
        {subject !== undefined && <PodPicker subject={subject} />}
        {subject !== undefined && shown !== undefined && (
          <div className={cx(styles.tries, isWhole(subject.path) && styles.spare)}>
            <AttemptBar attempts={subject.attempts} shown={shown.attempt} onShow={shown.show} />
          </div>
        )}
        <IconButton
          className={styles.close ?? ''}
          label={t('close')}
          icon="close"
          keys="Escape"
          onClick={close}
        />
      </header>
      {subject === undefined || shown === undefined ? (
        <p className={styles.hint}>{t('none')}</p>
      ) : (
        <Work subject={subject} shown={shown} />
      )}
    </section>
  );
}

/** Opened with no Pod picked, it is about one that still waits, where one does; the inspector beside it follows. */
function useWaitingFirst(): void {
  const { runs, cursor, selection } = useSession();
  useEffect(() => {
    const branch = runs.active();
    const picked = selection.getState().selection;
    if (branch === undefined || (picked.kind === 'object' && picked.subject.resource === 'pods')) return;
    const ref = waitingPod(branch.trace, branch.world, cursor.getState().seq);
    if (ref !== undefined)
      selection.setState({ selection: { kind: 'object', subject: { resource: 'pods', ...ref } } });
  }, [runs, cursor, selection]);
}

/** Whether every attempt has a label on the strip. */
function isWhole(path: QueuePath | undefined): boolean {
  return path !== undefined && labelled(path).size === path.attempts.length;
}

function Work({ subject, shown }: { readonly subject: XraySubject; readonly shown: Shown }) {
  const t = useText(schedulerXrayText);
  const { attempt, answer, waiting, message, preemption, isLast, because } = shown;
  const place = useStore(xrayPlace, (state) => state.place);
  const beside = useStore(shell, ({ collapsed }) => !collapsed.inspector);
  const [lit, setLit] = useState<readonly string[]>([]);
  const table = useMemo(() => xrayTable(attempt, answer), [attempt, answer]);
  return (
    <>
      <h1 className={styles.verdict}>
        <span className={styles.clock}>{clock(attempt.pick?.at ?? attempt.filter.at)}</span>
        {attemptVerdict(t, attempt, waitedBy(subject, attempt))}
      </h1>
      {subject.path !== undefined && (
        <QueueStrip
          path={subject.path}
          moves={subject.moves}
          attempts={subject.attempts}
          shown={attempt}
          onShow={shown.show}
        />
      )}
      {table.rows.length > 0 && (
        <Matrix
          table={table}
          number={attempt.number}
          place={place}
          onPlace={pointAt}
          lit={lit}
          because={because}
        />
      )}
      {table.rows.length > 0 && place === undefined && (
        <p className={styles.aside} data-beside={beside}>
          {t('detail.hint')}
        </p>
      )}
      {place !== undefined && (
        <div className={styles.pinned} data-beside={beside}>
          <CellDetail table={table} place={place} waiting={waiting} />
        </div>
      )}
      {table.skipped.length > 0 && (
        <p className={styles.aside}>{t('score.skipped', { names: table.skipped.join(', ') })}</p>
      )}
      {table.omitted > 0 && <p className={styles.aside}>{t('omitted', { n: table.omitted })}</p>}
      {message !== undefined && (
        <EventSentence attempt={attempt} message={message} lit={lit} onLight={setLit} />
      )}
      <div className={styles.below}>
        {attempt.pick === undefined && isLast && <Fits subject={subject} answer={answer} waiting={waiting} />}
        {preemption !== undefined && <PreemptionNote preemption={preemption} />}
      </div>
    </>
  );
}
