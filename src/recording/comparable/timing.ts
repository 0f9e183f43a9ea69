import { sameJson } from '../../base/json.ts';
import type { Recording } from '../format.ts';
import { distill } from './distill.ts';
import type { Golden, SchedulerGolden } from './golden.ts';
import { isSchedulerGolden } from './golden.ts';

/** When one field of a Pod took one of its values, there and here; seconds since the first step. */
export interface Moment {
  /** `web container.nginx.state running`. */
  readonly what: string;
  readonly want: number;
  readonly got: number;
}

/**
 * The moments that lie more than `seconds` apart, where both sides went through the same values. To read, not to
 * compare: the recordings were made on a busy machine.
 */
export function timingDifferences(
  golden: Golden | SchedulerGolden,
  recording: Recording,
  seconds: number,
): Moment[] {
  if (isSchedulerGolden(golden)) return [];
  const got = distill(recording);
  return Object.entries(golden.pods).flatMap(([name, pod]) =>
    Object.entries(pod.fields).flatMap(([path, values]) => {
      const mine = got.pods[name];
      const same = mine !== undefined && sameJson(values, mine.fields[path] ?? []);
      if (!same) return [];
      const moments = values.map((value, place) => ({
        what: `${name} ${path} ${String(value)}`,
        want: pod.timing[path]?.[place] ?? 0,
        got: mine.timing[path]?.[place] ?? 0,
      }));
      return moments.filter((moment) => Math.abs(moment.want - moment.got) > seconds);
    }),
  );
}
