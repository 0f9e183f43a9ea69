import { useMemo } from 'react';
import type { Event, Node } from '../../../api/generated/types.ts';
import { diagnose } from '../../../diagnosis/diagnose.ts';
import { diagnosisText } from '../../../i18n/catalogue/diagnosis.ts';
import { clock } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { act, stepOfLine } from '../../session/actions.ts';
import { reveal } from '../../session/shell.ts';
import { useSession } from '../../session/use-session.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { WhyChain } from '../../widgets/data/why-chain.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import type { SubjectPod } from './use-subject.ts';

const MOST_LINKS = 7;

/** What holds the Pod up, by the API alone; then, from the trace, what led to the present record. */
export function WhyTab({ subject }: { readonly subject: SubjectPod }) {
  return (
    <div className={styles.why}>
      <Diagnosis subject={subject} />
      <Causes subject={subject} />
    </div>
  );
}

function useVerdict({ branch, pod, seq }: SubjectPod) {
  return useMemo(() => {
    if (pod === undefined) return undefined;
    const events = (branch.world.list('events', seq) as unknown as Event[]).filter(
      ({ involvedObject }) =>
        involvedObject.kind === 'Pod' &&
        involvedObject.name === pod.metadata.name &&
        involvedObject.namespace === pod.metadata.namespace,
    );
    const node = branch.world.get('nodes', '', pod.spec.nodeName ?? '', seq) as Node | undefined;
    return diagnose({ pod, events, ...(node === undefined ? {} : { node }) });
  }, [branch, pod, seq]);
}

function Diagnosis({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(diagnosisText);
  const session = useSession();
  const verdict = useVerdict(subject);
  if (verdict === undefined) return <p>{t('well')}</p>;
  return (
    <>
      <p className={styles.verdict}>{t(`cause.${verdict.cause}`, { about: verdict.about })}</p>
      <h3>{t('evidence')}</h3>
      <ul className={styles.evidence}>
        {verdict.evidence.map(({ where, says }) => (
          <li key={where}>
            <code>{where}</code>
            <span>{says}</span>
          </li>
        ))}
      </ul>
      {verdict.unknown !== undefined && <p>{t(`unknown.${verdict.unknown}`)}</p>}
      <h3>{t('next')}</h3>
      <ul className={styles.commands}>
        {verdict.next.map((line) => (
          <li key={line}>
            <button
              type="button"
              onClick={() => {
                act(session, stepOfLine(line));
                reveal('terminal');
              }}
            >
              {line}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Causes({ subject: { branch, seq } }: { readonly subject: SubjectPod }) {
  const t = useText(diagnosisText);
  const { lang } = useUi();
  const { player } = useSession();
  const links = useMemo(() => chainOf(branch, seq), [branch, seq]);
  if (links.length === 0) return null;
  return (
    <>
      <h3>{t('led')}</h3>
      <WhyChain
        bad={false}
        onOpen={(id) => player.seek(Number(id))}
        links={links.map((record) => ({
          id: String(record.seq),
          what: (
            <Rich
              segments={narrate({ ...branch, seq: record.seq, timeUs: record.at, lang }, undefined).sentence}
            />
          ),
          source: record.actor,
          detail: clock(record.at),
        }))}
      />
    </>
  );
}

/** The steps among a record's causes, the record first, at most a handful and always the root. */
function chainOf(branch: SubjectPod['branch'], seq: number) {
  if (seq < 0) return [];
  const steps = [...branch.trace.causes(branch.trace.at(seq).seq)].filter((record) =>
    branch.story.isStep(record.seq, 2),
  );
  const root = steps.at(-1);
  return steps.length <= MOST_LINKS || root === undefined ? steps : [...steps.slice(0, MOST_LINKS - 1), root];
}
