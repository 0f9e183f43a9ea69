import type { Menu } from 'radix-ui/internal';
import { createContext } from 'react';

/** The library's parts of a menu: only what is open has them. */
export type MenuParts = Pick<
  typeof Menu,
  'CheckboxItem' | 'Item' | 'ItemIndicator' | 'Label' | 'RadioGroup' | 'RadioItem' | 'Separator'
>;

export const PartsContext = createContext<MenuParts | undefined>(undefined);
