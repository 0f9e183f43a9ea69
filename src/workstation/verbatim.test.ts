import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { KubeObject } from '../api/object.ts';
import { ADMIN } from '../engine/cluster/identities.ts';
import { Kernel } from '../engine/kernel/kernel.ts';
import { DEFAULT_SETTINGS } from '../engine/kernel/settings.ts';
import { Client } from '../engine/machinery/client.ts';
import { SECOND } from '../trace/ids.ts';
import type { TraceRecord } from '../trace/record.ts';
import { shelfTransport } from './testing/shelf.ts';
import { createWorkstation } from './workstation.ts';

// What kubectl 1.36 printed of these objects, byte for byte; only ages depend on the moment.

const FOLDER = new URL('../recording/recordings/verbatim/', import.meta.url);
const STEP_US = 100_000;
/** Upstream walks a Go map where it prints these: their lines come in any order. */
const UNORDERED = new Set(['describe-namespace']);

interface Recorded {
  readonly command: string;
  readonly namespace: string;
  readonly printedBetween: readonly [string, string];
  readonly objects: Readonly<Record<string, KubeObject & { readonly items?: readonly KubeObject[] }>>;
}

/** What our kubectl prints of the objects at a moment (Unix µs). */
function printedAt({ command, namespace, objects }: Recorded, unixUs: number): string {
  const records: TraceRecord[] = [];
  const kernel = new Kernel({ seed: 1, epochUs: unixUs, sink: (record) => records.push(record) });
  const all = Object.values(objects).flatMap((object) => object.items ?? [object]);
  const wire = shelfTransport(kernel, all);
  const settings = { ...DEFAULT_SETTINGS, kubectlStartUs: 0 };
  const context = { kernel, settings, connect: (identity: typeof ADMIN) => new Client(wire, identity) };
  const workstation = createWorkstation(context, { admin: ADMIN, server: 'https://10.99.0.1:6443' });
  workstation.run({ run: { kubectl: [...command.split(' ').slice(1), '-n', namespace] } });
  kernel.advance({ until: kernel.now() + SECOND });
  return records.map((record) => (record.kind === 'command.output' ? record.data.text : '')).join('');
}

const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -'.txt'.length));

it.each(names)('%s', (name) => {
  const text = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8');
  const recorded = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Recorded;
  const [from, to] = recorded.printedBetween.map((time) => Date.parse(time) * 1_000) as [number, number];
  const split = (whole: string): readonly string[] =>
    UNORDERED.has(name) ? whole.split('\n').sort() : whole.split('\n');
  const wanted = split(text);
  const last = split(printedAt(recorded, to));
  const printed = [last];
  for (let at = from; at < to; at += STEP_US) printed.push(split(printedAt(recorded, at)));
  // A line is right when it was at some moment of the command: it asked the server more than once.
  const seen = last.map((line, index) =>
    printed.some((candidate) => candidate[index] === wanted[index]) ? wanted[index] : line,
  );
  expect(seen).toEqual(wanted);
});
