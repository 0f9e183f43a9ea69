import { humanDuration } from '../../../../api/duration.ts';
import { parseTime } from '../../../../api/time.ts';

/** The age of a timestamp at `nowUs` (Unix µs); `<unknown>` when there is none. Models translateTimestampSince. */
export function ageOf(timestamp: string | undefined | null, nowUs: number): string {
  const since = timestamp ? parseTime(timestamp) : undefined;
  return since === undefined ? '<unknown>' : humanDuration(nowUs - since);
}
