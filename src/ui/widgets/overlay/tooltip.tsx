import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Keys } from '../controls/key-cap.tsx';
import styles from './overlay.module.css';

export interface TipProps {
  readonly label: ReactNode;
  readonly keys?: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes a ref: the thing it explains. */
  readonly children: ReactElement;
}

/** A name or a short explanation on hover and focus. Never the only place of an information. */
export function Tip({ label, keys, side = 'bottom', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          {label}
          {keys !== undefined && <Keys combo={keys} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Shares the delay between all tips of the page; rendered once. */
export function TipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Tooltip.Provider>
  );
}
