import { expect, it } from 'vitest';
import type { TraceRecord } from '../../trace/record.ts';
import { lifeLine, lifeText, readLife } from './life-line.ts';

const put = (at: number, status: object, metadata: object = {}, name = 'web'): TraceRecord =>
  ({
    at,
    kind: 'object.put',
    data: { resource: 'pods', namespace: 'default', name, object: { metadata, status } },
  }) as unknown as TraceRecord;
const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };

it('tells the first Pod’s life in shares of the run, and reads it back', () => {
  const life = lifeLine(
    [
      put(0, { phase: 'Pending' }),
      put(1, { phase: 'Pending' }, {}, 'other'),
      put(20, { phase: 'Running' }),
      put(30, ready),
      put(70, ready, { deletionTimestamp: 'x' }),
      {
        at: 90,
        kind: 'object.delete',
        data: { resource: 'pods', namespace: 'default', name: 'web', object: {} },
      } as unknown as TraceRecord,
    ],
    100,
  );
  expect(lifeText(life)).toBe('p20 r10 R40 t20 g10');
  expect(readLife('p20 r10 R40 t20 g10')).toEqual(life);
});

it('tells waiting on an error from waiting, and being down from running', () => {
  const waiting = (reason: string) => ({
    phase: 'Pending',
    containerStatuses: [{ state: { waiting: { reason } } }],
  });
  const down = {
    phase: 'Running',
    containerStatuses: [{ state: { terminated: { exitCode: 1 } } }],
  };
  expect(
    lifeText(lifeLine([put(0, waiting('ContainerCreating')), put(50, waiting('ErrImagePull'))], 100)),
  ).toBe('p50 x50');
  expect(lifeText(lifeLine([put(0, { phase: 'Running' }), put(40, down)], 100))).toBe('r40 c60');
});

it('a run without a Pod has no line', () => {
  expect(lifeText(lifeLine([], 100))).toBe('');
  expect(readLife('')).toEqual([]);
});
