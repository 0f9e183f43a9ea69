import { expect, it } from 'vitest';
import { nodeSteps, rowOf, splitNodes, stepOf, withSetting } from './edit.ts';

it.each([
  { at: '0s', kubectl: 'get pods' },
  { at: '1s', run: 'kubectl get pods | head' },
  { at: '2s', apply: 'kind: Pod\n' },
  { at: '3s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
  { at: '4s', kubectl: 'get pods', as: 'viewer' },
  { at: '5s', user: 'developer' },
])('a row keeps the step %j', (step) => {
  expect(stepOf(rowOf(step as never))).toEqual(step);
});

it('sets nodes up by kubectl at the start, and finds them again', () => {
  const nodes = {
    'worker-1': { labels: 'disk=ssd zone=a', taints: 'gpu=true:NoSchedule', cordon: false },
    'worker-2': { labels: '', taints: '', cordon: true },
  };
  const rest = [{ at: '0s', kubectl: 'apply -f web.yaml' }];
  expect(splitNodes([...nodeSteps(nodes), ...rest])).toEqual({ nodes, rest });
  expect(splitNodes(rest)).toEqual({ nodes: {}, rest });
});

it('keeps only settings that differ', () => {
  const document = { title: 'T', cluster: { preset: 'kind-3', settings: { dnsUs: 5 } }, steps: [] };
  expect(withSetting(document, 'dnsUs', undefined).cluster).toEqual({ preset: 'kind-3' });
  expect(withSetting(document, 'etcdWriteUs', 9).cluster?.settings).toEqual({ dnsUs: 5, etcdWriteUs: 9 });
});
