import { expect, it } from 'vitest';
import { imageRows, withImages } from './images.ts';
import { rowOf, stepOf, withSetting } from './edit.ts';

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

it('keeps only settings that differ', () => {
  const document = { title: 'T', cluster: { preset: 'kind-3', settings: { dnsUs: 5 } }, steps: [] };
  expect(withSetting(document, 'dnsUs', undefined).cluster).toEqual({ preset: 'kind-3' });
  expect(withSetting(document, 'etcdWriteUs', 9).cluster?.settings).toEqual({ dnsUs: 5, etcdWriteUs: 9 });
});

it('keeps images of the scenario’s own as they are typed, and what is no YAML for the reader to name', () => {
  const document = { title: 'T', images: { 'shop/api:1': { exitCode: 2, http: { '/': 503 } } }, steps: [] };
  const rows = imageRows(document);
  expect(rows).toEqual([{ name: 'shop/api:1', figures: '{ exitCode: 2, http: { /: 503 } }' }]);
  expect(withImages(document, rows)).toEqual(document);
  expect(withImages(document, [])).toEqual({ title: 'T', steps: [] });
  expect(withImages(document, [{ name: 'a', figures: '{x: [' }]).images).toEqual({ a: '{x: [' });
});
