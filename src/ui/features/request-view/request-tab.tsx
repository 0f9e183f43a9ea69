import { useMemo } from 'react';
import { requestViewText } from '../../../i18n/catalogue/request-view.ts';
import { duration } from '../../../i18n/format.ts';
import { type RequestView, requestView, type Stage } from '../../projections/request-view/request-view.ts';
import { useActiveBranch, useCalmSeq, useSession } from '../../session/use-session.tsx';
import { Pill } from '../../widgets/data/pill.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { GATE_ICONS, Refused, Step } from './gate-parts.tsx';
import styles from './request-view.module.css';

/** The request under the cursor on its way through the API server. */
export function RequestTab() {
  const t = useText(requestViewText);
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  const view = useMemo(
    () => (branch === undefined ? undefined : requestView(branch.trace, seq)),
    [branch, seq],
  );
  if (view === undefined) return <p className={styles.none}>{t('none')}</p>;
  return (
    <>
      <Head view={view} />
      {view.refusal !== undefined && <Refused refusal={view.refusal} />}
      <Section title={t('stages')}>
        <ol className={styles.stages}>
          {view.stages.map((stage) => (
            <StageItem key={stage.stage} stage={stage} />
          ))}
        </ol>
      </Section>
    </>
  );
}

function Head({ view }: { readonly view: RequestView }) {
  const t = useText(requestViewText);
  const { lang } = useUi();
  const { line, client, user, namespace, code, dryRun, sentAt, doneAt } = view;
  const tone = code === undefined ? 'plain' : code >= 400 ? 'failed' : 'ok';
  return (
    <Section>
      <div className={styles.line}>
        <code>{line}</code>
        {code !== undefined && <Pill tone={tone}>{code === 0 ? '–' : code}</Pill>}
      </div>
      <p className={styles.from}>
        {namespace === '' ? t('from', { client, user }) : t('from.namespace', { client, user, namespace })}
      </p>
      <p className={styles.from}>
        {doneAt === undefined ? t('waiting') : t('answered', { time: duration(doneAt - sentAt, lang) })}
        {dryRun && <> · {t('dryRun')}</>}
      </p>
    </Section>
  );
}

function StageItem({ stage: { stage, verdict, steps } }: { readonly stage: Stage }) {
  const t = useText(requestViewText);
  const { player } = useSession();
  const changed = steps.reduce((sum, { changes }) => sum + changes.length, 0);
  const first = steps[0];
  const telling = steps.filter(
    (step) =>
      step.verdict === 'mutated' ||
      step.verdict === 'refused' ||
      (step.note !== '' && step.verdict !== 'passed'),
  );
  const silent = steps.flatMap(({ plugin, verdict: said }) =>
    said === 'passed' && plugin !== undefined ? [plugin] : [],
  );
  const note = verdict === 'passed' ? steps.find((step) => step.note !== '')?.note : undefined;
  const said = verdict === 'mutated' ? t('verdict.mutated', { n: changed }) : t(`verdict.${verdict}`);
  return (
    <li className={styles.stage} data-verdict={verdict}>
      <span className={styles.gate}>
        <Icon name={GATE_ICONS[verdict]} size={11} strong />
      </span>
      <div className={styles.head}>
        {first === undefined ? (
          <span className={styles.name}>{t(`stage.${stage}`)}</span>
        ) : (
          <button
            type="button"
            className={styles.name}
            title={t('open')}
            onClick={() => player.seek(first.seq)}
          >
            {t(`stage.${stage}`)}
          </button>
        )}
        <span className={styles.verdict}>{said}</span>
      </div>
      <p className={styles.asks}>
        {t(`asks.${stage}`)} {note !== undefined && <code>{note}</code>}
      </p>
      {silent.length > 0 && (
        <p className={styles.silent}>{t('plugins.passed', { n: silent.length, names: silent.join(', ') })}</p>
      )}
      {telling.map((step) => (
        <Step key={step.seq} step={step} who={step.plugin ?? t(`stage.${stage}`)} />
      ))}
    </li>
  );
}
