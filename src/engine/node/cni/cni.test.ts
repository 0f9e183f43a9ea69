import { expect, it } from 'vitest';
import { Kernel } from '../../kernel/kernel.ts';
import type { NetNamespace, Network } from '../../network/port.ts';
import { ok } from '../../../base/result.ts';
import { Cni } from './cni.ts';

const MS = 1_000;
const network = { attach: () => ok() } as unknown as Network;

/** When each of `count` sandboxes that ask at once has its address, in milliseconds. */
function added(count: number): number[] {
  const kernel = new Kernel({ seed: 1, epochUs: 0, sink: () => undefined });
  const cni = new Cni({ kernel, nodeName: 'n', network, podCidr: '10.244.1.0/24', addUs: 50 * MS });
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const target = {
      pod: { namespace: 'd', name: `p${index}` },
      podUid: '',
      sandbox: `s${index}`,
      ns: {} as NetNamespace,
    };
    kernel.spawn(
      (function* () {
        yield* cni.add(target);
        times.push(kernel.now() / MS);
      })(),
    );
  }
  kernel.advance({ until: 1_000 * MS });
  return times;
}

it('sandboxes of a node get their addresses one after another: part of an ADD is done under a lock', () => {
  expect(added(1)).toEqual([50]);
  expect(added(3)).toEqual([50, 60, 70]);
});
