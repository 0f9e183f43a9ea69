import { watchOver } from '../session/engine-watch.ts';
import { watchEngines } from '../session/spawn-engine.ts';
import { useSlots } from './compose.tsx';
import { Workbench } from './workbench.tsx';

// Whoever has a run has an engine to lose; a first page does without.
watchEngines(watchOver);

/** The page of a run, with all its features. Embedded it is reduced to what another site shows. */
export function RunPage({ embed }: { readonly embed: boolean }) {
  const slots = useSlots();
  return <Workbench slots={slots} embed={embed} />;
}
