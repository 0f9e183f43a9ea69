import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { twinsText } from '../../../i18n/catalogue/twins.ts';
import { clock } from '../../../i18n/format.ts';
import { useCommands } from '../../session/commands.ts';
import { showStage } from '../../session/stage-view.ts';
import { useCalmSeq, useCursor, useSession } from '../../session/use-session.tsx';
import { Button, IconButton } from '../../widgets/controls/button.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { BranchPanel } from './branch-panel.tsx';
import { lifeScale, raceScale } from './clock-scale.ts';
import { branchName } from './names.ts';
import { RaceScene } from './race-scene.tsx';
import { TwinHalf } from './twin-half.tsx';
import { WhatDiffers } from './what-differs.tsx';
import styles from './twins.module.css';
import { type Twins, timeOf, useDifference, useRaces, useTwins, useWidth } from './use-twins.ts';

const LABELS = 148;
/** On a phone the names of the lanes stand above them. */
const LABELS_NARROW = 8;

/** Two branches side by side on one clock, in place of the drawing. Escape leaves it. */
export function TwinView() {
  const t = useText(twinsText);
  const twins = useTwins();
  const several = useStore(useSession().runs.store, ({ branches }) => branches.size > 1);
  const top = useRef<HTMLElement>(null);
  const close = (): void => showStage('run');
  useCommands({ back: close });
  useEffect(() => top.current?.focus(), []);
  return (
    <section ref={top} className={styles.view} aria-label={t('view.title')} tabIndex={-1}>
      <header className={styles.top}>
        <h1>{t('view.title')}</h1>
        {twins !== undefined && <Tools twins={twins} />}
        <IconButton
          className={styles.close ?? ''}
          label={t('view.close')}
          icon="close"
          keys="Escape"
          onClick={close}
        />
      </header>
      {twins === undefined ? (
        <div className={styles.nothing}>
          <p>{t(several ? 'nothing-chosen' : 'nothing-there')}</p>
          <BranchPanel />
        </div>
      ) : (
        <Halves twins={twins} />
      )}
    </section>
  );
}

/** Whether one of the two never began: then there is nothing to tell apart. */
const anyRefused = ({ a, b }: Twins): boolean => a.status === 'refused' || b.status === 'refused';

function Tools({ twins }: { readonly twins: Twins }) {
  const t = useText(twinsText);
  const { runs, player, cursor } = useSession();
  const difference = useDifference(twins);
  const isRefused = anyRefused(twins);
  const swap = (): void => {
    const us = timeOf(twins.a, cursor.getState());
    runs.show(twins.b.id);
    cursor.setState({ seq: twins.b.trace.countUntil(us) - 1, fraction: 0, playing: false });
  };
  return (
    <div className={styles.tools}>
      {isRefused ? null : difference === undefined ? (
        <span className={styles.faint}>
          {twins.b.status === 'simulating' ? t('view.waits') : t('view.same')}
        </span>
      ) : (
        <>
          <span className={styles.faint}>{t('view.parts', { at: clock(difference.atUs) })}</span>
          <Button onClick={() => player.seek(difference.a ?? twins.a.trace.countUntil(difference.atUs) - 1)}>
            {t('view.difference')}
          </Button>
        </>
      )}
      <Button onClick={swap}>{t('view.swap')}</Button>
    </div>
  );
}

function Halves({ twins }: { readonly twins: Twins }) {
  const { lang } = useUi();
  const { runs, cursor } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const races = useRaces(twins);
  const left = width < 640 ? LABELS_NARROW : LABELS;
  const raced = races.some((race) => race !== undefined);
  const scale = useMemo(
    () => (raced ? raceScale(races, left, width) : lifeScale(twins, left, width)),
    [raced, races, twins, left, width],
  );
  // A render a step; between steps the line over the lanes moves by itself.
  const seq = useCursor((cursor) => cursor.seq);
  // What is compared is the moment under the cursor, a record at a time.
  const us = timeOf(twins.a, { ...cursor.getState(), seq: useCalmSeq(twins.a) });
  const { branches } = runs.store.getState();
  const name = (branch: Twins['a']): string =>
    branchName(branch, branches.get(branch.parent?.branch ?? 0), lang);
  return (
    <div ref={box} className={styles.halves}>
      {width > 0 && raced && <RaceScene twins={twins} races={races} us={us} width={width} />}
      {width > 0 &&
        ([twins.a, twins.b] as const).map((branch, place) => (
          <TwinHalf
            key={branch.id}
            letter={place === 0 ? 'A' : 'B'}
            name={name(branch)}
            branch={branch}
            clockBranch={twins.a}
            shared={twins.shared}
            race={races[place]}
            raced={raced}
            scale={scale}
            seq={seq}
          />
        ))}
      {!anyRefused(twins) && <WhatDiffers twins={twins} us={us} />}
    </div>
  );
}
