import { expect, it } from 'vitest';
import { ownPartAt } from './shared-prefix.ts';

const input = (at: string, run: string) => ({ at, step: { run } });
const run = (...inputs: readonly ReturnType<typeof input>[]) => ({ scenario: '{}', inputs });

it('a branch begins at the first input that its parent does not have, in whatever order they were made', () => {
  const [apply, get] = [input('0s', 'kubectl apply -f nginx.yaml'), input('8.473s', 'kubectl get pods')];
  const own = run(apply, get, input('0.053s', 'kubectl delete pod nginx'));
  expect(ownPartAt(own, run(apply, get), 52_999)).toBe(53_000);
  expect(ownPartAt(own, undefined, 52_999)).toBe(53_000);
  // One that leaves something out begins where the parent did it.
  expect(ownPartAt(run(apply), run(apply, get), 7_400_000)).toBe(8_473_000);
  expect(ownPartAt(run(apply), undefined, 7_400_000)).toBe(7_400_000);
});
