import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { shellText } from '../../../i18n/catalogue/shell.ts';
import { closeOverlay, type RegionId, shell, toggleOverlay } from '../../session/shell.ts';
import { IconButton } from '../../widgets/controls/button.tsx';
import type { IconName } from '../../widgets/glyphs/icons.ts';
import { useText } from '../../widgets/ui-context.tsx';
import { RegionHost } from '../regions.tsx';
import type { Slots } from '../slots.ts';
import styles from './compact.module.css';

const Sheet = lazy(() =>
  import('../../widgets/overlay/dialog.tsx').then((module) => ({ default: module.Sheet })),
);

const ICONS: Readonly<Record<RegionId, IconName>> = {
  left: 'code',
  stage: 'pipeline',
  inspector: 'eye',
  timeline: 'lanes',
  terminal: 'terminal',
  records: 'records',
  events: 'flag',
};

/** Which regions a narrow page can open, in the order of its buttons. */
export function openable(
  slots: Slots,
): readonly { readonly id: RegionId; readonly label: string; readonly icon: IconName }[] {
  const out: { readonly id: RegionId; readonly label: string; readonly icon: IconName }[] = [];
  if (slots.inspector !== undefined)
    out.push({ id: 'inspector', label: slots.inspector.label, icon: ICONS.inspector });
  for (const entry of slots.dock)
    if (entry.id === 'timeline') out.push({ id: entry.id, label: entry.label, icon: ICONS.timeline });
  if (slots.left !== undefined) out.push({ id: 'left', label: slots.left.label, icon: ICONS.left });
  for (const entry of slots.dock)
    if (entry.id !== 'timeline') out.push({ id: entry.id, label: entry.label, icon: ICONS[entry.id] });
  return out;
}

/** The buttons that open what does not fit beside the stage; they stand in the top bar. */
export function RegionButtons({ regions }: { readonly regions: ReturnType<typeof openable> }) {
  const t = useText(shellText);
  const overlay = useStore(shell, (state) => state.overlay);
  return regions.map((region) => (
    <IconButton
      key={region.id}
      label={t('region.open', { region: region.label })}
      icon={region.icon}
      pressed={overlay === region.id}
      onClick={() => toggleOverlay(region.id)}
    />
  ));
}

/** 480 to 799 px: the stage alone, a ribbon for a timeline, everything else as a full-height sheet. */
export function CompactLayout({ slots }: { readonly slots: Slots }) {
  const overlay = useStore(shell, (state) => state.overlay);
  const regions = openable(slots);
  const shown = regions.find((region) => region.id === overlay);
  return (
    <main className={styles.body}>
      <div className={styles.stage}>
        {slots.narration('full')}
        <RegionHost id="stage" />
      </div>
      {slots.notice}
      <div className={styles.bar}>
        {slots.transport(false)}
        {slots.scrubber}
        {slots.playback}
        <span className={styles.position}>{slots.position}</span>
      </div>
      {shown !== undefined && (
        <Suspense>
          <Sheet open onClose={closeOverlay} side="right" width={440} title={shown.label} bare>
            <RegionHost key={shown.id} id={shown.id} />
          </Sheet>
        </Suspense>
      )}
    </main>
  );
}
