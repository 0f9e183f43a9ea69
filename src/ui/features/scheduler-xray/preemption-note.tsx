import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import type { Preemption, PreemptionCandidate } from '../../projections/scheduler-xray/preemption.ts';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './scheduler-xray.module.css';

/** Who has to make room, why these, and who would have had to go elsewhere. */
export function PreemptionNote({ preemption }: { readonly preemption: Preemption }) {
  const t = useText(schedulerXrayText);
  const { picked, others, because, priority } = preemption;
  return (
    <Section title={t('preemption')}>
      <p>
        {t('preemption.picked', {
          node: picked.node,
          names: picked.victims.map(({ name }) => name).join(', '),
          priority,
        })}
      </p>
      <p className={styles.quiet}>{t(`preemption.${because}`)}</p>
      <ul className={styles.candidates}>
        {[picked, ...others].map((candidate) => (
          <Candidate key={candidate.node} candidate={candidate} picked={candidate === picked} />
        ))}
      </ul>
    </Section>
  );
}

function Candidate({
  candidate: { node, victims, pdbViolations },
  picked,
}: {
  readonly candidate: PreemptionCandidate;
  readonly picked: boolean;
}) {
  const t = useText(schedulerXrayText);
  return (
    <li data-picked={picked ? true : undefined}>
      <strong>{t('preemption.on', { node })}</strong>
      <span>
        {victims.map(({ name, priority }) => t('preemption.victim', { name, priority })).join(' · ')}
      </span>
      {pdbViolations > 0 && <span>{t('preemption.broken', { n: pdbViolations })}</span>}
    </li>
  );
}
