import { requestViewText } from '../../../i18n/catalogue/request-view.ts';
import type { FieldChange } from '../../../trace/kinds/request.ts';
import {
  explanationOf,
  type Refusal,
  type Stage,
  type StageStep,
  valueText,
} from '../../projections/request-view/request-view.ts';
import { Rich } from '../../widgets/data/rich.tsx';
import { Section } from '../../widgets/data/section.tsx';
import type { IconName } from '../../widgets/glyphs/icons.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './request-view.module.css';

/** A gate's sign by how the request fared at it. */
export const GATE_ICONS: Readonly<Record<Stage['verdict'], IconName>> = {
  passed: 'check',
  mutated: 'add',
  refused: 'cross',
  skipped: 'minus',
  toCome: 'minus',
  unreached: 'minus',
};

/** The refusal in its exact words, then what refused, why, and what to change. */
export function Refused({ refusal }: { readonly refusal: Refusal }) {
  const t = useText(requestViewText);
  const id = explanationOf(refusal);
  const { printed, message, stage, plugin } = refusal;
  const who = plugin ?? (stage === undefined ? undefined : t(`stage.${stage}`));
  return (
    <Section title={printed === '' ? t('refused.server') : t('refused')}>
      <pre className={styles.message}>{printed === '' ? message : printed}</pre>
      <dl className={styles.why}>
        <dt>{t('what')}</dt>
        <dd>
          {who !== undefined && <strong>{who}. </strong>}
          <Rich segments={t.rich(`what.${id}`)} /> {id !== 'notFound' && t('refused.nothing')}
        </dd>
        <dt>{t('fix')}</dt>
        <dd>
          <Rich segments={t.rich(`fix.${id}`)} />
        </dd>
      </dl>
    </Section>
  );
}

/** What one plugin, or the gate itself, said and changed: field by field. */
export function Step({ step, who }: { readonly step: StageStep; readonly who: string }) {
  const t = useText(requestViewText);
  return (
    <div className={styles.step}>
      {step.plugin !== undefined && <h3>{step.plugin}</h3>}
      {step.note !== '' && <p className={styles.note}>{step.note}</p>}
      {step.changes.length > 0 && (
        <ul className={styles.changes} aria-label={t('changes', { who })}>
          {step.changes.map((change) => (
            <Change key={change.path} change={change} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Change({ change: { path, before, after } }: { readonly change: FieldChange }) {
  return (
    <li>
      <code className={styles.path}>{path}</code>
      {before !== undefined && <del>{valueText(before)}</del>}
      {after !== undefined && <ins>{valueText(after)}</ins>}
    </li>
  );
}
