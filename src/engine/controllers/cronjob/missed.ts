import type { CronJob } from '../../../api/generated/types.ts';
import { parseTime } from '../../../api/time.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Schedule } from './schedule.ts';

const SECOND_US = 1_000_000;
/** A run is looked at this long after its minute. */
const DELTA_US = 100_000;
const MANY = 100;

interface Missed {
  /** Where the search began, Unix µs. */
  readonly earliest: number;
  /** The latest time due by now, if any. */
  readonly latest: number | undefined;
  readonly many: boolean;
}

/** Models pkg/controller/cronjob mostRecentScheduleTime (1.36). */
function mostRecent(
  cronJob: CronJob,
  schedule: Schedule,
  nowUs: number,
  withDeadline: boolean,
): Result<Missed, string> {
  const { startingDeadlineSeconds } = cronJob.spec;
  let earliest =
    parseTime(cronJob.status?.lastScheduleTime ?? cronJob.metadata.creationTimestamp ?? '') ?? nowUs;
  if (withDeadline && startingDeadlineSeconds !== undefined)
    earliest = Math.max(earliest, nowUs - startingDeadlineSeconds * SECOND_US);
  const first = schedule.next(earliest);
  if (first === undefined || nowUs < first) return ok({ earliest, latest: undefined, many: false });
  const second = schedule.next(first);
  if (second === undefined || nowUs < second) return ok({ earliest, latest: first, many: false });
  const period = Math.round((second - first) / SECOND_US);
  if (period < 1) return err('time difference between two schedules is less than 1 second');
  const missed = Math.floor((nowUs - first) / SECOND_US / period) + 1;
  let latest: number | undefined;
  // One period further back, for schedules whose periods differ.
  for (
    let time = schedule.next(first + (missed - 2) * period * SECOND_US);
    time !== undefined && time <= nowUs;
    time = schedule.next(time)
  )
    latest = time;
  return ok({ earliest, latest, many: missed > MANY });
}

/** The time a Job should be started for now. Models nextScheduleTime. */
export function dueTime(
  cronJob: CronJob,
  schedule: Schedule,
  nowUs: number,
): Result<{ readonly time: number | undefined; readonly many: boolean }, string> {
  const found = mostRecent(cronJob, schedule, nowUs, true);
  if (!found.ok) return found;
  const { latest, many } = found.value;
  return ok(
    latest === undefined || latest > nowUs ? { time: undefined, many: false } : { time: latest, many },
  );
}

/** µs until the CronJob is looked at again. Models nextScheduleTimeDuration. */
export function untilNextUs(cronJob: CronJob, schedule: Schedule, nowUs: number): number | undefined {
  const found = mostRecent(cronJob, schedule, nowUs, false);
  const from = found.ok ? (found.value.latest ?? found.value.earliest) : nowUs;
  const next = schedule.next(from);
  return next === undefined ? undefined : next + DELTA_US - nowUs;
}
