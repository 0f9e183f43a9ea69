import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { breakpointsText } from '../../../i18n/catalogue/breakpoints.ts';
import { type Mark, markKey } from '../../projections/marks/marks.ts';
import { useSession } from '../../session/use-session.tsx';
import { IconButton } from '../../widgets/controls/button.tsx';
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuRule } from '../../widgets/overlay/menu.tsx';
import { useToast } from '../../widgets/overlay/toast.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { useFinder } from './finder.ts';
import { markWords } from './words.ts';

/** On offer at once; the palette finds any other condition, component or Event reason of the run. */
const OFFERED: readonly Mark[] = [
  { kind: 'milestone' },
  { kind: 'warning' },
  { kind: 'condition', resource: 'pods', type: 'Ready', status: 'True' },
  { kind: 'condition', resource: 'pods', type: 'Ready', status: 'False' },
  { kind: 'condition', resource: 'nodes', type: 'Ready', status: 'Unknown' },
  { kind: 'acts', actor: 'kube-scheduler' },
  { kind: 'acts', actor: 'kube-controller-manager' },
  { kind: 'event', reason: 'BackOff' },
];

/** `children` stand before it, where it is the only menu of playing. What stops playing: the usual moments, and those that were added from the palette or the inspector. */
export function BreakpointMenu({ children }: { readonly children?: ReactNode }) {
  const t = useText(breakpointsText);
  const { lang } = useUi();
  const { breakpoints } = useSession();
  const { list, hit } = useStore(breakpoints.store);
  const toast = useToast();
  useFinder();
  useEffect(() => {
    const stopped = list.find(({ id }) => id === hit?.id);
    if (stopped !== undefined) toast({ text: t('hit', { what: markWords(stopped.mark, lang) }) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told once for each stop, not when the list changes
  }, [hit]);
  const offered = new Set(OFFERED.map(markKey));
  const others = list.filter(({ id }) => !offered.has(id));
  const isOn = (id: string): boolean => list.some((each) => each.id === id && each.on);
  return (
    <Menu
      label={t('list')}
      align="end"
      trigger={
        <IconButton
          label={t(children === undefined ? 'menu' : 'playback')}
          icon="flag"
          pressed={list.some(({ on }) => on)}
        />
      }
    >
      {children}
      <MenuLabel>{t('list')}</MenuLabel>
      {OFFERED.map((mark) => {
        const id = markKey(mark);
        return (
          <MenuCheck
            key={id}
            on={isOn(id)}
            onChange={(on) => (on ? breakpoints.add(mark) : breakpoints.remove(id))}
          >
            {markWords(mark, lang)}
          </MenuCheck>
        );
      })}
      {others.length > 0 && <MenuRule />}
      {others.map(({ id, mark, on }) => (
        <MenuCheck key={id} on={on} onChange={(next) => breakpoints.setOn(id, next)}>
          {markWords(mark, lang)}
        </MenuCheck>
      ))}
      <MenuRule />
      <MenuItem icon="close" disabled={list.length === 0} onSelect={breakpoints.clear}>
        {t('clear')}
      </MenuItem>
    </Menu>
  );
}
