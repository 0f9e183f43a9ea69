import { useSlots } from './compose.tsx';
import { Workbench } from './workbench.tsx';

/** The page of a run, with all its features. Embedded it is reduced to what another site shows. */
export function RunPage({ embed }: { readonly embed: boolean }) {
  const slots = useSlots();
  return <Workbench slots={slots} embed={embed} />;
}
