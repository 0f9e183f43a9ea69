import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { Session } from '../../engine/cluster/session.ts';
import { SECOND } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { parseDuration } from '../duration.ts';
import { checkScenario } from '../parse.ts';
import { CATALOGUE } from './all.ts';
import type { CatalogueEntry } from './entry.ts';

/** What each of an entry's last commands printed when the scenario had played to its end. */
function printedAtTheEnd({ document, end }: CatalogueEntry): string[] {
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
  return commands
    .slice(-end.length)
    .map((index) =>
      records
        .flatMap((record) =>
          record.kind === 'command.output' && record.data.command === index ? [record.data.text] : [],
        )
        .join(''),
    );
}

const blanks = (text: string): string => text.replaceAll(/[^\S\n]+/g, ' ');

describe('every scenario plays to its stated end', () => {
  it.each(CATALOGUE)('$id', (entry) => {
    const printed = printedAtTheEnd(entry);
    entry.end.forEach(({ kubectl, prints, lacks = [] }, place) => {
      const text = blanks(printed[place] ?? '');
      for (const part of prints) expect(text, `kubectl ${kubectl}`).toContain(blanks(part));
      for (const part of lacks) expect(text, `kubectl ${kubectl}`).not.toContain(blanks(part));
    });
  });
});
