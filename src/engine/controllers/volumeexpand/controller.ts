import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/generated/types.ts';
import { cmpQuantities } from '../../../api/quantity.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  retry,
} from '../common/controller.ts';
import { keyOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';

const CLAIMS = 'persistentvolumeclaims';

/** Tells that a bigger claim waits for whoever can make its volume bigger: no volume of ours grows in the manager itself. Models pkg/controller/volume/expand (1.36). */
export function createVolumeExpandController(context: ControllerContext): Controller {
  const claims = context.informers.of<PersistentVolumeClaim>(CLAIMS);
  const loop = new ControllerLoop(context, {
    name: 'volume_expand',
    workers: 10,
    waitFor: [CLAIMS],
    *sync(key) {
      const claim = claims.getByKey(key);
      if (claim === undefined) return DONE;
      const { client, recorder } = context;
      const name = claim.spec?.volumeName ?? '';
      const volume = yield* client.get<PersistentVolume>('persistentvolumes', { namespace: '', name });
      if (!volume.ok) return retry(`failed to get PV "${name}": ${volume.error.message}`);
      if (volume.value.spec?.claimRef?.uid !== claim.metadata.uid)
        return retry(`persistent Volume is not bound to PVC being updated : ${key}`);
      if (!isBigger(requested(claim), capacity(claim))) return DONE;
      recordDecision(context, claim, {
        controller: 'volumeexpand',
        name: 'wait',
        resource: CLAIMS,
        note: `${requested(claim)} requested, ${capacity(claim)} there: left to an external resizer`,
      });
      const text = 'waiting for an external controller to expand this PVC';
      recorder.event(claim, 'Normal', 'ExternalExpanding', text);
      return DONE;
    },
  });
  const wake = (claim: PersistentVolumeClaim): void => {
    if (claim.status?.phase === 'Bound') loop.queue.add(keyOf(claim));
  };
  claims.on({
    added: wake,
    updated: (claim, old) => {
      if (isBigger(requested(claim), requested(old)) || isBigger(capacity(claim), capacity(old))) wake(claim);
    },
  });
  return loop;
}

const requested = ({ spec }: PersistentVolumeClaim): string => spec?.resources?.requests?.['storage'] ?? '0';
const capacity = ({ status }: PersistentVolumeClaim): string => status?.capacity?.['storage'] ?? '0';
const isBigger = (a: string, b: string): boolean => cmpQuantities(a, b) > 0;
