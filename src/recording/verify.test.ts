import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../scenario/parse.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { compareRecording } from './comparable/compare.ts';
import { differences } from './comparable/differences.ts';
import { distill } from './comparable/distill.ts';
import { FACETS, facets } from './comparable/facets.ts';
import type { Golden, SchedulerGolden } from './comparable/golden.ts';
import { distillScheduler } from './comparable/scheduler-distill.ts';
import { ROLLOUT } from './comparable/testing/rollout.ts';
import { TIE } from './comparable/testing/tie.ts';
import type { Recording } from './format.ts';
import type { KnownDifference } from './known-differences.ts';
import {
  differencesText,
  lineDiff,
  proofsText,
  staleText,
  statusLine,
  tableText,
  timingText,
} from './verify-text.ts';
import type { Case } from './verify.ts';
import { countProven, exitCode, onlyFacets, proofsOf, statusOf, verifyCase } from './verify.ts';

const SCENARIO = { title: 'x' } as unknown as Scenario;
const same: Golden = distill(ROLLOUT);
const one = (golden: Golden | SchedulerGolden, area = 'controllers'): Case => ({
  area,
  name: golden.name,
  scenario: SCENARIO,
  golden,
});
const play = (recording: Recording) => (): Recording => recording;
const changed: Golden = {
  ...same,
  rows: {
    ...same.rows,
    'web-<hash1>-<pod1>': ['0/1 Pending 0', '0/1 ContainerCreating 0', '1/1 Running 0'],
  },
  cri: { ...same.cri, other: ['RunPodSandbox'] },
};

describe('a golden', () => {
  it('agrees with the recording it was made of', () => {
    expect(compareRecording(same, ROLLOUT).flatMap((facet) => facet.differences)).toEqual([]);
    expect(compareRecording(distillScheduler(TIE), TIE).flatMap((facet) => facet.differences)).toEqual([]);
  });

  it('differs in exactly what was changed', () => {
    const found = compareRecording(changed, ROLLOUT).flatMap((facet) =>
      facet.differences.map(({ path }) => path),
    );
    expect(found).toEqual(['rows/web-<hash1>-<pod1>', 'cri/other']);
  });

  it('is not compared where the real cluster varied', () => {
    expect(
      compareRecording({ ...changed, vary: ['rows/web', 'cri'] }, ROLLOUT).flatMap(
        (facet) => facet.differences,
      ),
    ).toEqual([]);
  });

  it('holds counts within what was seen', () => {
    const counted = (stdout: string): Recording => ({
      ...ROLLOUT,
      commands: [{ at: 0, argv: ['logs', 'client'], exit: 0, stdout, stderr: '' }],
    });
    const found = (stdout: string): unknown => {
      const golden = {
        ...distill(counted(stdout)),
        ranges: { failed: [1, 3] as const },
      };
      return compareRecording(golden, counted(stdout)).find(({ facet }) => facet === 'ranges')?.differences;
    };
    expect(found('ok=78 failed=2\n')).toEqual([]);
    expect(found('ok=76 failed=4\n')).toEqual([{ path: 'ranges/failed', want: '1 to 3', got: [4] }]);
    expect(found('')).toEqual([{ path: 'ranges/failed', want: '1 to 3', got: [] }]);
  });

  it('of the scheduler is compared in the other facets when no attempts were recorded', () => {
    const { attempts: _, ...rest } = TIE;
    expect(compareRecording(distillScheduler(TIE), rest).map(({ facet }) => facet)).toEqual([
      'commands',
      'pods',
      'nodes',
      'claims',
      'otherEvents',
    ]);
  });
});

describe('a verdict', () => {
  const exact = verifyCase(one(same), play(ROLLOUT));
  const differs = verifyCase(one({ ...changed, name: 'changed' }, 'node'), play(ROLLOUT));
  const crashed = verifyCase(one({ ...same, name: 'crash' }, 'node'), () => {
    throw new Error('absent: node');
  });
  const known: KnownDifference[] = [
    { scenario: 'node/changed', facet: 'rows', reason: 'x' },
    { scenario: 'node/changed', facet: 'cri', reason: 'x' },
    { scenario: 'controllers/rollout', facet: 'final', reason: 'x' },
  ];

  it('is exact, known, differs or crashed, and only the first two pass', () => {
    expect([exact, differs, crashed].map((verdict) => statusOf(verdict, []))).toEqual([
      'exact',
      'differs',
      'crashed',
    ]);
    expect(statusOf(differs, known)).toBe('known');
    expect(statusOf(differs, known.slice(1))).toBe('differs');
    expect(
      [[exact], [differs], [crashed], [exact, differs]].map((verdicts) => exitCode(verdicts, [])),
    ).toEqual([0, 1, 1, 1]);
    expect(exitCode([exact, differs], known)).toBe(0);
    expect(statusOf(onlyFacets(differs, ['events', 'final']), [])).toBe('exact');
  });

  it('prints as a line, and its differences as small diffs', () => {
    expect(statusLine(differs, known.slice(1))).toBe('differs  node/changed  rows 1, cri 1 (known)\n');
    expect(statusLine(crashed, [])).toBe('crashed  node/crash  Error: absent: node\n');
    expect(differencesText(differs, 1)).toBe(
      [
        '    rows/web-<hash1>-<pod1>',
        '        0/1 Pending 0',
        '      - 0/1 ContainerCreating 0',
        '        1/1 Running 0',
        '    1 more',
        '',
      ].join('\n'),
    );
  });

  it('counts in the table: exact of those that hold something', () => {
    const rows = tableText([exact, differs, crashed], [])
      .split('\n')
      .map((row) => row.split(/ {2,}/));
    expect(rows).toEqual([
      ['area', 'exact', 'known', 'differs', 'crashed', ...FACETS],
      ['controllers', '1/1', '0', '0', '0', '1/1', '1/1', '1/1', '1/1', '1/1', '1/1', '1/1', '1/1'],
      ['node', '0/2', '0', '1', '1', '1/1', '0/1', '1/1', '1/1', '1/1', '1/1', '1/1', '0/1'],
      ['all', '1/3', '0', '1', '1', '2/2', '1/2', '2/2', '2/2', '2/2', '2/2', '2/2', '1/2'],
      [''],
    ]);
  });

  it('counts what is known in its area and in the sum', () => {
    const rows = tableText([exact, differs, crashed], known).split('\n');
    expect(rows.slice(2, 4).map((row) => row.split(/ {2,}/).slice(0, 5))).toEqual([
      ['node', '0/2', '1', '0', '1'],
      ['all', '1/3', '1', '0', '1'],
    ]);
  });

  it('tells moments far from the recorded ones, without minding them', () => {
    const later = {
      ...ROLLOUT,
      watch: ROLLOUT.watch.map((change) => ({
        ...change,
        at: change.at >= 1.5 ? change.at + 4 : change.at,
      })),
    };
    const late = verifyCase(one(same), play(later));
    expect(statusOf(late, [])).toBe('exact');
    expect(timingText(late).split('\n')[0]).toBe(
      '    web-<hash1>-<pod1> phase Running  recorded 1.5s, here 5.5s',
    );
    expect(exact.timing).toEqual([]);
  });

  it('is chance for certain where another seed agrees', () => {
    const golden = one({ ...changed, name: 'changed' }, 'node');
    const entries = known.map((entry) => ({
      ...entry,
      seed: entry.facet === 'rows' ? 2 : 3,
    }));
    const agrees: Recording = { ...ROLLOUT, cri: [] };
    const proofs = proofsOf(golden, entries, (_scenario, _name, seed) => (seed === 2 ? ROLLOUT : agrees));
    expect(proofs.map(({ seed, holds }) => [seed, holds])).toEqual([
      [2, false],
      [3, false],
    ]);
    expect(proofsText([exact, differs], entries, proofs)).toBe(
      [
        'chance, as another seed proves: 0 of 1 known',
        'node/changed: rows does not agree under seed 2',
        'node/changed: cri does not agree under seed 3',
        '',
      ].join('\n'),
    );
    const proven = proofs.map((proof) => ({ ...proof, holds: true }));
    expect(countProven([exact, differs], entries, proven)).toBe(1);
    expect(countProven([exact, differs], entries, proven.slice(1))).toBe(0);
    expect(proofsText([exact, differs], entries, [])).toBe('');
  });

  it('names what may come off the known list', () => {
    expect(staleText([exact, differs], known)).toBe(
      'controllers/rollout: final agrees; take it off the known list\n',
    );
  });
});

it('a diff of lines keeps two around each change', () => {
  expect(lineDiff(['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['a', 'b', 'c', 'd', 'x', 'f', 'g'])).toEqual([
    '  …',
    '  c',
    '  d',
    '- e',
    '+ x',
    '  f',
    '  g',
  ]);
});

describe('the recordings in the project', () => {
  const root = new URL('recordings/', import.meta.url);
  const areas = ['api', 'cases', 'controllers', 'kubectl', 'node', 'scheduler', 'seeds'];

  it('are complete: each scenario is readable and has its golden, which agrees with itself', () => {
    const counts = areas.map((area) => {
      const names = readdirSync(new URL(`${area}/`, root)).filter((file) => file.endsWith('.json'));
      for (const file of names) {
        const golden = JSON.parse(readFileSync(new URL(`${area}/${file}`, root), 'utf8')) as Golden;
        expect(golden.name, file).toBe(file.replace('.json', ''));
        if (area !== 'scheduler')
          expect(differences(facets(golden).commands, facets(golden).commands, 'commands')).toEqual([]);
      }
      return names.length;
    });
    expect(counts).toEqual([106, 36, 146, 45, 148, 162, 47]);
    expect(parseScenario(readFileSync(new URL('node/sandbox-killed.yaml', root), 'utf8')).ok).toBe(true);
  });
});
