import type { PersistentVolume } from '../../../api/generated/types.ts';
import { LateCode } from '../../kernel/late-code.ts';
import type { Controller } from '../common/controller.ts';
import type { Recycler, RecyclerParts } from './recycler.ts';

/** What empties volumes. The code comes with the first run in which one is to be recycled. */
export const RECYCLER = new LateCode<typeof Recycler>('controllers', 'what recycles volumes');

/** The recycler, made for the first volume. */
export class LateRecycler implements Controller {
  readonly name = 'persistentvolume-recycler';
  private readonly parts: RecyclerParts;
  private recycler: Recycler | undefined;

  constructor(parts: RecyclerParts) {
    this.parts = parts;
  }

  start(): void {
    this.stop();
  }

  stop(): void {
    this.recycler?.stop();
  }

  take(volume: PersistentVolume): void {
    this.recycler ??= new (RECYCLER.get())(this.parts);
    this.recycler.take(volume);
  }
}
