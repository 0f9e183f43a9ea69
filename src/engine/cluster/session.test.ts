import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { FIRST_POD } from '../../scenario/catalogue/start.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { digestOfRecords } from '../../trace/digest.ts';
import type { SimTime } from '../../trace/ids.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { SessionInput } from './inputs.ts';
import { Session } from './session.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: 'nginx:1.25', ports: [{containerPort: 80}]}
`;

const CRASHING = `apiVersion: v1
kind: Pod
metadata: {name: crash}
spec:
  containers:
  - {name: app, image: 'busybox:1.36', command: [sh, -c, 'echo no; sleep 1; exit 3']}
`;

function scenarioOf(document: unknown): Scenario {
  const checked = checkScenario(document as Json);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  return checked.value;
}

const SCENARIOS: readonly (readonly [string, Scenario])[] = [
  ['the first Pod', scenarioOf({ ...FIRST_POD.document, until: '12s' })],
  [
    'a Deployment rolled out, scaled and deleted',
    scenarioOf({
      title: 'x',
      steps: [
        { at: '0s', apply: DEPLOYMENT },
        { at: '6s', kubectl: 'scale deployment web --replicas=5' },
        { at: '10s', kubectl: 'delete deployment web' },
      ],
      until: '25s',
    }),
  ],
  [
    'a crash loop with a kubelet that dies',
    scenarioOf({
      title: 'x',
      steps: [
        { at: '0s', apply: CRASHING },
        { at: '9s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
        { at: '14s', fault: { component: 'kubelet', node: 'worker-1', state: 'up' } },
      ],
      until: '40s',
    }),
  ],
];

/** Plays to the end in chunks of so many turns. */
function records(scenario: Scenario, maxTurns: number, seed = 1): TraceRecord[] {
  const made: TraceRecord[] = [];
  const session = new Session({ scenario, seed, sink: (record) => made.push(record) });
  while (session.advance({ until: scenario.untilUs ?? 0, maxTurns }) === 'turns');
  return made;
}

describe.each(SCENARIOS)('%s', (_, scenario) => {
  it('gives the same records twice, however it is chunked', () => {
    const whole = records(scenario, Number.MAX_SAFE_INTEGER);
    const digest = digestOfRecords(whole);
    expect(whole.length).toBeGreaterThan(300);
    expect(digestOfRecords(records(scenario, 7))).toBe(digest);
    expect(digestOfRecords(records(scenario, 1009))).toBe(digest);
  });

  it('gives every record but inputs and the start a cause that came before it', () => {
    for (const { seq, cause, at } of records(scenario, Number.MAX_SAFE_INTEGER)) {
      if (cause !== undefined) expect(cause).toBeLessThan(seq);
      else expect(at).toBeLessThanOrEqual(scenario.untilUs ?? 0);
    }
  });
});

it('other seeds give other runs', () => {
  const [, scenario] = SCENARIOS[1] as readonly [string, Scenario];
  expect(digestOfRecords(records(scenario, 5_000, 1))).not.toBe(digestOfRecords(records(scenario, 5_000, 2)));
});

describe('what is done where a run would end', () => {
  const [, , [, crashing]] = SCENARIOS as readonly [unknown, unknown, readonly [string, Scenario]];
  const typed = (at: number) =>
    ({ step: { kind: 'run', at: at as SimTime, line: 'kubectl get pods' } }) as const;

  function played(inputs: readonly SessionInput[], extendedUs?: number, maxTurns?: number) {
    const made: TraceRecord[] = [];
    const session = new Session({ scenario: crashing, inputs, sink: (record) => made.push(record) });
    let end = session.goOn(extendedUs, maxTurns);
    while (end === 'turns') end = session.goOn(extendedUs, maxTurns);
    return { end, at: session.now(), made };
  }

  it('happens behind it, and is played out', () => {
    expect(played([])).toMatchObject({ end: 'until', at: 40_000_000 });
    const { end, at, made } = played([typed(40_500_000)]);
    expect({ end, at }).toEqual({ end: 'horizon', at: 100_500_000 });
    expect(made.some(({ kind, at: when }) => kind === 'command.exit' && when >= 40_500_000)).toBe(true);
    expect(digestOfRecords(played([typed(40_500_000)], undefined, 97).made)).toBe(digestOfRecords(made));
  });

  it('happens behind what the reader had simulated on to', () => {
    expect(played([], 70_000_000)).toMatchObject({ end: 'until', at: 70_000_000 });
    expect(played([typed(70_000_000)], 70_000_000).at).toBe(130_000_000);
  });
});
