import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { duration } from '../../../i18n/format.ts';
import type { Milestone as Point, MilestoneId } from '../../projections/pod-story/milestones.ts';
import { type Milestone, MilestoneStrip } from '../../widgets/data/milestone-rail.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { type SubjectPod, useSubjectPod } from './use-subject.ts';

const WITH_FACT = ['stored', 'scheduled', 'sandbox', 'created', 'marked', 'exited'] as const;

function hasFact(id: MilestoneId): id is (typeof WITH_FACT)[number] {
  return (WITH_FACT as readonly string[]).includes(id);
}

/** The points that matter now: of the deletion once somebody has asked for it. */
export function pointsOf({ story, seq }: SubjectPod): {
  readonly kind: 'created' | 'deleted';
  readonly points: readonly Point[];
} {
  const asked = story.termination[0]?.seq;
  return asked !== undefined && asked <= seq
    ? { kind: 'deleted', points: story.termination }
    : { kind: 'created', points: story.creation };
}

export function useMilestones(subject: SubjectPod): readonly Milestone[] {
  const t = useText(inspectorText);
  const { lang } = useUi();
  const { kind, points } = pointsOf(subject);
  // One clock for all of them: from the command on, or from when deletion was asked for.
  const start = (kind === 'created' ? subject.story.askedAt : points[0]?.at) ?? 0;
  const firstOpen = points.findIndex(({ seq }) => seq === undefined || seq > subject.seq);
  return points.map(({ id, seq, at, fact }, place): Milestone => {
    const passed = seq !== undefined && seq <= subject.seq;
    const state = passed
      ? 'passed'
      : place === firstOpen
        ? 'now'
        : seq === undefined && subject.branch.status !== 'simulating'
          ? 'never'
          : 'toCome';
    return {
      id,
      name: t(`milestone.${id}`),
      short: t(`short.${id}`),
      state,
      detail: passed && fact !== '' && hasFact(id) ? t(`fact.${id}`, { fact }) : undefined,
      // The point that the others count from has no time of its own.
      at: passed && at !== undefined && at > start ? duration(at - start, lang) : undefined,
    };
  });
}

/** The seven points alone, for phones; nothing before there is a Pod. */
export function Milestones() {
  const subject = useSubjectPod();
  return subject?.lastPod === undefined ? null : <Strip subject={subject} />;
}

function Strip({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  return <MilestoneStrip milestones={useMilestones(subject)} label={t(`${pointsOf(subject).kind}.title`)} />;
}
