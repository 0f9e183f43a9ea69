import { Portal } from 'radix-ui';
import { DismissableLayer, Popper } from 'radix-ui/internal';
import { useEffect, useMemo } from 'react';
import { Keys } from '../controls/key-cap.tsx';
import styles from './overlay.module.css';
import type { Shown } from './tips.ts';

/** The tip on screen, beside its element. Escape takes it away, and what moves its element from under it. */
export function TipCard({
  id,
  element,
  label,
  keys,
  side = 'bottom',
  slow,
  onGone,
}: Shown & { readonly id: string; readonly onGone: () => void }) {
  const anchor = useMemo(() => ({ current: element }), [element]);
  useEffect(() => {
    const scrolled = ({ target }: Event): void => {
      if (target instanceof Node && target.contains(element)) onGone();
    };
    window.addEventListener('scroll', scrolled, { capture: true });
    return () => window.removeEventListener('scroll', scrolled, { capture: true });
  }, [element, onGone]);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor} />
      <Portal.Root asChild>
        <DismissableLayer.Root asChild onFocusOutside={(event) => event.preventDefault()} onDismiss={onGone}>
          <Popper.Content
            role="tooltip"
            id={id}
            className={styles.tip}
            data-state={slow ? 'delayed-open' : 'instant-open'}
            side={side}
            sideOffset={6}
            collisionPadding={8}
          >
            {label}
            {keys !== undefined && <Keys combo={keys} />}
          </Popper.Content>
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  );
}
