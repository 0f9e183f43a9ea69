import { Menu } from 'radix-ui/internal';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { PartsContext } from './menu-parts.ts';
import styles from './overlay.module.css';

/** A menu opened by a key begins at its first entry. The library does not know: it may have come after the key. */
function FirstEntry({ of }: { readonly of: string }) {
  useEffect(() => {
    const first = document.getElementById(of)?.querySelector<HTMLElement>('[role^="menuitem"]');
    first?.focus({ preventScroll: true });
  }, [of]);
  return null;
}

/** What opens from the button of a menu. */
export function MenuFloor({
  id,
  label,
  align,
  button,
  open,
  byKey,
  onOpen,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly byKey: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}) {
  // Whoever pressed something else is there already.
  const elsewhere = useRef(false);
  return (
    <PartsContext value={Menu}>
      <Menu.Root open={open} onOpenChange={onOpen} modal={false}>
        <Menu.Anchor virtualRef={button} />
        <Menu.Portal>
          <Menu.Content
            id={id}
            className={styles.menu}
            aria-label={label}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            onInteractOutside={() => {
              elsewhere.current = true;
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (!elsewhere.current) button.current?.focus();
              elsewhere.current = false;
            }}
          >
            {children}
            {byKey && <FirstEntry of={id} />}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
    </PartsContext>
  );
}
