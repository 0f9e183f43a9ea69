import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ObjectRef } from '../../../api/object.ts';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { narrationText } from '../../../i18n/catalogue/narration.ts';
import { clock } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import type { Said } from '../../projections/narration/moment.ts';
import { playheadOf } from '../../projections/playhead.ts';
import { storySubject, subjectAt } from '../../projections/pipeline/subject.ts';
import type { Branch } from '../../session/branch.ts';
import {
  useActiveBranch,
  useCursor,
  useIsComing,
  useSelection,
  useSession,
} from '../../session/use-session.tsx';
import { breadth } from '../../widgets/breadth.ts';
import { Narration } from '../../widgets/data/narration.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { useAnnounce } from '../../widgets/live-region.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './narrator.module.css';

const NextSteps = lazy(() => import('./next-steps.tsx').then((module) => ({ default: module.NextSteps })));

/** The line below changes ten times a second at most; nobody reads faster. */
const TICK_US = 10_000;

/** At rest the clock is what the playhead says. */
const REST_US = 1_000;

/** A place in the run as far as it is told. */
interface Told {
  readonly seq: number;
  readonly timeUs: number;
}

/** The playhead, again whenever it has moved far enough to be told. */
function useTold(branch: Branch | undefined): Told | undefined {
  const key = useCursor((cursor) => {
    if (branch === undefined) return '';
    const { seq, timeUs } = playheadOf(branch.trace, branch.story, cursor);
    const tickUs = cursor.playing ? TICK_US : REST_US;
    return `${seq} ${Math.floor(timeUs / tickUs) * tickUs}`;
  });
  if (branch === undefined) return undefined;
  const [seq = -1, timeUs = 0] = key.split(' ').map(Number);
  // At rest on a record its own time is told, not the tick before it.
  return { seq, timeUs: Math.max(branch.trace.find(seq)?.at ?? 0, timeUs) };
}

/** The run has come to rest and has been watched to its end, and nobody has done more in it than begin it. */
function useIsFirstEnd(branch: Branch | undefined): boolean {
  const { runs } = useSession();
  const alone = useStore(runs.store, ({ branches }) => branches.size === 1);
  const atEnd = useCursor(
    ({ seq, level, playing }) => seq >= 0 && !playing && branch?.story.next(seq, level) === undefined,
  );
  if (branch === undefined || !alone || !atEnd) return false;
  return (branch.status === 'quiet' || branch.status === 'horizon') && branch.document.inputs.length <= 1;
}

/** Whether the Pod that is drawn is no more. */
function isGone({ trace, world }: Branch, seq: number, picked: ObjectRef | undefined): boolean {
  const { pod, last } = subjectAt(trace, world, seq, picked);
  return pod === undefined && last !== undefined;
}

/** One line always, so that the drawing below never moves: long sentences are set a little smaller. */
function sizeOf(text: string): 'normal' | 'long' | 'longest' {
  const wide = breadth(text);
  return wide <= 72 ? 'normal' : wide <= 80 ? 'long' : 'longest';
}

const words = (said: Said['sentence']): string => said.map(({ text }) => text).join('');

/** The line below, one line high also when there is nothing to add. */
function Detail({ segments }: { readonly segments: Said['sentence'] }) {
  return (
    <span className={styles.line} title={words(segments)}>
      {segments.length === 0 ? '\u00a0' : <Rich segments={segments} />}
    </span>
  );
}

/** The line below the sentence, and what may come next behind it. */
function Below({ said, next }: { readonly said: Said['sentence'] | undefined; readonly next: ReactNode }) {
  return (
    <span className={styles.below}>
      {(next === null || said !== undefined) && <Detail segments={said ?? []} />}
      {next}
    </span>
  );
}

/** The present record as a sentence. `aside` stands at the end of the row. */
export function Narrator({
  form,
  aside,
}: {
  readonly form: 'full' | 'stacked' | 'short';
  readonly aside?: ReactNode;
}) {
  const t = useText(narrationText);
  const { lang } = useUi();
  const branch = useActiveBranch();
  const picked = useSelection(({ selection }) =>
    selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined,
  );
  const told = useTold(branch);
  const seq = told?.seq;
  const timeUs = told?.timeUs;
  const announce = useAnnounce();
  const common = useText(commonText);
  const isComing = useIsComing();
  const isFirstEnd = useIsFirstEnd(branch);
  const said = useMemo((): Said | undefined => {
    if (branch === undefined || seq === undefined || timeUs === undefined) return undefined;
    if (branch.status === 'refused')
      return { sentence: t.rich('refused'), detail: [{ style: 'plain', text: branch.problems[0] ?? '' }] };
    if (isComing) return { sentence: [{ style: 'plain', text: common('opening') }] };
    // A cluster that is still coming up has nothing to wait for a manifest with.
    if (branch.status === 'simulating' && seq < 0 && branch.story.steps(3).length === 0)
      return { sentence: t.rich('simulating') };
    const subject = picked ?? storySubject(branch.trace, branch.world);
    return narrate(
      { trace: branch.trace, world: branch.world, story: branch.story, seq, timeUs, lang },
      subject,
    );
  }, [branch, seq, timeUs, lang, picked, t, common, isComing]);
  const spoken = said === undefined ? '' : words(said.sentence);
  useEffect(() => {
    if (spoken !== '') announce(spoken);
  }, [spoken, announce]);
  if (said === undefined || timeUs === undefined) return null;
  const next =
    branch !== undefined &&
    seq !== undefined &&
    said.stopped !== true &&
    form !== 'short' &&
    (isFirstEnd || isGone(branch, seq, picked)) ? (
      <Suspense>
        <NextSteps branch={branch} seq={seq} picked={picked} isEnd={isFirstEnd} />
      </Suspense>
    ) : null;
  return (
    <Narration
      clock={clock(timeUs)}
      sentence={
        form === 'stacked' ? (
          <Rich segments={said.sentence} />
        ) : (
          <span className={styles.line} data-size={sizeOf(spoken)} title={spoken}>
            <Rich segments={said.sentence} />
          </span>
        )
      }
      stacked={form === 'stacked'}
      {...(form === 'full' || next !== null
        ? { detail: <Below said={form === 'full' ? said.detail : undefined} next={next} /> }
        : {})}
      {...(said.stopped === true ? { stopped: t('stopped') } : {})}
      {...(form !== 'short' && aside !== undefined ? { aside } : {})}
    />
  );
}
