import { Popover } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import styles from './overlay.module.css';

/** The open panel beside its button. */
export function PopoverFloor({
  id,
  label,
  button,
  onClose,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          className={styles.menu}
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The button closes it itself.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
