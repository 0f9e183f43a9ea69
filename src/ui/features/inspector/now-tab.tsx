import { lazy, Suspense } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { duration } from '../../../i18n/format.ts';
import type { Milestone as Point, MilestoneId } from '../../projections/pod-story/milestones.ts';
import { podLanes } from '../../projections/timeline/pod-lanes.ts';
import { useSession } from '../../session/use-session.tsx';
import { ConditionList, ConditionRow } from '../../widgets/data/condition-row.tsx';
import { type Milestone, MilestoneRail, MilestoneStrip } from '../../widgets/data/milestone-rail.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import type { SubjectPod } from './use-subject.ts';

const NotSimulated = lazy(() =>
  import('./not-simulated.tsx').then((module) => ({ default: module.NotSimulated })),
);

const WITH_FACT = ['stored', 'scheduled', 'sandbox', 'created', 'marked', 'exited'] as const;

function hasFact(id: MilestoneId): id is (typeof WITH_FACT)[number] {
  return (WITH_FACT as readonly string[]).includes(id);
}

/** The points that matter now: of the deletion once somebody has asked for it. */
function pointsOf({ story, seq }: SubjectPod): {
  readonly kind: 'created' | 'deleted';
  readonly points: readonly Point[];
} {
  const asked = story.termination[0]?.seq;
  return asked !== undefined && asked <= seq
    ? { kind: 'deleted', points: story.termination }
    : { kind: 'created', points: story.creation };
}

function useMilestones(subject: SubjectPod): readonly Milestone[] {
  const t = useText(inspectorText);
  const { lang } = useUi();
  const { points } = pointsOf(subject);
  const start = subject.story.creation[0]?.at ?? 0;
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
      at:
        passed && at !== undefined
          ? duration(Math.max(0, at - (id === 'stored' ? 0 : start)), lang)
          : undefined,
    };
  });
}

/** The seven points alone, for phones. */
export function Milestones({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  return <MilestoneStrip milestones={useMilestones(subject)} label={t(`${pointsOf(subject).kind}.title`)} />;
}

/** What is true of the Pod at the cursor. */
export function NowTab({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  const { player } = useSession();
  const milestones = useMilestones(subject);
  const { kind, points } = pointsOf(subject);
  const passed = milestones.filter(({ state }) => state === 'passed').length;
  return (
    <>
      <Section title={t(`${kind}.title`)} note={t(`${kind}.count`, { at: passed })}>
        <MilestoneRail
          milestones={milestones}
          label={t(`${kind}.title`)}
          onOpen={(id) => {
            const seq = points.find((point) => point.id === id)?.seq;
            if (seq !== undefined) player.seek(seq);
          }}
        />
      </Section>
      <Conditions subject={subject} />
      <Containers subject={subject} />
      {subject.last !== undefined && (
        <Suspense>
          <NotSimulated pod={subject.last} />
        </Suspense>
      )}
    </>
  );
}

const ORDER = ['PodScheduled', 'PodReadyToStartContainers', 'Initialized', 'ContainersReady', 'Ready'];

function Conditions({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  const present = subject.last?.status?.conditions ?? [];
  const others = present.filter(({ type }) => !ORDER.includes(type)).map(({ type }) => type);
  return (
    <Section title={t('conditions')}>
      <ConditionList label={t('conditions')}>
        {[...ORDER, ...others].map((type) => {
          const condition = present.find((each) => each.type === type);
          return (
            <ConditionRow
              key={type}
              type={type}
              status={condition?.status as 'True' | 'False' | 'Unknown' | undefined}
              reason={condition?.reason}
            />
          );
        })}
      </ConditionList>
    </Section>
  );
}

function Containers({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  if (subject.last === undefined) return null;
  const { containers } = podLanes([{ seq: subject.seq, pod: subject.last }], () => 0);
  if (containers.length === 0) return null;
  return (
    <Section title={t('containers')}>
      <ul className={styles.containers}>
        {containers.map(({ name, bars }) => (
          <li key={name}>
            <StateGlyph kind={bars[0]?.state ?? 'waiting'} />
            <span>{name}</span>
            <span className={styles.state}>{bars[0]?.label ?? ''}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
