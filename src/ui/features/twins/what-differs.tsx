import { useMemo } from 'react';
import { twinsText } from '../../../i18n/catalogue/twins.ts';
import { clock } from '../../../i18n/format.ts';
import {
  compareRuns,
  type Compared,
  type ComparedPod,
  type Pair,
} from '../../projections/twins/comparison.ts';
import type { PodLook } from '../../projections/twins/pod-lives.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './twins.module.css';
import type { Twins } from './use-twins.ts';

/** More Pods than this are counted, not listed. */
const MOST_PODS = 12;
/** More STATUSes in a row than this are cut off at the front. */
const MOST_STATUSES = 7;

/** What the two branches differ in at the present moment, and by their ends: Pods, objects, Events. */
export function WhatDiffers({ twins, us }: { readonly twins: Twins; readonly us: number }) {
  const t = useText(twinsText);
  const { pods, objects, events } = useMemo(() => {
    // What is at rest stays as it is; beyond the end of the other nothing can be told.
    const ends = [twins.a, twins.b].map(({ status, now }) =>
      status === 'quiet' ? Number.POSITIVE_INFINITY : now,
    );
    return compareRuns(twins.a, twins.b, { us, endUs: Math.min(...ends) });
  }, [twins, us]);
  const differing = {
    pods: pods.filter(isOther),
    objects: objects.filter(isOther),
    events: events.filter(isOther),
  };
  const rows = differing.pods.length + differing.objects.length + differing.events.length;
  const same = pods.length + objects.length + events.length - rows;
  return (
    <section className={styles.differs} aria-label={t('differs')}>
      <h2>
        {t('differs')} <span className={styles.faint}>{t('differs.at', { at: clock(us) })}</span>
      </h2>
      {rows === 0 ? (
        <p className={styles.faint}>{t('differs.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('differs')}</span>
              </th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            {differing.pods.slice(0, MOST_PODS).map((pod) => (
              <PodRows key={`${pod.names[0]} ${pod.names[1]}`} pod={pod} />
            ))}
            {differing.pods.length > MOST_PODS && (
              <tr>
                <td colSpan={3} className={styles.faint}>
                  {t('differs.more', { n: differing.pods.length - MOST_PODS })}
                </td>
              </tr>
            )}
            {differing.objects.map((row) => (
              <Row key={row.key} row={row} none={t('differs.absent')} />
            ))}
            {differing.events.map((row) => (
              <Row key={row.key} row={row} none="×0" />
            ))}
          </tbody>
        </table>
      )}
      {rows > 0 && same > 0 && <p className={styles.faint}>{t('differs.same', { n: same })}</p>}
    </section>
  );
}

const isOther = ({ differs }: { readonly differs: boolean }): boolean => differs;

/** A Pod: how it stands, how it came there, and how it ends. */
function PodRows({ pod: { names, now, statuses, end } }: { readonly pod: ComparedPod }) {
  const t = useText(twinsText);
  const name = names[0] === names[1] ? names[0] : names.map((each) => each ?? '–').join(' / ');
  const look = (of: PodLook | undefined): string =>
    of === undefined
      ? t('differs.absent')
      : [of.status, of.restarts === 0 ? '' : t('differs.restarts', { n: of.restarts }), of.node]
          .filter((part) => part !== '')
          .join(' · ');
  return (
    <>
      <Cells label={name ?? ''} pair={[look(now[0]), look(now[1])]} head />
      <Cells label={t('differs.way')} pair={[way(statuses[0]), way(statuses[1])]} />
      <Cells label={t('differs.end')} pair={[look(end[0]), look(end[1])]} />
    </>
  );
}

function way(statuses: readonly string[]): string {
  const shown = statuses.slice(-MOST_STATUSES).map((status) => (status === '' ? '∅' : status));
  return [...(shown.length < statuses.length ? ['…'] : []), ...shown].join(' → ');
}

/** Something in a word, now, and by the end where that is another. */
function Row({ row: { label, now, end }, none }: { readonly row: Compared; readonly none: string }) {
  const t = useText(twinsText);
  const told = (place: 0 | 1): string => {
    const [here, there] = [now[place] || none, end[place] || none];
    return here === there ? here : t('differs.until', { now: here, end: there });
  };
  return <Cells label={label} pair={[told(0), told(1)]} head />;
}

function Cells({
  label,
  pair,
  head = false,
}: {
  readonly label: string;
  readonly pair: Pair<string>;
  readonly head?: boolean;
}) {
  return (
    <tr data-head={head} data-other={pair[0] !== pair[1]}>
      <th scope="row">{label}</th>
      <td>{pair[0]}</td>
      <td>{pair[1]}</td>
    </tr>
  );
}
