import {
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';

/** What opens, with the library that places it: fetched when the trigger is first pressed. */
const PopoverFloor = lazy(() =>
  import('./popover-floor.tsx').then((module) => ({ default: module.PopoverFloor })),
);

/** What the trigger is told. */
interface TriggerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup'?: 'dialog';
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-controls'?: string | undefined;
  readonly onClick?: () => void;
}

/** A small panel beside the button that opens it. Focus goes in and returns. */
export function Popover({
  trigger,
  label,
  children,
}: {
  readonly trigger: ReactElement<TriggerProps>;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const floor = useId();
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? floor : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <Suspense>
          <PopoverFloor id={floor} label={label} button={button} onClose={() => setOpen(false)}>
            {children}
          </PopoverFloor>
        </Suspense>
      )}
    </>
  );
}
