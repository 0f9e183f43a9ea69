import * as zones from '../controllers/endpointslice/zones.ts';
import { ZONES } from '../controllers/endpointslice/zone-hints.ts';
import { RECYCLER } from '../controllers/persistentvolume/late-recycler.ts';
import { Recycler } from '../controllers/persistentvolume/recycler.ts';

/** Puts in place, for every run from now on, what few objects ask controllers for. */
export function installLateControllers(): void {
  ZONES.install(zones);
  RECYCLER.install(Recycler);
}
