import { beforeAll, expect, it } from 'vitest';
import { loopNote } from './loop-notes.ts';
import { knowKoreanNotes } from './catalogue/loop-notes.ko.ts';

beforeAll(() => knowKoreanNotes());

it.each([
  ['2 Pods wanted, 1 is: create 1', '원하는 Pod 2개, 있는 Pod 1개: 1개를 만든다'],
  ['new 1 of 3, old 2: new to 2', '새 Pod 3개 중 1개, 옛 Pod 2개: 새 Pod를 2개로 한다'],
  ['db-0 is not ready: wait', 'db-0은 준비되지 않았다: 기다린다'],
  [
    'no ReplicaSet has this template: create web-5d with 3',
    '이 템플릿의 ReplicaSet이 없다: web-5d를 3개로 만든다',
  ],
  // What Kubernetes itself says, and names, stay as they are.
  ['PodGC: node no longer exists: delete', 'PodGC: node no longer exists: 지운다'],
  ['node.kubernetes.io/not-ready:NoExecute', 'node.kubernetes.io/not-ready:NoExecute'],
])('a loop’s reckoning in Korean: %s', (note, korean) => {
  expect(loopNote(note, 'ko')).toBe(korean);
  expect(loopNote(note, 'en')).toBe(note);
});
