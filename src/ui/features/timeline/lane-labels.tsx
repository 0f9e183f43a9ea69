import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { roleOf } from '../../widgets/glyphs/actors.ts';
import { useText } from '../../widgets/ui-context.tsx';
import type { Row } from './layout.ts';
import styles from './timeline.module.css';

/** The names at the left of the lanes. */
export function LaneLabels({ rows, height }: { readonly rows: readonly Row[]; readonly height: number }) {
  return (
    <div className={styles.labels} style={{ height }}>
      {rows.map((row) => (
        <div
          key={row.id}
          className={styles.label}
          data-kind={row.kind}
          style={{ top: row.top, height: row.height }}
        >
          {row.kind === 'component' && <ActorGlyph role={roleOfRow(row)} size={13} />}
          <LaneName row={row} />
        </div>
      ))}
    </div>
  );
}

function roleOfRow(row: Row) {
  const name = row.id.split('/')[0] ?? '';
  return name === 'controllers' ? 'controller' : roleOf(name);
}

/** Lanes whose name is not the component's own. */
const OWN_NAMES = ['kube-scheduler', 'controllers', 'runtime', 'cni', 'traffic'] as const;

function isOwnName(name: string): name is (typeof OWN_NAMES)[number] {
  return (OWN_NAMES as readonly string[]).includes(name);
}

function LaneName({ row }: { readonly row: Row }) {
  const t = useText(timelineText);
  if (row.kind === 'phase') return <span>{t('lane.phase')}</span>;
  if (row.kind === 'conditions') return <span>{t('lane.conditions')}</span>;
  if (row.kind === 'container') return <span>{t('lane.container', { name: row.name })}</span>;
  const [name = '', node] = row.id.split('/');
  const shown = isOwnName(name) ? t(`lane.${name}`) : name;
  return <span title={row.id}>{node === undefined ? shown : `${shown} ${node}`}</span>;
}
