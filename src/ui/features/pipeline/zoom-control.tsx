import { pipelineText } from '../../../i18n/catalogue/pipeline.ts';
import { useSelection, useSession } from '../../session/use-session.tsx';
import { LevelDots } from '../../widgets/data/level-dots.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { isInServer, LEVELS, zoomTo } from './zoom.ts';
import styles from './zoom-control.module.css';

/** The levels as dots below the sentence, and the name of the present one: low, so that the drawing never moves. */
export function ZoomControl() {
  const t = useText(pipelineText);
  const { selection } = useSession();
  const zoom = useSelection((state) => state.zoom);
  const inServer = useSelection(isInServer);
  return (
    <div className={styles.zoom} title={t('zoom.label')}>
      <span className={styles.name}>{inServer ? 'kube-apiserver' : t(`zoom.${zoom}`)}</span>
      <LevelDots
        label={t('zoom.label')}
        levels={LEVELS.map((level) => t(`zoom.${level}`))}
        value={LEVELS.indexOf(zoom)}
        onChange={(index) => zoomTo(selection, LEVELS[index] ?? 1)}
      />
    </div>
  );
}
