import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../glyphs/icon.tsx';
import type { IconName } from '../glyphs/icons.ts';
import { Tip } from '../overlay/tooltip.tsx';
import { Keys } from './key-cap.tsx';
import styles from './tool-button.module.css';

export interface ToolButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'type'> {
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
  /** Shows the key cap beside the words as well. */
  readonly showKeys?: boolean;
}

/** A button of the top bar: icon and words, the icon alone where the bar is short. */
export function ToolButton({ label, icon, keys, showKeys = false, ...rest }: ToolButtonProps) {
  return (
    <Tip label={label} {...(keys === undefined ? {} : { keys })}>
      <button type="button" className={styles.tool} aria-label={label} {...rest}>
        <Icon name={icon} size={15} />
        <span className={styles.words}>{label}</span>
        {showKeys && keys !== undefined && (
          <span className={styles.words}>
            <Keys combo={keys} />
          </span>
        )}
      </button>
    </Tip>
  );
}
