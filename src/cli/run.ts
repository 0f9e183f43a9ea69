import { ok } from '../base/result.ts';
import { digestOfRecords } from '../trace/digest.ts';
import { levelOf } from '../trace/level.ts';
import type { Level } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';
import { play } from './engine.ts';
import type { RunOptions } from './engine.ts';
import { loadScenario } from './files.ts';
import type { LinkedRun } from './links.ts';
import { Story, momentText, storyHead } from './story.ts';
import { TrafficStory } from './traffic-story.ts';
import type { Outcome, Print } from './outcome.ts';
import { GOOD, notUnderstood } from './outcome.ts';

/** How a run is told. */
export interface Telling {
  readonly json: boolean;
  readonly digest: boolean;
}

/** Prints the story of a run, its records as JSON, or their digest. `linked` is what WHICH was when it is a link. */
export function runCommand(
  which: string,
  options: RunOptions,
  telling: Telling,
  print: Print,
  linked?: LinkedRun,
): Outcome {
  const loaded = linked === undefined ? loadScenario(which) : ok({ name: 'link', scenario: linked.scenario });
  if (!loaded.ok) return notUnderstood(loaded.error);
  const level = options.level ?? 1;
  const { records, endUs } = play(loaded.value.scenario, {
    ...(linked?.seed === undefined ? {} : { seed: linked.seed }),
    ...options,
    ...(linked?.untilUs === undefined ? {} : { extendedUs: linked.untilUs }),
    inputs: linked?.inputs ?? [],
  });
  if (telling.digest) {
    print(`${digestOfRecords(records)}  ${records.length} records\n`);
    return GOOD;
  }
  const shown = records.filter(
    (record) => shownAt(record, level) || (record.kind === 'traffic' && !telling.json),
  );
  if (telling.json) for (const record of shown) print(`${JSON.stringify(record)}\n`);
  else tell(shown, print, level > 1);
  if (!telling.json) print(`${momentText(endUs).padStart(11)}  end; ${records.length} records\n`);
  return GOOD;
}

/** The cluster's own start comes before the first step and is no part of the story. */
function shownAt(record: TraceRecord, level: Level): boolean {
  return record.at >= 0 && levelOf(record.kind, record.data as never) <= level;
}

function tell(records: readonly TraceRecord[], print: Print, eachRequest: boolean): void {
  const story = new Story();
  const traffic = new TrafficStory();
  const line = (at: number, text: string): void => print(`${storyHead(at, 'network')}${text}\n`);
  for (const record of records) {
    for (const text of traffic.until(record.at)) line(record.at, text);
    if (record.kind === 'traffic' && !eachRequest) traffic.take(record);
    else for (const text of story.tell(record)) print(`${text}\n`);
  }
  for (const text of traffic.end()) line(records.at(-1)?.at ?? 0, text);
}
