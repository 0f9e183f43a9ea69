import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../trace/ids.ts';
import { commandOf, splitWords } from './command-line.ts';
import { parseDuration } from './duration.ts';
import { documentOf, formatScenario } from './format-scenario.ts';
import { checkScenario } from './check-scenario.ts';
import { parseScenario } from './parse.ts';
import { problemText } from './problem.ts';
import type { Scenario } from './scenario.ts';

const RECORDINGS = new URL('../recording/recordings/', import.meta.url);
const AREAS = ['api', 'cases', 'controllers', 'kubectl', 'node', 'scheduler', 'seeds'];

function problemsOf(text: string): string[] {
  const read = parseScenario(text);
  return read.ok ? [] : read.error.map(problemText);
}

function scenarioOf(text: string): Scenario {
  const read = parseScenario(text);
  if (!read.ok) throw new Error(read.error.map(problemText).join('\n'));
  return read.value;
}

describe('every recorded scenario', () => {
  const files = AREAS.flatMap((area) =>
    readdirSync(new URL(`${area}/`, RECORDINGS))
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => `${area}/${file}`),
  );

  it('is read, survives being written and read again, and becomes the command lines that were recorded', () => {
    expect(files.length).toBe(690);
    for (const file of files) {
      const scenario = scenarioOf(readFileSync(new URL(file, RECORDINGS), 'utf8'));
      expect(scenarioOf(formatScenario(scenario)), file).toEqual(scenario);
      expect(checkScenario(JSON.parse(JSON.stringify(documentOf(scenario)))), file).toEqual({
        ok: true,
        value: scenario,
      });
      const golden = JSON.parse(
        readFileSync(new URL(file.replace('.yaml', '.json'), RECORDINGS), 'utf8'),
      ) as { commands: { argv: string[] | null }[] };
      expect(
        scenario.steps.map((step) => commandOf(step)?.argv ?? null),
        file,
      ).toEqual(golden.commands.map(({ argv }) => argv));
    }
  });
});

describe('what is not a scenario', () => {
  it('is refused with its line and what was meant', () => {
    const text = [
      'title: x',
      'steps:',
      '- at: 1s',
      '  apply: x',
      '  tmeout: 3',
      '- at: 0.5s',
      '  fault: {cni: {node: worker-1, state: broken}}',
      '- at: soon',
      '  kubectl: get pods',
      'cluster: {nodes: five}',
      'unitl: 3s',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      'line 11, unitl: unknown key; did you mean until?',
      'line 10, cluster.nodes: no preset has the name "five"; there are recording, kind-1, kind-3, zones-3, nodes-50',
      'line 5, steps[0].tmeout: unknown key; known are at, apply, as',
      'line 7, steps[1].fault.cni.state: must be one of ok, missing-config, plugin-error, is the text "broken"',
      'line 8, steps[2].at: must be a time such as 2.5s, 500ms or 1m30s, is the text "soon"',
    ]);
  });

  it.each([
    [
      'title: x\nsteps: [{at: 0s, when: 3}]',
      'line 2, steps[0].when: unknown key; known are at, apply, create, kubectl, run, user, webhook, traffic, fault, addNode, as, stdin, timeout, shell, readyAfter',
    ],
    ['', 'the text is empty'],
    ['[1, 2]', 'line 1: must be a mapping, is a list'],
    ['formatVersion: 9\ntitle: x', 'line 1, formatVersion: is 9; this Podscope reads versions up to 1'],
    ['title: a\n---\ntitle: b\n', 'line 2: a scenario is one document; a second one begins here'],
    [
      'title: a\nsteps: [{at: 1s}]',
      'line 2, steps[0]: needs exactly one of apply, create, kubectl, run, user, webhook, traffic, fault, addNode',
    ],
    [
      'title: a\nsteps: [{at: 1s, kubctl: get pods}]',
      'line 2, steps[0].kubctl: unknown key; did you mean kubectl?',
    ],
    [
      'title: a\nsteps: [{at: 1s, apply: x, kubectl: y}]',
      'line 2, steps[0]: needs exactly one of apply, create, kubectl, run, user, webhook, traffic, fault, addNode, has apply and kubectl',
    ],
    [
      'title: a\nsteps: [{at: 2s, apply: x}, {at: 1s, apply: y}]',
      'line 2, steps[1]: comes before the step above it; steps go in order of at',
    ],
    [
      'title: a\nsteps: [{at: 2s, fault: {component: etcd, node: worker-1, state: down}}]',
      'line 2, steps[0].fault.node: only kubelet, containerd, kube-proxy run on every node; etcd takes no node',
    ],
    ['title: a\nfiles: {../x: y}', 'line 2, files.../x: a file name must be relative and stay in the folder'],
  ])('%j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('does not take the memory of whoever opens it', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level++) {
      const [name, before] = [String.fromCharCode(97 + level), String.fromCharCode(96 + level)];
      levels.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`);
    }
    expect(problemsOf(levels.join('\n'))).toEqual([
      'Excessive alias count indicates a resource exhaustion attack',
    ]);
  });

  it('does not take the stack either', () => {
    expect(problemsOf('['.repeat(50_000) + ']'.repeat(50_000))).toEqual([
      'line 1: the text is nested too deeply',
    ]);
  });

  it('cannot reach a prototype', () => {
    expect(problemsOf('title: x\n__proto__: {polluted: 1}\ncluster: {constructor: 1}')).toEqual(
      [
        'line 3, cluster.constructor: unknown key; known are preset, nodes, machines, objects, namespaceLabels, settle, pinNodes, metricsServer, anyNode, startSecond, runPods, settings, users, webhooks',
        'line 2, __proto__: unknown key; known are formatVersion, title, tags, cluster, files, images, steps, until, seed, view, cleanup, compare, compareNodes, countAttempts',
      ].sort(),
    );
  });
});

describe('defaults', () => {
  it('are those of the recorded cluster', () => {
    const { cluster, seed, untilUs } = scenarioOf('title: x');
    expect(cluster).toEqual({
      nodes: { from: 'preset', preset: 'recording' },
      objects: [],
      namespaceLabels: {},
      settleUs: 0,
      kubelets: 'real',
      pinNodes: false,
      metricsServer: false,
      anyNode: false,
      settings: {},
      users: [],
      webhooks: [],
      images: [],
    });
    expect([seed, untilUs]).toEqual([1, undefined]);
  });
});

it('times are texts or seconds', () => {
  expect(['2.5s', '500ms', '1m30s', '1h', '0.1s', 3, '12'].map(parseDuration)).toEqual([
    2.5 * SECOND,
    0.5 * SECOND,
    90 * SECOND,
    3600 * SECOND,
    0.1 * SECOND,
    3 * SECOND,
    12 * SECOND,
  ]);
  expect(['', 's', '1 s', '-1s', '1s2', null, -1, Number.NaN].map(parseDuration)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
});

it('words are split as a shell splits them', () => {
  expect(splitWords(`patch pod web -p '{"a":"b c"}' --x="d \\"e\\" \\n" f\\ g ''`)).toEqual([
    'patch',
    'pod',
    'web',
    '-p',
    '{"a":"b c"}',
    '--x=d "e" \\n',
    'f g',
    '',
  ]);
});

it('a manifest is told from a scenario', () => {
  const read = parseScenario('apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: []}\n');
  expect(read.ok ? [] : read.error.map(({ message }) => message)).toEqual([
    'this is a manifest: a scenario has it in a step, `steps: [{at: 0s, apply: …}]`',
  ]);
});
