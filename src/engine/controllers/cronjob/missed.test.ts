import { expect, it } from 'vitest';
import type { CronJob } from '../../../api/generated/types.ts';
import { parseTime } from '../../../api/time.ts';
import { present } from '../../../base/assert.ts';
import { dueTime, untilNextUs } from './missed.ts';
import { parseSchedule } from './schedule.ts';

const at = (time: string): number => present(parseTime(`2026-03-02T${time}Z`), 'a time');

function cron(spec: object, last?: string): CronJob {
  return {
    metadata: { name: 'tick', creationTimestamp: '2026-03-02T10:00:30Z' },
    spec,
    status: last === undefined ? {} : { lastScheduleTime: `2026-03-02T${last}Z` },
  } as unknown as CronJob;
}

const schedule = (text: string): ReturnType<typeof present<Schedule>> => {
  const parsed = parseSchedule(text);
  return present(parsed.ok ? parsed.value : undefined, text);
};
type Schedule = Extract<ReturnType<typeof parseSchedule>, { readonly ok: true }>['value'];

function due(text: string, now: string, cronJob: CronJob): string | undefined {
  const found = dueTime(cronJob, schedule(text), at(now));
  if (!found.ok) throw new Error(found.error);
  const { time, many } = found.value;
  return time === undefined
    ? undefined
    : `${new Date(time / 1000).toISOString().slice(11, 19)}${many ? ' many' : ''}`;
}

it.each([
  ['nothing before the first minute', '10:00:59', {}, undefined, undefined],
  ['the first minute after it was made', '10:01:00', {}, undefined, '10:01:00'],
  ['only the latest of several', '10:05:30', {}, '10:01:00', '10:05:00'],
  ['nothing that was started already', '10:05:30', {}, '10:05:00', undefined],
  ['nothing from before the deadline', '10:05:30', { startingDeadlineSeconds: 20 }, '10:01:00', undefined],
  ['what is within the deadline', '10:05:30', { startingDeadlineSeconds: 40 }, '10:01:00', '10:05:00'],
  ['the latest after more than 100, and says so', '11:50:00', {}, '10:01:00', '11:50:00 many'],
  [
    'no such complaint where a deadline bounds the search',
    '11:50:00',
    { startingDeadlineSeconds: 90 },
    '10:01:00',
    '11:50:00',
  ],
])('every minute: %s', (_, now, spec, last, time) => {
  expect(due('* * * * *', now, cron(spec, last))).toBe(time);
});

it('periods may differ: the latest time is found all the same', () => {
  expect(due('0,10,15 * * * *', '12:13:00', cron({}, '10:15:00'))).toBe('12:10:00');
  expect(due('0 0 1 1 *', '12:00:00', cron({}))).toBeUndefined();
});

it('it is looked at a tenth of a second after its next minute', () => {
  const wait = untilNextUs(cron({}, '10:05:00'), schedule('* * * * *'), at('10:05:20'));
  expect(wait).toBe(40_100_000);
});
