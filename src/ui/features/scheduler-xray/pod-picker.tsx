import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import { type ObjectRef, refKey } from '../../../api/object.ts';
import { schedulingRecords } from '../../projections/scheduler-xray/attempts.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Menu, MenuLabel, MenuRadio } from '../../widgets/overlay/menu.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './scheduler-xray.module.css';
import type { XraySubject } from './use-xray.ts';

/** Of very many Pods the last ones that were tried. */
const MOST = 24;

/** The Pod the X-ray is about, and the others the scheduler has tried. */
export function PodPicker({ subject }: { readonly subject: XraySubject }) {
  const t = useText(schedulerXrayText);
  const { selection } = useSession();
  const { branch, ref, seq } = subject;
  const tried = schedulingRecords(branch.trace).tried(seq).slice(0, MOST);
  const name = t('of', { pod: ref.name });
  const pick = ({ namespace, name: pod }: ObjectRef): void =>
    selection.setState({
      selection: { kind: 'object', subject: { resource: 'pods', namespace, name: pod } },
    });
  if (tried.length < 2) return <span className={styles.pod}>{name}</span>;
  return (
    <Menu label={t('pods')} trigger={<Button look="quiet">{name}</Button>}>
      <MenuLabel>{t('pods')}</MenuLabel>
      <MenuRadio
        value={refKey(ref)}
        onChange={(key) => {
          const chosen = tried.find((each) => refKey(each) === key);
          if (chosen !== undefined) pick(chosen);
        }}
        options={tried.map((each) => ({ value: refKey(each), label: each.name, note: each.namespace }))}
      />
    </Menu>
  );
}
