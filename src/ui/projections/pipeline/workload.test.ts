import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { runOf, TraceWriter } from '../testing/builder.ts';
import { successorOf } from './workload.ts';

/** A Pod of the Deployment `web` in one of its ReplicaSets, or of nobody's. */
const pod = (name: string, hash: string, deletionTimestamp?: string): KubeObject => ({
  metadata: {
    namespace: 'default',
    name,
    uid: name,
    ...(hash === '' ? {} : { labels: { 'pod-template-hash': hash } }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(hash === ''
      ? {}
      : {
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `web-${hash}`, uid: hash, controller: true },
          ],
        }),
  },
});

const END = '2026-11-30T09:00:30Z';

/** The name of who is looked at after the Pod `gone`, at the end of what was written. */
function after(gone: string, write: (trace: TraceWriter) => void): string | undefined {
  const trace = new TraceWriter();
  write(trace);
  const { world } = runOf(trace.records);
  return successorOf(world, trace.records.length, { namespace: 'default', name: gone })?.metadata.name;
}

it('a Pod that is gone is followed by the first of its Deployment made since it was to go', () => {
  const name = after('old', (trace) => {
    trace.store('pods', pod('old', 'a'));
    trace.store('pods', pod('sibling', 'a'));
    trace.store('pods', pod('early', 'b'));
    trace.store('pods', pod('old', 'a', END));
    trace.store('pods', pod('alone', ''));
    trace.store('pods', pod('next', 'b'));
    trace.store('pods', pod('later', 'b'));
    trace.erase('pods', pod('old', 'a', END));
  });
  expect(name).toBe('next');
});

it('where none was made since, by the last made that stays', () => {
  const name = after('old', (trace) => {
    trace.store('pods', pod('old', 'a'));
    trace.store('pods', pod('first', 'b'));
    trace.store('pods', pod('second', 'b'));
    trace.store('pods', pod('third', 'b', END));
    trace.erase('pods', pod('old', 'a'));
  });
  expect(name).toBe('second');
});

it('a Pod that nothing keeps is followed by none', () => {
  const name = after('alone', (trace) => {
    trace.store('pods', pod('alone', ''));
    trace.store('pods', pod('other', ''));
    trace.erase('pods', pod('alone', ''));
  });
  expect(name).toBeUndefined();
});
