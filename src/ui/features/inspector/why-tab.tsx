import { useMemo } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { clock } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { useSession } from '../../session/use-session.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { WhyChain } from '../../widgets/data/why-chain.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import type { SubjectPod } from './use-subject.ts';

const MOST_LINKS = 7;

/** From the present record up its causes to the command that began it, a sentence each. */
export function WhyTab({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  const { lang } = useUi();
  const { player } = useSession();
  const { branch, seq } = subject;
  const links = useMemo(() => chainOf(branch, seq), [branch, seq]);
  if (links.length === 0) return <p className={styles.empty}>{t('why.none')}</p>;
  return (
    <div className={styles.why}>
      <h3>{t('why.cause')}</h3>
      <WhyChain
        bad={false}
        onOpen={(id) => player.seek(Number(id))}
        links={links.map((record) => ({
          id: String(record.seq),
          what: <Rich segments={narrate({ ...branch, seq: record.seq, timeUs: record.at, lang }, undefined).sentence} />,
          source: record.actor,
          detail: clock(record.at),
        }))}
      />
    </div>
  );
}

/** The steps among a record's causes, the record first, at most a handful: those between are left out evenly. */
function chainOf(branch: SubjectPod['branch'], seq: number) {
  if (seq < 0) return [];
  const isStep = new Set(branch.story.steps(2));
  const steps = [...branch.trace.causes(branch.trace.at(seq).seq)].filter((record) => isStep.has(record.seq));
  if (steps.length <= MOST_LINKS) return steps;
  const root = steps[steps.length - 1];
  return root === undefined ? steps : [...steps.slice(0, MOST_LINKS - 1), root];
}
