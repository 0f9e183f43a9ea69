import { expect, it } from 'vitest';
import { RESOURCES } from '../../../../api/resources.ts';
import recorded from './answers.json' with { type: 'json' };
import { containerNames, offered } from './offer.ts';
import type { Source } from './pieces.ts';
import { planOf } from './plan.ts';

// answers.json: what kubectl 1.36.3 answers to `__completeNoDesc` before a cluster with these objects.

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'default pods': [
    'db-65d59b545d-tbc7v',
    'j1-rswzm',
    'multi',
    'web-7d876db474-mwcb9',
    'web-7d876db474-zvvd9',
  ],
  'default deployments.apps': ['db', 'web'],
  'default services': ['web'],
  'default serviceaccounts': ['bob', 'default'],
  'default configmaps': ['cm', 'kube-root-ca.crt'],
  'team-a configmaps': ['kube-root-ca.crt', 'other'],
  ' nodes': ['control-plane', 'worker-1', 'worker-2'],
  ' namespaces': ['default', 'kube-node-lease', 'kube-public', 'kube-system', 'team-a'],
};
const CONTAINERS: Readonly<Record<string, readonly string[]>> = {
  multi: ['init1', 'main', 'side'],
  'pod/multi': ['init1', 'main', 'side'],
  'deploy/web': ['nginx'],
};
const ENTRIES = {
  clusters: 'kubernetes',
  contexts: 'kubernetes-admin@kubernetes',
  users: 'kubernetes-admin',
};

function listed(source: Source): readonly string[] {
  if ('words' in source) return source.words;
  if ('names' in source) return NAMES[`${source.namespace} ${source.names.key}`] ?? [];
  if ('containers' in source) return CONTAINERS[source.containers] ?? [];
  return [ENTRIES[source.entries]];
}

function answer(line: string): string {
  const words = line.split(' ').map((word) => word.replace(/''$/, ''));
  const word = words.pop() ?? '';
  const plan = planOf(words, word, { resources: RESOURCES, namespace: 'default' });
  const lists = plan.pieces.map(({ source }) => listed(source));
  const { words: found, directive } = offered(plan, word, lists);
  return [...found, `:${directive}`].join(' ');
}

const TYPES = recorded.types.join(' ');
const HALVES = recorded.types.map((type) => `${type}/`).join(' ');

it('answers as kubectl does', () => {
  for (const [line, wanted] of Object.entries(recorded.answers)) {
    expect(`${line}: ${answer(line)}`).toBe(
      `${line}: ${wanted.replace(/^TYPES\//, HALVES).replace(/^TYPES/, TYPES)}`,
    );
  }
});

it('leaves to the shell what kubectl leaves to it', () => {
  expect(recorded.nothing.filter((line) => answer(line) !== ':0')).toEqual([]);
  expect(recorded.noFiles.filter((line) => answer(line) !== ':4')).toEqual([]);
});

it('knows the containers of a template', () => {
  const template = { spec: { containers: [{ name: 'main' }], initContainers: [{ name: 'first' }] } };
  expect(containerNames({ spec: { template } })).toEqual(['first', 'main']);
});
