import { expect, it } from 'vitest';
import { play } from './testing/play.ts';

it('what ended before anybody attached is read from its log', () => {
  const { output } = play(
    [{ at: '0s', kubectl: 'run t --rm -i --image=busybox:1.36 --restart=Never -- echo hello' }],
    '20s',
    { cluster: { preset: 'kind-3' } },
  );
  expect(output).toContain('hello\npod "t" deleted from default namespace\n');
  expect(output).toContain(
    "warning: couldn't attach to pod/t, falling back to streaming logs: Internal error occurred: Internal error occurred: error attaching to container: failed to attach container: container is in CONTAINER_EXITED state\n",
  );
});
