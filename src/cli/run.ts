import { levelOf } from '../trace/level.ts';
import type { Level } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';
import { play } from './engine.ts';
import type { RunOptions } from './engine.ts';
import { loadScenario } from './files.ts';
import { Story, momentText } from './story.ts';
import type { Outcome, Print } from './outcome.ts';
import { GOOD, notUnderstood } from './outcome.ts';

/** Prints the story of a run, or its records as JSON. */
export function runCommand(which: string, options: RunOptions, asJson: boolean, print: Print): Outcome {
  const loaded = loadScenario(which);
  if (!loaded.ok) return notUnderstood(loaded.error);
  const level = options.level ?? 1;
  const { records, endUs } = play(loaded.value.scenario, options);
  const shown = records.filter((record) => shownAt(record, level));
  if (asJson) for (const record of shown) print(`${JSON.stringify(record)}\n`);
  else tell(shown, print);
  if (!asJson) print(`${momentText(endUs).padStart(11)}  end; ${records.length} records\n`);
  return GOOD;
}

/** The cluster's own start comes before the first step and is no part of the story. */
function shownAt(record: TraceRecord, level: Level): boolean {
  return record.at >= 0 && levelOf(record.kind, record.data as never) <= level;
}

function tell(records: readonly TraceRecord[], print: Print): void {
  const story = new Story();
  for (const record of records) for (const line of story.tell(record)) print(`${line}\n`);
}
