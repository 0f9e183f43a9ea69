import type { RunListener } from '../../worker/client.ts';
import { podRecords } from '../projections/pod-story/pod-records.ts';
import { runFacts } from '../projections/run-facts.ts';
import { laneIndex } from '../projections/timeline/lanes.ts';
import { type Branch, take } from './branch.ts';

/** While records stream in, the page looks at them so often, in ms: between two looks it has time for everything else. */
const LOOK_MS = 250;

/** What every view reads follows batch by batch: none has a hundred batches to catch up with when it is drawn. */
function readAhead({ trace, story }: Branch): void {
  laneIndex(trace, story);
  podRecords(trace);
  runFacts(trace);
}

/**
 * Takes what a run tells into its branch, and says when there is something to draw. The indexes take every batch at
 * once; who draws them is told of the first, and then now and again.
 */
export function listenerOf(branch: Branch, update: (change: Partial<Branch>) => void): RunListener {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let untold: Branch['now'] | undefined;
  const tell = (): void => {
    timer = undefined;
    if (untold === undefined) return;
    update({ now: untold });
    untold = undefined;
    timer = setTimeout(tell, LOOK_MS);
  };
  const end = (change: Partial<Branch>): void => {
    clearTimeout(timer);
    timer = undefined;
    untold = undefined;
    update(change);
  };
  return {
    records: (records, now) => {
      take(branch, records);
      readAhead(branch);
      untold = now;
      if (timer === undefined) tell();
    },
    ended: (why, now) => end({ now, status: why === 'until' ? 'horizon' : why }),
    refused: (problems) => end({ status: 'refused', problems }),
    crashed: (message, stack) => end({ status: 'crashed', problems: [message, stack] }),
  };
}
