import { savesText } from '../../../i18n/catalogue/saves.ts';
import type { ScenarioDocument } from '../../../scenario/document.ts';
import { isPresetName, type PresetName, presetOf, PRESETS } from '../../../scenario/presets.ts';
import { useText } from '../../widgets/ui-context.tsx';
import { type NodeRow, PLAIN_NODE } from './edit.ts';
import styles from './saves.module.css';

/** More rows than this are no form any more. */
const MOST_ROWS = 12;

/** The preset a scenario's cluster comes from; undefined when it brings nodes of its own. */
function presetName({ cluster }: ScenarioDocument): PresetName | undefined {
  if (Array.isArray(cluster?.nodes)) return undefined;
  const name = cluster?.preset ?? (typeof cluster?.nodes === 'string' ? cluster.nodes : 'recording');
  return isPresetName(name) ? name : undefined;
}

interface ClusterFormProps {
  readonly document: ScenarioDocument;
  readonly onDocument: (document: ScenarioDocument) => void;
  readonly nodes: Readonly<Record<string, NodeRow>>;
  readonly onNodes: (nodes: Readonly<Record<string, NodeRow>>) => void;
}

/** A ready-made cluster, and what its nodes get before the first step. */
export function ClusterForm({ document, onDocument, nodes, onNodes }: ClusterFormProps) {
  const t = useText(savesText);
  const preset = presetName(document);
  const choose = (name: string): void => {
    const { nodes: _own, ...cluster } = document.cluster ?? {};
    onDocument({ ...document, cluster: { ...cluster, preset: name } });
    onNodes({});
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
        <NodeTable preset={preset} nodes={nodes} onNodes={onNodes} />
      )}
      <p className={styles.note}>{t('cluster.note')}</p>
    </>
  );
}

function NodeTable({
  preset,
  nodes,
  onNodes,
}: Pick<ClusterFormProps, 'nodes' | 'onNodes'> & { readonly preset: PresetName }) {
  const t = useText(savesText);
  const set = (name: string, change: Partial<NodeRow>): void =>
    onNodes({ ...nodes, [name]: { ...(nodes[name] ?? PLAIN_NODE), ...change } });
  return (
    <table className={styles.nodes}>
      <caption className="sr-only">{t('cluster.nodes')}</caption>
      <thead>
        <tr>
          {(['node', 'capacity', 'labels', 'taints', 'cordon'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`cluster.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {presetOf(preset)
          .nodes.slice(0, MOST_ROWS)
          .map(({ name, cpu, memory, extended }) => {
            const row = nodes[name] ?? PLAIN_NODE;
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  {[`${cpu} CPU`, memory, ...Object.entries(extended).map(([key, n]) => `${n} ${key}`)].join(
                    ', ',
                  )}
                </td>
                <td>
                  <input
                    aria-label={t('cluster.labelsOf', { node: name })}
                    value={row.labels}
                    onChange={(event) => set(name, { labels: event.target.value })}
                  />
                </td>
                <td>
                  <input
                    aria-label={t('cluster.taintsOf', { node: name })}
                    value={row.taints}
                    onChange={(event) => set(name, { taints: event.target.value })}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('cluster.cordonOf', { node: name })}
                    checked={row.cordon}
                    onChange={(event) => set(name, { cordon: event.target.checked })}
                  />
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}
