import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import type { Link } from './link.ts';
import { FAILING, WELL } from './testing/failing.ts';
import { playedTo } from './testing/play.ts';
import { whyCluster } from './why.ts';

function chainOf(steps: readonly JsonObject[], after: number): readonly Link[] {
  const scenario = checkScenario({ title: 'why', cluster: { preset: 'kind-3' }, steps });
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.error));
  return whyCluster(playedTo(scenario.value, after).cluster);
}

describe('Why? names the root that an expert would', () => {
  it.each(FAILING)('$name: $cause', ({ steps, after, cause, words }) => {
    const root = chainOf(steps, after).at(-1);
    expect(root?.cause).toBe(cause);
    const told = [root?.about ?? '', ...(root?.evidence ?? []).map(({ says }) => says)];
    expect(told.join('\n')).toContain(words);
  });

  it.each(WELL)('$name: nothing to explain', ({ steps, after }) => {
    expect(chainOf(steps, after)).toEqual([]);
  });
});
