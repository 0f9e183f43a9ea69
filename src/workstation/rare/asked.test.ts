import { expect, it } from 'vitest';
import { COMMON_VERBS } from '../kubectl/verbs/common.ts';
import { asksForRareTools } from './asked.ts';
import { RARE_TOOLS } from './tools.ts';

it.each([
  'kubectl describe pod web',
  'kubectl -n shop rollout status deploy/web',
  'k --as eve -n shop top pods',
  'kubectl create deployment web --image nginx',
  'ssh worker-1 crictl ps',
  "kubectl get pods -o jsonpath='{.items[*].metadata.name}'",
  'kubectl get pods --sort-by=.metadata.name',
  'kubectl get pods -o custom-columns=A:.metadata.name',
  'kubectl get pod a | grep x; kubectl label pod a b=c',
])('%s asks for them', (line) => {
  expect(asksForRareTools(JSON.stringify({ steps: [{ at: '1s', line }] }))).toBe(true);
});

it('knows a command that stands alone in a field of a document within a document', () => {
  expect(asksForRareTools(JSON.stringify({ scenario: JSON.stringify({ kubectl: 'describe pod a' }) }))).toBe(
    true,
  );
});

it.each([
  'kubectl apply -f web.yaml',
  'kubectl get pods -o wide -w',
  'kubectl create -f web.yaml',
  'kubectl logs web -f; kubectl delete pod web',
  '# sets a label, then waits',
])('%s does not', (line) => {
  expect(asksForRareTools(JSON.stringify({ steps: [{ at: '1s', line }] }))).toBe(false);
});

it('has no command twice', () => {
  expect(Object.keys(RARE_TOOLS.verbs).filter((words) => Object.hasOwn(COMMON_VERBS, words))).toEqual([]);
});
