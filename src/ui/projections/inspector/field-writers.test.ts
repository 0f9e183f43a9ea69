import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { writtenText } from './field-writers.ts';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web',
    labels: { a: 'b', app: 'web' },
    finalizers: ['x.y/z'],
    managedFields: [
      {
        manager: 'kubectl-client-side-apply',
        operation: 'Update',
        time: '2026-11-30T09:00:12Z',
        fieldsV1: {
          'f:metadata': {
            'f:labels': { '.': {}, 'f:app': {} },
            'f:finalizers': { '.': {}, 'v:"x.y/z"': {} },
          },
          'f:spec': {
            'f:containers': {
              'k:{"name":"web"}': {
                '.': {},
                'f:name': {},
                'f:command': {},
                'f:ports': {
                  '.': {},
                  'k:{"containerPort":80,"protocol":"TCP"}': {
                    '.': {},
                    'f:containerPort': {},
                    'f:protocol': {},
                  },
                },
              },
            },
          },
        },
      },
      {
        manager: 'kubectl-label',
        operation: 'Update',
        time: '2026-11-30T09:00:32Z',
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:a': {} } } },
      },
      {
        manager: 'kubelet',
        operation: 'Update',
        subresource: 'status',
        time: '2026-11-30T09:00:33Z',
        fieldsV1: { 'f:status': { 'f:phase': {} } },
      },
    ],
  },
  spec: {
    containers: [
      { name: 'web', command: ['sh', '-c', 'a\nb'], ports: [{ containerPort: 80, protocol: 'TCP' }] },
      { name: 'other' },
    ],
  },
  status: { phase: 'Running' },
} as unknown as KubeObject;

it('tells who wrote each line, down to items of lists', () => {
  const { writers, lines } = writtenText(pod);
  const managers = (by: readonly number[]): string => by.map((at) => writers[at]?.manager).join();
  expect(lines.map(({ text, by }) => [text.trim(), managers(by)])).toEqual([
    ['apiVersion: v1', ''],
    ['kind: Pod', ''],
    ['metadata:', ''],
    ['finalizers:', 'kubectl-client-side-apply'],
    ['- x.y/z', 'kubectl-client-side-apply'],
    ['labels:', 'kubectl-client-side-apply'],
    ['a: b', 'kubectl-label'],
    ['app: web', 'kubectl-client-side-apply'],
    ['name: web', ''],
    ['spec:', ''],
    ['containers:', ''],
    ['- command:', 'kubectl-client-side-apply'],
    ['- sh', 'kubectl-client-side-apply'],
    ['- -c', 'kubectl-client-side-apply'],
    ['- |-', 'kubectl-client-side-apply'],
    ['a', 'kubectl-client-side-apply'],
    ['b', 'kubectl-client-side-apply'],
    ['name: web', 'kubectl-client-side-apply'],
    ['ports:', 'kubectl-client-side-apply'],
    ['- containerPort: 80', 'kubectl-client-side-apply'],
    ['protocol: TCP', 'kubectl-client-side-apply'],
    ['- name: other', ''],
    ['status:', ''],
    ['phase: Running', 'kubelet'],
  ]);
  expect(writers.map(({ manager, lines: count }) => [manager, count])).toEqual([
    ['kubectl-client-side-apply', 14],
    ['kubectl-label', 1],
    ['kubelet', 1],
  ]);
});

it('a field two have applied belongs to both', () => {
  const set = { 'f:data': { 'f:k': {} } };
  const shared = {
    kind: 'ConfigMap',
    metadata: {
      managedFields: [
        { manager: 'a', operation: 'Apply', fieldsV1: set },
        { manager: 'b', operation: 'Apply', fieldsV1: set },
      ],
    },
    data: { k: 'v' },
  } as unknown as KubeObject;
  expect(writtenText(shared).lines.find(({ text }) => text === '  k: v')?.by).toEqual([0, 1]);
});
