import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { IconButton } from '../controls/button.tsx';
import { cx } from '../cx.ts';
import { useText } from '../ui-context.tsx';
import styles from './overlay.module.css';

interface Frame {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Keeps the title for assistive technology alone. */
  readonly hideTitle?: boolean;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** px */
  readonly width?: number;
  /** The body brings its own padding and scrolling. */
  readonly bare?: boolean;
  /** There is nothing to focus in it: the keys that scroll need the body itself. */
  readonly readOnly?: boolean;
}

/** Focus goes to what asks for it, otherwise to the dialog itself: never to the close button first. */
function focusInside(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  (content.querySelector<HTMLElement>('[data-autofocus]') ?? content).focus({ preventScroll: true });
}

/** Keys open dialogs as buttons do: where the keyboard was is remembered, not which button there might have been. */
function useWayBack(): {
  readonly onOpenAutoFocus: (event: Event) => void;
  readonly onCloseAutoFocus: (event: Event) => void;
} {
  const from = useRef<Element>(undefined);
  return {
    onOpenAutoFocus: (event) => {
      from.current = document.activeElement ?? undefined;
      focusInside(event);
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const { current: to } = from;
      // What was chosen in the dialog may have moved the keyboard already.
      if (document.activeElement === document.body && to instanceof HTMLElement && to.isConnected)
        to.focus({ preventScroll: true });
    },
  };
}

function Inner({
  title,
  hideTitle,
  children,
  footer,
  bare,
  readOnly,
}: Pick<Frame, 'title' | 'hideTitle' | 'children' | 'footer' | 'bare' | 'readOnly'>) {
  const t = useText(commonText);
  return (
    <>
      {hideTitle === true ? (
        <Radix.Title className="sr-only">{title}</Radix.Title>
      ) : (
        <div className={styles.head}>
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label={t('close')} icon="close" iconSize={15} tip={false} />
          </Radix.Close>
        </div>
      )}
      <div
        className={cx(styles.body, bare === true && styles.bare)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={readOnly === true ? 0 : undefined}
      >
        {children}
      </div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </>
  );
}

/** A dialog over the shaded page. Focus goes in, stays in, and returns. */
export function Dialog({ open, onClose, width, ...inner }: Frame) {
  const way = useWayBack();
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className={styles.shade} />
        <Radix.Content
          className={styles.dialog}
          aria-describedby={undefined}
          {...way}
          style={(width === undefined ? {} : { '--width': `${width}px` }) as CSSProperties}
        >
          <Inner {...inner} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * A panel from an edge of the page, full height. Over the shaded rest, or (`aside`) beside a page that stays in use:
 * then only its own button, Escape inside it and its key close it.
 */
export function Sheet({
  open,
  onClose,
  side,
  width,
  aside = false,
  ...inner
}: Frame & { readonly side: 'left' | 'right' | 'bottom'; readonly aside?: boolean }) {
  const way = useWayBack();
  return (
    <Radix.Root open={open} modal={!aside} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        {!aside && <Radix.Overlay className={styles.shade} />}
        <Radix.Content
          className={styles.sheet}
          data-side={side}
          data-aside={aside || undefined}
          aria-describedby={undefined}
          {...way}
          {...(aside ? { onInteractOutside: (event: Event) => event.preventDefault() } : {})}
          style={(width === undefined ? {} : { '--width': `${width}px` }) as CSSProperties}
        >
          <Inner {...inner} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
