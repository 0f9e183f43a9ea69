import { type ReactNode, useEffect, useMemo } from 'react';
import { narrationText } from '../../../i18n/catalogue/narration.ts';
import { clock } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import type { Said } from '../../projections/narration/moment.ts';
import { type Playhead, playheadOf } from '../../projections/playhead.ts';
import { storySubject } from '../../projections/pipeline/subject.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor, useSelection } from '../../session/use-session.tsx';
import { Narration } from '../../widgets/data/narration.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { useAnnounce } from '../../widgets/live-region.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './narrator.module.css';

/** The line below changes ten times a second at most; nobody reads faster. */
const TICK_US = 10_000;

/** The playhead, again whenever it has moved far enough to be told. */
function useHead(branch: Branch | undefined): Playhead | undefined {
  const seq = useCursor((cursor) => cursor.seq);
  const level = useCursor((cursor) => cursor.level);
  const tick = useCursor((cursor) => (branch === undefined ? 0 : Math.floor(playheadOf(branch.trace, branch.story, cursor).timeUs / TICK_US)));
  const fraction = useCursor((cursor) => Math.round(cursor.fraction * 200) / 200);
  return useMemo(
    () => (branch === undefined ? undefined : playheadOf(branch.trace, branch.story, { seq, fraction, level })),
    // `tick` stands for the time, which `fraction` only tells by steps.
    [branch, seq, fraction, level, tick],
  );
}

/** How wide a text is about, in Latin letters: Hangul is nearly twice as wide. */
function breadth(text: string): number {
  let sum = 0;
  for (const letter of text) sum += letter >= '\u1100' ? 1.75 : 1;
  return sum;
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

/** The present record as a sentence. `aside` stands at the end of the row. */
export function Narrator({ form, aside }: { readonly form: 'full' | 'stacked' | 'short'; readonly aside?: ReactNode }) {
  const t = useText(narrationText);
  const { lang } = useUi();
  const branch = useActiveBranch();
  const picked = useSelection(({ selection }) => (selection.kind === 'object' && selection.subject.resource === 'pods' ? selection.subject : undefined));
  const head = useHead(branch);
  const announce = useAnnounce();
  const said = useMemo((): Said | undefined => {
    if (branch === undefined || head === undefined) return undefined;
    if (branch.status === 'refused') return { sentence: t.rich('refused'), detail: [{ style: 'plain', text: branch.problems[0] ?? '' }] };
    const subject = picked ?? storySubject(branch.trace, branch.world);
    return narrate({ trace: branch.trace, world: branch.world, story: branch.story, seq: head.seq, timeUs: head.timeUs, lang }, subject);
  }, [branch, head, lang, picked, t]);
  const spoken = said === undefined ? '' : words(said.sentence);
  useEffect(() => {
    if (spoken !== '') announce(spoken);
  }, [spoken, announce]);
  if (said === undefined || head === undefined) return null;
  return (
    <Narration
      clock={clock(head.timeUs)}
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
      {...(form === 'full' ? { detail: <Detail segments={said.detail ?? []} /> } : {})}
      {...(said.stopped === true ? { stopped: t('stopped') } : {})}
      {...(form === 'full' && aside !== undefined ? { aside } : {})}
    />
  );
}
