import { faultsText } from '../../../i18n/catalogue/faults.ts';
import { useSelection } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { ComponentRows } from './fault-rows.tsx';
import styles from './faults.module.css';
import { componentOf } from './offers.ts';

/** The faults of the component that is picked in the drawing. */
export function ComponentFaults() {
  const t = useText(faultsText);
  const actor = useSelection(({ selection }) => (selection.kind === 'component' ? selection.actor : ''));
  const target = componentOf(actor);
  return target === undefined ? (
    <p className={styles.none}>{t('of-none')}</p>
  ) : (
    <ComponentRows key={actor} {...target} />
  );
}
