import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../glyphs/icon.tsx';
import type { IconName } from '../glyphs/icons.ts';
import { Tip } from '../overlay/tooltip.tsx';
import styles from './button.module.css';
import { Keys } from './key-cap.tsx';

type Native = Omit<ComponentPropsWithRef<'button'>, 'children' | 'type'>;

export interface ButtonProps extends Native {
  readonly children: ReactNode;
  /** `primary` is the inverse of the page: at most one on screen, and only when pressing it is the next thing to do. */
  readonly look?: 'outline' | 'primary' | 'quiet' | 'link';
  readonly icon?: IconName;
  readonly trailing?: IconName;
  /** A shortcut shown beside the words: `E`, `Mod+Enter`. */
  readonly keys?: string;
}

/** A button with words. */
export function Button({
  children,
  look = 'outline',
  icon,
  trailing,
  keys,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button type="button" className={cx(styles.button, styles[look], className)} {...rest}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
      {trailing !== undefined && <Icon name={trailing} size={12} />}
      {keys !== undefined && <Keys combo={keys} />}
    </button>
  );
}

export interface IconButtonProps extends Native {
  /** Its name, also shown as its tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly iconSize?: number;
  readonly keys?: string;
  /** For toggles. */
  readonly pressed?: boolean;
  /** Off where the surroundings already say the name. */
  readonly tip?: boolean;
}

/** A button with an icon alone. */
export function IconButton({
  label,
  icon,
  iconSize = 16,
  keys,
  pressed,
  tip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      className={cx(styles.iconButton, className)}
      aria-label={label}
      aria-pressed={pressed}
      {...rest}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
  return tip ? (
    <Tip label={label} {...(keys === undefined ? {} : { keys })}>
      {button}
    </Tip>
  ) : (
    button
  );
}
