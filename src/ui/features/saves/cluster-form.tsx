import { savesText } from '../../../i18n/catalogue/saves.ts';
import { list } from '../../../i18n/format.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { type PresetName, PRESETS } from '../../../scenario/presets.ts';
import { Button, IconButton } from '../../widgets/controls/button.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { fixedMachines, machineRows, type MachineRow, moreRows, presetName } from './machines.ts';
import styles from './saves.module.css';

interface ClusterFormProps {
  readonly document: ScenarioDocument;
  readonly onDocument: (document: ScenarioDocument) => void;
  readonly rows: readonly MachineRow[];
  readonly onRows: (rows: readonly MachineRow[]) => void;
}

/** A ready-made cluster, and its workers: each as one wants it. */
export function ClusterForm({ document, onDocument, rows, onRows }: ClusterFormProps) {
  const t = useText(savesText);
  const { lang } = useUi();
  const preset = presetName(document);
  const choose = (name: string): void => {
    const { nodes: _own, machines: _mine, ...cluster } = document.cluster ?? {};
    const chosen = { ...document, cluster: { ...cluster, preset: name } };
    onDocument(chosen);
    onRows(machineRows(chosen));
  };
  const own = Array.isArray(document.cluster?.nodes) ? document.cluster.nodes.length : 0;
  return (
    <>
      <label className={styles.field}>
        {t('cluster.preset')}
        <select value={preset ?? ''} onChange={(event) => choose(event.target.value)}>
          {preset === undefined && <option value="">{t('cluster.own')}</option>}
          {(Object.keys(PRESETS) as PresetName[]).map((name) => (
            <option key={name} value={name}>
              {t(`cluster.${name}`)}
            </option>
          ))}
        </select>
      </label>
      {preset === undefined ? (
        <p className={styles.note}>{t('cluster.ownNote', { n: own })}</p>
      ) : (
        <>
          <p className={styles.note}>{t('cluster.fixed', { names: list(fixedMachines(preset), lang) })}</p>
          <Machines rows={rows} onRows={onRows} />
          <p className={styles.note}>{t('cluster.note')}</p>
        </>
      )}
    </>
  );
}

function Machines({ rows, onRows }: Pick<ClusterFormProps, 'rows' | 'onRows'>) {
  const t = useText(savesText);
  const set = (place: number, change: Partial<MachineRow>): void =>
    onRows(rows.map((row, at) => (at === place ? { ...row, ...change } : row)));
  return (
    <>
      <ul className={styles.machines} aria-label={t('cluster.nodes')}>
        {rows.map((row, place) => (
          // A row is its place: its name is being typed.
          <li key={place}>
            <details>
              <summary>
                <b>{row.name}</b>
                <span>{summaryOf(row)}</span>
                {row.cordon && <span className={styles.cordoned}>{t('cluster.cordon')}</span>}
              </summary>
              <Fields row={row} onChange={(change) => set(place, change)} />
              <Button look="quiet" icon="copy" onClick={() => onRows(moreRows(rows, row))}>
                {t('cluster.copy')}
              </Button>
            </details>
            <IconButton
              label={t('cluster.remove', { node: row.name })}
              icon="close"
              tip={false}
              onClick={() => onRows(rows.filter((_, at) => at !== place))}
            />
          </li>
        ))}
      </ul>
      <Button icon="add" onClick={() => onRows(moreRows(rows))}>
        {t('cluster.add')}
      </Button>
    </>
  );
}

/** What tells a machine from the others, without opening it. */
function summaryOf({ cpu, memory, resources, labels, taints, images }: MachineRow): string {
  const zone = /topology\.kubernetes\.io\/zone=(\S+)/.exec(labels)?.[1];
  return [`${cpu} CPU`, memory, resources, zone, taints, images].filter((part) => part).join(' · ');
}

const FIELDS = ['name', 'cpu', 'memory', 'pods', 'labels', 'taints', 'images', 'resources'] as const;
const EXAMPLES: Readonly<Record<(typeof FIELDS)[number], string>> = {
  name: 'worker-1',
  cpu: '4',
  memory: '8Gi',
  pods: '110',
  labels: 'disk=ssd zone=a',
  taints: 'gpu=yes:NoSchedule',
  images: 'nginx:1.29',
  resources: 'example.com/gpu=2',
};

function Fields({
  row,
  onChange,
}: {
  readonly row: MachineRow;
  readonly onChange: (change: Partial<MachineRow>) => void;
}) {
  const t = useText(savesText);
  return (
    <div className={styles.machine}>
      {FIELDS.map((field) => (
        <label key={field} data-wide={field !== 'name' && !(field in { cpu: 0, memory: 0, pods: 0 })}>
          {t(`cluster.${field}`)}
          <input
            value={row[field]}
            placeholder={EXAMPLES[field]}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        </label>
      ))}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={row.cordon}
          onChange={(event) => onChange({ cordon: event.target.checked })}
        />
        {t('cluster.cordon')}
      </label>
    </div>
  );
}
