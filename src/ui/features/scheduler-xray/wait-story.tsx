import { Fragment, type ReactNode } from 'react';
import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { clock } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/text.ts';
import type { Pod } from '../../../api/generated/types.ts';
import { podAsks } from '../../projections/scheduler-xray/pod-asks.ts';
import { notSooner, type WaitStep } from '../../projections/scheduler-xray/not-sooner.ts';
import type { PodScheduling } from '../../projections/scheduler-xray/attempts.ts';
import { useSession } from '../../session/use-session.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { wakeText } from './queue-strip.tsx';
import styles from './scheduler-xray.module.css';

type T = Translate<(typeof schedulerXrayText)['en']>;

/** What the scheduler has to go by: the Pod's own wishes about its place. */
export function PodAsks({ pod }: { readonly pod: Pod }) {
  const t = useText(schedulerXrayText);
  const asks = podAsks(pod);
  return (
    <Section title={t('asks')}>
      {asks.length === 0 ? (
        <p className={styles.quiet}>{t('asks.nothing')}</p>
      ) : (
        <dl className={styles.asks}>
          {asks.map(({ kind, texts }) => (
            <div key={kind}>
              <dt>{t(`asks.${kind}`)}</dt>
              <dd>
                {kind === 'requests'
                  ? texts.join(', ')
                  : texts.map((text) => <span key={text}>{breakable(text)}</span>)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** A label's key and value, which may break behind its domain. */
const breakable = (text: string): ReactNode =>
  text.split(/(?<=\/)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** How the wait went, when there was one. */
export function NotSooner({ attempts, moves }: Pick<PodScheduling, 'attempts' | 'moves'>) {
  const t = useText(schedulerXrayText);
  const { player } = useSession();
  const steps = notSooner(attempts, moves);
  if (steps.length < 2) return null;
  return (
    <Section title={t('sooner')}>
      <ol className={styles.sooner}>
        {steps.map((step) => (
          <li key={`${step.seq}/${step.kind}`} data-kind={step.kind}>
            <button type="button" onClick={() => player.seek(step.seq)}>
              {stepText(t, step)}
            </button>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function stepText(t: T, step: WaitStep): string {
  switch (step.kind) {
    case 'fell':
      return t('sooner.fell', {
        at: clock(step.at),
        n: step.nodes,
        most: step.most?.nodes ?? 0,
        reason: step.most?.text ?? '',
      });
    case 'refused':
      return t('sooner.refused', { at: clock(step.at), plugin: step.plugin });
    case 'preempts':
      return t('sooner.preempts', { node: step.node });
    case 'woken':
      return t('sooner.woken', { at: clock(step.at), event: wakeText(t, step.event) });
    case 'placed':
      return t('sooner.placed', { at: clock(step.at), node: step.node });
    default:
      return t(`sooner.${step.kind}`);
  }
}
