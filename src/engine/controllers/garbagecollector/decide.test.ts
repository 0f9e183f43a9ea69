import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { type OwnerState, blockers, decide, dropReferencesPatch } from './decide.ts';
import type { Node } from './graph.ts';

const owner = (uid: string, blockOwnerDeletion = true) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: uid,
  uid,
  blockOwnerDeletion,
});
const object = (uids: readonly string[], finalizers: readonly string[] = []): KubeObject => ({
  metadata: {
    name: 'x',
    uid: 'x',
    ownerReferences: uids.map((uid) => owner(uid)),
    finalizers: [...finalizers],
  },
});
const node = (more: Partial<Node> = {}): Node => ({
  identity: {
    uid: 'x',
    resource: 'configmaps',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: 'default',
    name: 'x',
  },
  owners: [],
  dependents: new Set(),
  deletingDependents: false,
  beingDeleted: false,
  virtual: false,
  ...more,
});

const cases: readonly [string, KubeObject, readonly OwnerState[], object][] = [
  ['without owners', object([]), [], { do: 'nothing' }],
  ['with a live owner', object(['a']), ['solid'], { do: 'nothing' }],
  [
    'with no owner left',
    object(['a', 'b']),
    ['dangling', 'dangling'],
    { do: 'delete', policy: 'Background' },
  ],
  [
    'that asks for its own to be orphaned',
    object(['a'], ['orphan']),
    ['dangling'],
    { do: 'delete', policy: 'Orphan' },
  ],
  [
    'that asks for the foreground',
    object(['a'], ['foregroundDeletion']),
    ['dangling'],
    { do: 'delete', policy: 'Foreground' },
  ],
  [
    'whose owner waits, with nothing below',
    object(['a']),
    ['waiting'],
    { do: 'delete', policy: 'Background' },
  ],
];
it.each(cases)('an object %s', (_, latest, states, verdict) => {
  expect(decide(node(), latest, states)).toEqual(verdict);
});

it('with one live owner the references to the gone and the waiting are dropped', () => {
  expect(decide(node(), object(['a', 'b', 'c']), ['dangling', 'solid', 'waiting'])).toEqual({
    do: 'drop-references',
    owners: [owner('a'), owner('c')],
  });
  expect(dropReferencesPatch('x', ['a'])).toEqual({
    metadata: { uid: 'x', ownerReferences: [{ $patch: 'delete', uid: 'a' }] },
  });
});

it('an owner that waits is followed in the foreground, unless two wait for each other', () => {
  const parent = node({ dependents: new Set([node()]) });
  expect(decide(parent, object(['a']), ['waiting'])).toEqual({ do: 'delete', policy: 'Foreground' });
  const circle = node({ dependents: new Set([node({ deletingDependents: true })]) });
  expect(decide(circle, object(['a']), ['waiting'])).toEqual({ do: 'unblock' });
});

it('only dependents that say so keep their owner', () => {
  const blocking = node({ owners: [owner('x')] });
  const free = node({ owners: [owner('x', false)] });
  expect(blockers(node({ dependents: new Set([blocking, free]) }))).toEqual([blocking]);
});
