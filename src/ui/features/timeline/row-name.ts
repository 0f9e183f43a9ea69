import { useStore } from 'zustand';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { loopOfLane } from '../../projections/timeline/control-loops.ts';
import type { Row } from '../../projections/timeline/rows.ts';
import { lanes } from '../../session/lanes.ts';
import { useText } from '../../widgets/ui-context.tsx';

/** Lanes whose name is not the component's own. */
const OWN_NAMES = ['kube-scheduler', 'controllers', 'runtime', 'cni', 'traffic'] as const;

function isOwnName(name: string): name is (typeof OWN_NAMES)[number] {
  return (OWN_NAMES as readonly string[]).includes(name);
}

/** What a row is called. */
export function useRowName(row: Row): string {
  const t = useText(timelineText);
  const many = useStore(lanes, ({ pods }) => pods.length > 0);
  switch (row.kind) {
    case 'phase':
      return many ? (row.pod?.name ?? '') : t('lane.phase');
    case 'conditions':
      return t('lane.conditions');
    case 'container':
      return t('lane.container', { name: row.name });
    case 'node':
      return row.name;
    case 'component': {
      const loop = loopOfLane(row.name);
      if (loop !== undefined) return loop;
      const [name = '', node] = row.name.split('/');
      const shown = isOwnName(name) ? t(`lane.${name}`) : name;
      // Below its node's first row the node need not be named again.
      return node === undefined || row.depth === 2 ? shown : `${shown} ${node}`;
    }
  }
}
