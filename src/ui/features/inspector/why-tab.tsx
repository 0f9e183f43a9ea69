import type { Link } from '../../../diagnosis/link.ts';
import { isTrouble } from '../../../diagnosis/why.ts';
import { useMemo } from 'react';
import { diagnosisText } from '../../../i18n/catalogue/diagnosis.ts';
import { clock } from '../../../i18n/format.ts';
import { kindOf } from '../../projections/names.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { act, stepOfLine } from '../../session/actions.ts';
import { reveal } from '../../session/shell.ts';
import { useSession } from '../../session/use-session.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { WhyChain } from '../../widgets/data/why-chain.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';
import { useLinks } from './use-links.ts';
import type { Subject } from './use-subject.ts';

const MOST_LINKS = 7;

/** What holds the Pod up, by the API alone; then, from the trace, what led to the present record. */
export function WhyTab({ subject }: { readonly subject: Subject }) {
  return (
    <div className={styles.why}>
      <Diagnosis subject={subject} />
      <Causes subject={subject} />
    </div>
  );
}

function Diagnosis({ subject }: { readonly subject: Subject }) {
  const t = useText(diagnosisText);
  const session = useSession();
  const { links, about } = useLinks(subject);
  const root = links.at(-1);
  if (root === undefined) return <p>{t('well')}</p>;
  const { branch, seq } = subject;
  const advice = `advice.${root.cause}`;
  // A link opens the record that its object is as it is since.
  const open = (id: string): void => {
    const { resource, namespace, name } = links[Number(id)]?.subject ?? root.subject;
    const versions = branch.world.history(resource, namespace, name)?.versions ?? [];
    const last = versions.findLast((version) => version.seq <= seq);
    if (last !== undefined) session.player.seek(last.seq);
  };
  return (
    <>
      {about !== 'own' && <p>{t(`about.${about}`)}</p>}
      <p className={styles.knows}>{t('knows.api')}</p>
      <WhyChain
        bad={isTrouble(links)}
        onOpen={open}
        links={links.map((link, place) => {
          const what = t(`cause.${link.cause}`, { about: link.about });
          const says = place === links.length - 1 ? undefined : link.evidence[0]?.says;
          return {
            id: String(place),
            what,
            ...sourceOf(link),
            detail: says === undefined || what.includes(says) ? undefined : says,
          };
        })}
      />
      <h3>{t('evidence')}</h3>
      <ul className={styles.evidence}>
        {root.evidence.map(({ where, says }) => (
          <li key={where}>
            <code>{where}</code>
            <span>{says}</span>
          </li>
        ))}
      </ul>
      {t.has(advice) && (
        <>
          <h3>{t('advice')}</h3>
          <p className={styles.advice}>{t(advice as 'advice.taint')}</p>
        </>
      )}
      {root.unknown !== undefined && <p>{t(`unknown.${root.unknown}`)}</p>}
      {root.next.length > 0 && <NextCommands lines={root.next} />}
    </>
  );
}

/** What one would type next; a click types it. */
function NextCommands({ lines }: { readonly lines: readonly string[] }) {
  const t = useText(diagnosisText);
  const session = useSession();
  return (
    <>
      <h3>{t('next')}</h3>
      <ul className={styles.commands}>
        {lines.map((line) => (
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

/** Whose trouble it is. A refused request has no object. */
function sourceOf({ subject: { resource, name } }: Link): { readonly source?: string } {
  return resource === '' ? { source: 'kubectl' } : { source: `${kindOf(resource)} ${name}` };
}

function Causes({ subject: { branch, seq } }: { readonly subject: Subject }) {
  const t = useText(diagnosisText);
  const { lang } = useUi();
  const { player } = useSession();
  const links = useMemo(() => chainOf(branch, seq), [branch, seq]);
  if (links.length === 0) return null;
  return (
    <>
      <h3>{t('led')}</h3>
      <p className={styles.knows}>{t('knows.simulator')}</p>
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
function chainOf(branch: Subject['branch'], seq: number) {
  if (seq < 0) return [];
  const steps = [...branch.trace.causes(branch.trace.at(seq).seq)].filter((record) =>
    branch.story.isStep(record.seq, 2),
  );
  const root = steps.at(-1);
  return steps.length <= MOST_LINKS || root === undefined ? steps : [...steps.slice(0, MOST_LINKS - 1), root];
}
