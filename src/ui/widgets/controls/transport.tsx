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

interface StepProps {
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
  readonly run: () => void;
  readonly off: boolean;
}

/** A step at its end stays focusable, so that holding a key does not lose the keyboard. */
function Step({ label, icon, keys, run, off }: StepProps) {
  return (
    <Tip label={label} keys={keys}>
      <button
        type="button"
        className={styles.step}
        aria-label={label}
        aria-disabled={off}
        onClick={off ? undefined : run}
      >
        <Icon name={icon} />
      </button>
    </Tip>
  );
}

/** Play, step, skip a phase, speed. The play button is the present's own colour. */
export function Transport(props: TransportProps) {
  const t = useText(commonText);
  const toggle = props.playing ? t('transport.pause') : t('transport.play');
  return (
    <div
      className={styles.transport}
      role="toolbar"
      aria-label={t('transport.label')}
      data-large={props.large === true}
    >
      <Step
        label={t('transport.previousPhase')}
        icon="previous-phase"
        keys="Shift+ArrowLeft"
        run={props.onPreviousPhase}
        off={props.atStart}
      />
      <Step
        label={t('transport.previous')}
        icon="previous"
        keys="ArrowLeft"
        run={props.onPrevious}
        off={props.atStart}
      />
      <Tip label={toggle} keys="Space">
        <button type="button" className={styles.play} aria-label={toggle} onClick={props.onToggle}>
          <Icon name={props.playing ? 'pause' : 'play'} />
        </button>
      </Tip>
      <Step label={t('transport.next')} icon="next" keys="ArrowRight" run={props.onNext} off={props.atEnd} />
      <Step
        label={t('transport.nextPhase')}
        icon="next-phase"
        keys="Shift+ArrowRight"
        run={props.onNextPhase}
        off={props.atEnd}
      />
      <Menu
        label={t('transport.speed')}
        trigger={
          <button
            type="button"
            className={styles.speed}
            aria-label={`${t('transport.speed')} ${speedText(props.speed)}`}
          >
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
