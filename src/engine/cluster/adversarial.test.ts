import { expect, it } from 'vitest';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { Session } from './session.ts';

// Programs that mean no good, in a whole cluster: what they may take of the engine is bounded.

const MINUTES = 2;
/** Turns that a quiet cluster of this size takes in that time are some thousands. */
const MAX_TURNS = 300_000;
const MAX_RECORDS = 100_000;
const MAX_LOG_BYTES = 8_000_000;

const SCRIPTS: readonly (readonly [string, string])[] = [
  ['never ends', 'while :; do :; done'],
  ['never ends, and counts', 'i=0; while true; do i=$((i+1)); done'],
  ['prints without bound', 'while true; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done'],
  ['prints without bound by another', 'yes no'],
  ['prints one line without end', 'while true; do printf xxxxxxxxxxxxxxxx; done'],
  ['forks without bound', 'b() { b | b & }; b; sleep 1000'],
  ['forks children that stay', 'while true; do sleep 1000 & done'],
  ['forks children that end', 'while true; do true & done'],
  ['calls itself', 'f() { f; }; f'],
  ['runs itself', 'cat > /tmp/s <<E\n#!/bin/sh\n/tmp/s\nE\nchmod +x /tmp/s; /tmp/s'],
  ['doubles a text', 'x=x; while true; do x=$x$x; done'],
  ['nests substitutions', 'f() { echo $(f); }; f'],
  ['reads what is not there', 'while true; do cat /nosuch /proc/99/fd/7 < /also/not; done'],
  ['reads what has no end', 'cat /dev/zero > /tmp/z'],
  ['writes without end', 'while true; do cat /etc/passwd >> /tmp/f; done'],
  ['waits for itself', 'mkfifo /tmp/p; cat /tmp/p | cat > /tmp/p'],
  ['counts to the end of the world', 'seq 1 99999999999'],
  ['matches without end', 'yes aaaaaaaaaaaaaaaaaaaaaaaaaa | grep -E "(a+)+b"'],
  ['prints wide', 'printf "%999999999d" 1'],
  ['evaluates without end', 'e="eval \\$e"; eval $e'],
  ['makes folders without end', 'while true; do mkdir d; cd d; done'],
  ['is nonsense', '(((((((((((((((((((((((((((((((('],
];

it.each(SCRIPTS)('a program that %s', (_, script) => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'bad' },
    spec: {
      containers: [
        {
          name: 'app',
          image: 'busybox:1.36',
          command: ['sh', '-c', script],
          resources: { limits: { memory: '64Mi', cpu: '500m' } },
        },
      ],
      terminationGracePeriodSeconds: 1,
    },
  };
  const checked = checkScenario({
    title: 'x',
    steps: [
      { at: '0s', apply: JSON.stringify(pod) },
      { at: `${MINUTES * 60 - 20}s`, kubectl: 'delete pod bad' },
    ],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  let records = 0;
  let logged = 0;
  let gone = false;
  const session = new Session({
    scenario: checked.value,
    sink: (record) => {
      records++;
      if (record.kind === 'log.container') logged += record.data.text.length;
      if (record.kind === 'object.delete' && record.data.name === 'bad') gone = true;
    },
  });
  session.advance({ until: 0 });
  const result = session.advance({ until: MINUTES * 60_000_000, maxTurns: MAX_TURNS });
  expect([result, gone]).toEqual(['until', true]);
  expect(records).toBeLessThan(MAX_RECORDS);
  expect(logged).toBeLessThan(MAX_LOG_BYTES);
});
