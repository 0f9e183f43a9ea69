import {
  cloneElement,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { Keys } from '../controls/key-cap.tsx';
import { Icon } from '../glyphs/icon.tsx';
import type { IconName } from '../glyphs/icons.ts';
import { type MenuParts, PartsContext } from './menu-parts.ts';
import styles from './overlay.module.css';

/** What opens, with the library that places it and moves through it: fetched when the trigger is reached. */
const MenuFloor = lazy(() => import('./menu-floor.tsx').then((module) => ({ default: module.MenuFloor })));

/** What the trigger of a menu is told. */
interface TriggerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly id?: string;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-controls'?: string | undefined;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A menu that opens from `trigger`, one button that takes a ref. */
export function Menu({
  trigger,
  label,
  align = 'start',
  children,
}: {
  readonly trigger: ReactElement<TriggerProps>;
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const [byKey, setByKey] = useState(false);
  const floor = useId();
  const near = (): void => setWanted(true);
  const change = (next: boolean, key: boolean): void => {
    setWanted(true);
    setByKey(key);
    setOpen(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? floor : undefined,
        onPointerEnter: near,
        onFocus: near,
        onPointerDown: (event) => {
          if (event.button !== 0 || event.ctrlKey) return;
          change(!open, false);
          // Else the button takes the focus from what opens.
          if (!open) event.preventDefault();
        },
        onKeyDown: (event) => {
          const { key } = event;
          if (key !== 'Enter' && key !== ' ' && key !== 'ArrowDown') return;
          event.preventDefault();
          change(key === 'ArrowDown' || !open, true);
        },
      })}
      {wanted && (
        <Suspense>
          <MenuFloor {...{ label, align, button, open, byKey }} id={floor} onOpen={setOpen}>
            {children}
          </MenuFloor>
        </Suspense>
      )}
    </>
  );
}

/** The library's parts, inside what opens. */
function useParts(): MenuParts {
  const parts = useContext(PartsContext);
  if (parts === undefined) throw new Error('an entry stands outside of a menu');
  return parts;
}

export interface MenuItemProps {
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly icon?: IconName;
  readonly keys?: string;
  readonly note?: ReactNode;
  readonly disabled?: boolean;
}

/** An entry that does something. */
export function MenuItem({ children, onSelect, icon, keys, note, disabled = false }: MenuItemProps) {
  const { Item } = useParts();
  return (
    <Item className={styles.item} onSelect={onSelect} disabled={disabled}>
      {icon !== undefined && (
        <span className={styles.mark}>
          <Icon name={icon} size={14} />
        </span>
      )}
      {children}
      {(keys !== undefined || note !== undefined) && (
        <span className={styles.end}>
          {note}
          {keys !== undefined && <Keys combo={keys} />}
        </span>
      )}
    </Item>
  );
}

/** Entries of which one is on. */
export function MenuRadio<Value extends string>({
  value,
  onChange,
  options,
}: {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: ReactNode;
    readonly note?: ReactNode;
  }[];
}) {
  const { ItemIndicator, RadioGroup, RadioItem } = useParts();
  return (
    <RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <RadioItem key={option.value} className={styles.item} value={option.value}>
          <ItemIndicator className={styles.mark}>
            <Icon name="check" size={13} strong />
          </ItemIndicator>
          {option.label}
          {option.note !== undefined && <span className={styles.end}>{option.note}</span>}
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

/** An entry that is on or off. */
export function MenuCheck({
  children,
  on,
  onChange,
}: {
  readonly children: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const { CheckboxItem, ItemIndicator } = useParts();
  return (
    <CheckboxItem className={styles.item} checked={on} onCheckedChange={onChange}>
      <ItemIndicator className={styles.mark}>
        <Icon name="check" size={13} strong />
      </ItemIndicator>
      {children}
    </CheckboxItem>
  );
}

/** A heading inside a menu. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = useParts();
  return <Label className={styles.label}>{children}</Label>;
}

/** A line between groups. */
export function MenuRule() {
  const { Separator } = useParts();
  return <Separator className={styles.rule} />;
}
