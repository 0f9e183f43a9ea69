import { expect, it } from 'vitest';
import type { Pod, PodStatus } from '../../../../api/generated/types.ts';
import { withShortMessages } from './messages.ts';

const podOf = (names: readonly string[]): Pod =>
  ({ metadata: { name: 'web' }, spec: { containers: names.map((name) => ({ name })) } }) as unknown as Pod;
const statusOf = (message: string): PodStatus =>
  ({
    containerStatuses: [{ name: 'a', state: { terminated: { exitCode: 1, message } } }],
  }) as unknown as PodStatus;
const lengthOf = (status: PodStatus): number | undefined =>
  status.containerStatuses?.[0]?.state?.terminated?.message?.length;

it('last words of all containers share 12 KiB', () => {
  const status = statusOf('x'.repeat(4096));
  expect(withShortMessages(podOf(['a', 'b', 'c']), status)).toBe(status);
  expect(lengthOf(withShortMessages(podOf(['a', 'b', 'c', 'd']), status))).toBe(3072);
});
