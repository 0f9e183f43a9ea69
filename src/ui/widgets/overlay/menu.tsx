import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Keys } from '../controls/key-cap.tsx';
import { Icon } from '../glyphs/icon.tsx';
import type { IconName } from '../glyphs/icons.ts';
import styles from './overlay.module.css';

/** A menu that opens from `trigger`, one button that takes a ref. */
export function Menu({
  trigger,
  label,
  align = 'start',
  children,
}: {
  readonly trigger: ReactElement;
  readonly label: string;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={styles.menu}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
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
  return (
    <Radix.Item className={styles.item} onSelect={onSelect} disabled={disabled}>
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
    </Radix.Item>
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
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} className={styles.item} value={option.value}>
          <Radix.ItemIndicator className={styles.mark}>
            <Icon name="check" size={13} strong />
          </Radix.ItemIndicator>
          {option.label}
          {option.note !== undefined && <span className={styles.end}>{option.note}</span>}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
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
  return (
    <Radix.CheckboxItem className={styles.item} checked={on} onCheckedChange={onChange}>
      <Radix.ItemIndicator className={styles.mark}>
        <Icon name="check" size={13} strong />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}

/** A heading inside a menu. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Radix.Label className={styles.label}>{children}</Radix.Label>;
}

/** A line between groups. */
export function MenuRule() {
  return <Radix.Separator className={styles.rule} />;
}
