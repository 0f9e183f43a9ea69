import { expect, it } from 'vitest';
import type { Node } from '../../../api/generated/types.ts';
import { missingLabels } from './labels.ts';

const node = (labels: Readonly<Record<string, string>>): Node =>
  ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', labels }, spec: {}, status: {} }) as Node;

it('lets the old names of labels follow the new ones', () => {
  expect(missingLabels(node({ 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/os': 'windows' }))).toEqual({
    'beta.kubernetes.io/os': 'linux',
  });
  expect(missingLabels(node({ 'kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/arch': 'amd64' }))).toBe(
    undefined,
  );
  expect(missingLabels(node({}))).toBe(undefined);
});
