import { commonText } from '../../../i18n/catalogue/common.ts';
import { speed as speedText } from '../../../i18n/format.ts';
import { Icon } from '../glyphs/icon.tsx';
import type { IconName } from '../glyphs/icons.ts';
import { Menu, MenuRadio } from '../overlay/menu.tsx';
import { Tip } from '../overlay/tooltip.tsx';
import { useText } from '../ui-context.tsx';
import styles from './transport.module.css';

export interface TransportProps {
  readonly playing: boolean;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly speed: number;
  readonly speeds: readonly number[];
  readonly onToggle: () => void;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onPreviousPhase: () => void;
  readonly onNextPhase: () => void;
  readonly onSpeed: (speed: number) => void;
  /** 44 px targets, spread over the width. */
  readonly large?: boolean;
}

/** Play, step, skip a phase, speed. The play button is the present's own colour. */
export function Transport(props: TransportProps) {
  const t = useText(commonText);
  const step = (label: string, icon: IconName, keys: string, run: () => void, off: boolean) => (
    <Tip label={label} keys={keys}>
      <button type="button" className={styles.step} aria-label={label} aria-disabled={off} onClick={off ? undefined : run}>
        <Icon name={icon} />
      </button>
    </Tip>
  );
  const toggle = props.playing ? t('transport.pause') : t('transport.play');
  return (
    <div className={styles.transport} role="toolbar" aria-label={t('transport.label')} data-large={props.large === true}>
      {step(t('transport.previousPhase'), 'previous-phase', 'Shift+ArrowLeft', props.onPreviousPhase, props.atStart)}
      {step(t('transport.previous'), 'previous', 'ArrowLeft', props.onPrevious, props.atStart)}
      <Tip label={toggle} keys="Space">
        <button type="button" className={styles.play} aria-label={toggle} onClick={props.onToggle}>
          <Icon name={props.playing ? 'pause' : 'play'} />
        </button>
      </Tip>
      {step(t('transport.next'), 'next', 'ArrowRight', props.onNext, props.atEnd)}
      {step(t('transport.nextPhase'), 'next-phase', 'Shift+ArrowRight', props.onNextPhase, props.atEnd)}
      <Menu
        label={t('transport.speed')}
        trigger={
          <button type="button" className={styles.speed} aria-label={`${t('transport.speed')} ${speedText(props.speed)}`}>
            {speedText(props.speed)}
            <Icon name="chevron-down" size={11} />
          </button>
        }
      >
        <MenuRadio
          value={String(props.speed)}
          onChange={(value) => props.onSpeed(Number(value))}
          options={props.speeds.map((factor) => ({ value: String(factor), label: speedText(factor) }))}
        />
      </Menu>
    </div>
  );
}
