import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { Session } from '../../engine/cluster/session.ts';
import { SECOND } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { parseDuration } from '../duration.ts';
import { checkScenario } from '../check-scenario.ts';
import { CATALOGUE } from './all.ts';
import type { CatalogueEntry } from './entry.ts';
import { lifeLine, type LifePart, readLife } from './life-line.ts';
import { LIVES } from './lives.ts';

interface Played {
  /** What each of the entry's last commands printed when the scenario had played to its end. */
  readonly printed: readonly string[];
  readonly life: readonly LifePart[];
}

function playToTheEnd({ document, end }: CatalogueEntry): Played {
  const endUs = parseDuration(document.until ?? '30s') ?? 0;
  const at = `${endUs / SECOND}s`;
  const checked = checkScenario({
    ...document,
    steps: [...document.steps, ...end.map(({ kubectl }) => ({ at, kubectl }))],
    until: `${endUs / SECOND + 12}s`,
  } as unknown as Json);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const records: TraceRecord[] = [];
  const session = new Session({ scenario: checked.value, level: 2, sink: (record) => records.push(record) });
  session.advance({ until: session.end() ?? 0 });
  const commands = records.flatMap((record) => (record.kind === 'input.command' ? [record.data.index] : []));
  const printed = commands
    .slice(-end.length)
    .map((index) =>
      records
        .flatMap((record) =>
          record.kind === 'command.output' && record.data.command === index ? [record.data.text] : [],
        )
        .join(''),
    );
  return {
    printed,
    life: lifeLine(
      records.filter(({ at }) => at <= endUs),
      endUs,
    ),
  };
}

/** What a life consists of, whatever its lengths. */
const states = (life: readonly LifePart[]): string =>
  [...new Set(life.map(({ state }) => state))].sort().join('');

const blanks = (text: string): string => text.replaceAll(/[^\S\n]+/g, ' ');

describe('every scenario plays to its stated end', () => {
  it.each(CATALOGUE)('$id', (entry) => {
    const { printed, life } = playToTheEnd(entry);
    entry.end.forEach(({ kubectl, prints, lacks = [] }, place) => {
      const text = blanks(printed[place] ?? '');
      for (const part of prints) expect(text, `kubectl ${kubectl}`).toContain(blanks(part));
      for (const part of lacks) expect(text, `kubectl ${kubectl}`).not.toContain(blanks(part));
    });
    // Out of date? `npm run -s podscope -- lives` prints the file.
    expect(states(readLife(LIVES[entry.id] ?? ''))).toBe(states(life));
  });
});
