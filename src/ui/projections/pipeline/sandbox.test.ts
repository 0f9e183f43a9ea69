import { expect, it } from 'vitest';
import type { Pod } from '../../../api/generated/types.ts';
import { type SandboxInput, sandboxView } from './sandbox.ts';
import { pipelineWords } from './words.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const POD = {
  metadata: { name: 'p' },
  spec: { containers: NAMES.map((name) => ({ name })) },
} as unknown as Pod;

function drawn(stuck: string | undefined): readonly string[] {
  const input = {
    pod: POD,
    real: { sandbox: 'up', containers: new Map() },
    stuck: stuck === undefined ? undefined : { place: 'container', container: stuck, reason: 'Error' },
    imageThere: true,
  } as unknown as SandboxInput;
  return sandboxView(input, pipelineWords('en')).containers.map(({ name }) => name);
}

it('of more containers than there is room for the last are drawn, and the stuck one in any case', () => {
  expect(drawn(undefined)).toEqual(['d', 'e']);
  expect(drawn('b')).toEqual(['b', 'e']);
  expect(drawn('e')).toEqual(['d', 'e']);
});
