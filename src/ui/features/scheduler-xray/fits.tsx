import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import type { Translate } from '../../../i18n/text.ts';
import type { FittingEdit, SchedulingAnswer } from '../../../trace/scheduling-question.ts';
import { objectText } from '../../projections/inspector/revisions.ts';
import { type EditCommand, editCommand } from '../../projections/scheduler-xray/apply-edit.ts';
import { act } from '../../session/actions.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './scheduler-xray.module.css';
import type { XraySubject } from './use-xray.ts';

type T = Translate<(typeof schedulerXrayText)['en']>;

/** The smallest single edits under which the Pod would fit; each can be done at the cursor, as a fork. */
export function Fits({
  subject,
  answer,
  waiting,
}: {
  readonly subject: XraySubject;
  readonly answer: SchedulingAnswer | undefined;
  readonly waiting: boolean;
}) {
  const t = useText(schedulerXrayText);
  const { branch, pod, seq } = subject;
  const placed = (pod?.spec.nodeName ?? '') !== '';
  const edits = answer?.edits ?? [];
  if (placed || waiting || edits.length === 0) {
    const why = placed ? t('fits.placed') : waiting ? t('fits.waiting') : t('fits.none');
    return (
      <Section title={t('fits')}>
        <p className={styles.quiet}>{why}</p>
      </Section>
    );
  }
  return (
    <Section title={t('fits')} note={t('fits.note')}>
      <ul className={styles.fits}>
        {edits.map((edit) => (
          <Edit
            key={`${edit.kind}/${edit.target.name}/${JSON.stringify(edit.values)}`}
            edit={edit}
            command={editCommand(branch.world, edit, seq)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Edit({ edit, command }: { readonly edit: FittingEdit; readonly command: EditCommand | undefined }) {
  const t = useText(schedulerXrayText);
  const session = useSession();
  const what = sentenceOf(t, edit);
  const apply = ({ line, file }: EditCommand): void => {
    if (file !== undefined) session.files.write(file.name, objectText(file.object));
    act(session, { kubectl: line });
  };
  return (
    <li>
      <div>
        <span>{what}</span>
        <span className={styles.command}>
          {command === undefined ? t('fits.fixed') : <code>kubectl {command.line}</code>}
        </span>
        {edit.kind === 'raise-allocatable' && <span className={styles.command}>{t('fits.kubelet')}</span>}
      </div>
      {command !== undefined && (
        <Button aria-label={t('fits.apply.label', { what })} onClick={() => apply(command)}>
          {t('fits.apply')}
        </Button>
      )}
    </li>
  );
}

function sentenceOf(t: T, { kind, target, values }: FittingEdit): string {
  const of = (key: string): string => values[key] ?? '';
  switch (kind) {
    case 'lower-request':
      return t('edit.lower-request', {
        resource: of('resource'),
        container: of('container'),
        from: of('from'),
        to: of('to'),
      });
    case 'raise-allocatable':
      return t('edit.raise-allocatable', {
        resource: of('resource'),
        node: target.name,
        from: of('from'),
        to: of('to'),
      });
    case 'add-toleration':
      return t('edit.add-toleration', { taint: of('taint') });
    case 'remove-taint':
      return t('edit.remove-taint', { taint: of('taint'), node: target.name });
    case 'drop-node-selector':
      return t('edit.drop-node-selector', { label: of('label') });
    case 'add-label':
      return t('edit.add-label', { label: of('label'), node: target.name });
    case 'drop-host-port':
      return t('edit.drop-host-port', { container: of('container'), port: of('port') });
    case 'drop-spread-constraint':
      return t('edit.drop-spread-constraint', { key: of('topologyKey') });
    case 'uncordon':
      return t('edit.uncordon', { node: target.name });
    case 'delete-pod':
      return t('edit.delete-pod', { pod: of('pod'), node: of('node') });
    case 'create-claim':
      return t('edit.create-claim', { claim: of('claim'), size: of('size') });
    case 'create-volume':
      return t('edit.create-volume', { claim: of('claim'), size: of('size') });
    case 'drop-node-affinity':
    case 'drop-pod-affinity':
    case 'drop-pod-anti-affinity':
      return t(`edit.${kind}`);
  }
}
