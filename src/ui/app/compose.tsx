import { useMemo } from 'react';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { Breadcrumb } from '../widgets/data/breadcrumb.tsx';
import { EmptyLanes } from '../widgets/data/notice.tsx';
import { useText } from '../widgets/ui-context.tsx';
import type { Slots } from './slots.ts';

/** Puts the features into the frame's slots: the one place that knows them all. */
export function useSlots(): Slots {
  const t = useText(shellText);
  return useMemo((): Slots => {
    const absent = (region: string) => ({
      label: region,
      content: <EmptyLanes>{t('region.absent', { region })}</EmptyLanes>,
    });
    return {
      place: <Breadcrumb crumbs={[]} />,
      title: t('product'),
      narration: () => null,
      stage: absent(t('region.stage')),
      dock: [{ id: 'timeline', ...absent(t('region.timeline')) }],
      transport: () => null,
      scrubber: null,
      position: null,
    };
  }, [t]);
}
