import { expect, it } from 'vitest';
import type { Fault } from '../../../scenario/fault.ts';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { type FaultFacts, faultIndex } from './faults.ts';

/** The faults that are on after these, on a cluster of three nodes. */
function standing(...faults: readonly Fault[]): readonly FaultFacts[] {
  const writer = new TraceWriter();
  for (const name of ['control-plane', 'worker-1', 'worker-2']) {
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { name } };
    const put = { resource: 'nodes', namespace: '', name, rev: 1, prevRev: 0, object, changed: [] };
    writer.put('kube-apiserver', 'object.put', put);
  }
  for (const [index, fault] of faults.entries()) writer.put('workstation', 'input.fault', { index, fault });
  const { trace } = runOf(writer.records);
  return faultIndex(trace)
    .at(trace.length)
    .map(({ fault }) => fault);
}

const of = (state: 'down' | 'up', node?: string): Fault => ({
  kind: 'component',
  component: 'kubelet',
  ...(node === undefined ? {} : { node }),
  state,
});
const slow = (delayUs: number, node?: string): Fault => ({
  kind: 'component',
  component: 'kubelet',
  ...(node === undefined ? {} : { node }),
  state: 'slow',
  delayUs,
});

it('a component that is down and then slowed is both; up ends both', () => {
  expect(standing(of('down', 'worker-1'), slow(5, 'worker-1'))).toEqual([
    of('down', 'worker-1'),
    slow(5, 'worker-1'),
  ]);
  expect(standing(slow(5), of('down'))).toEqual([slow(5), of('down')]);
  expect(standing(of('down', 'worker-1'), slow(5, 'worker-1'), of('up', 'worker-1'))).toEqual([]);
});

it('a component that is no longer slow may be down still', () => {
  expect(standing(of('down', 'worker-1'), slow(5, 'worker-1'), slow(0, 'worker-1'))).toEqual([
    of('down', 'worker-1'),
  ]);
});

it('up on one node ends what was done to all, for that node', () => {
  expect(standing(of('down'), of('up', 'worker-1'))).toEqual([
    of('down', 'control-plane'),
    of('down', 'worker-2'),
  ]);
  expect(standing(of('down'), slow(5), slow(0, 'worker-2'))).toEqual([
    of('down'),
    slow(5, 'control-plane'),
    slow(5, 'worker-1'),
  ]);
});

it('what is done to all takes in what was done to one', () => {
  expect(standing(of('down', 'worker-1'), of('down'))).toEqual([of('down')]);
  expect(standing(of('down', 'worker-1'), slow(5, 'worker-2'), of('up'))).toEqual([]);
});
