import { pipelineText } from '../../../i18n/catalogue/pipeline.ts';
import { useSelection, useSession } from '../../session/use-session.tsx';
import { LevelDots } from '../../widgets/data/level-dots.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { LEVELS, zoomTo } from './zoom.ts';
import styles from './zoom-control.module.css';

/** The levels as dots beside the sentence; their names only where one has left the Pipeline. */
export function ZoomControl() {
  const t = useText(pipelineText);
  const { selection } = useSession();
  const zoom = useSelection((state) => state.zoom);
  return (
    <div className={styles.zoom} data-quiet={zoom === 1} title={`${t('zoom.label')}: ${t(`zoom.${zoom}`)}`}>
      <LevelDots
        label={t('zoom.label')}
        levels={LEVELS.map((level) => t(`zoom.${level}`))}
        value={LEVELS.indexOf(zoom)}
        onChange={(index) => zoomTo(selection, LEVELS[index] ?? 1)}
      />
    </div>
  );
}
