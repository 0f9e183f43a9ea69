import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { useSession } from '../../session/use-session.tsx';
import { MilestoneRail } from '../../widgets/data/milestone-rail.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { ConditionsSection } from './conditions-section.tsx';
import { ContainersSection } from './containers-section.tsx';
import { pointsOf, useMilestones } from './milestones.tsx';
import { NotSimulated } from './not-simulated.tsx';
import { RelatedSection } from './related-section.tsx';
import type { SubjectPod } from './use-subject.ts';
import { WhySection } from './why-section.tsx';

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
      <WhySection subject={subject} />
      <ConditionsSection subject={subject} />
      <ContainersSection subject={subject} />
      <RelatedSection subject={subject} />
      {subject.lastPod !== undefined && <NotSimulated pod={subject.lastPod} />}
    </>
  );
}
