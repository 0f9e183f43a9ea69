import { Future, TIMED_OUT, type Task, waitUpTo } from '../../kernel/task.ts';
import type { CriState } from './state.ts';
import type { Container } from './stores.ts';

/** How long a system that goes down waits for processes that were asked to end: systemd's DefaultTimeoutStopSec. */
const STOP_US = 90_000_000;

/** What becomes of running containers when their machine goes down. */
export class Power {
  private readonly state: CriState;
  private readonly foundLost: (container: Container) => void;
  /** Those that went while their record said RUNNING. */
  private readonly lost = new Set<Container>();

  constructor(state: CriState, foundLost: (container: Container) => void) {
    this.state = state;
    this.foundLost = foundLost;
  }

  /** Whether nobody is left to write down how it ended. */
  tookDown(container: Container): boolean {
    return this.lost.has(container);
  }

  private running(): Container[] {
    return this.state.containersOf(undefined).filter(({ state }) => state === 'RUNNING');
  }

  /** What ran is gone, with nobody left to write down how. */
  off(): void {
    for (const container of this.running()) this.lost.add(container);
    for (const { oci } of this.state.containersOf(undefined)) oci.options.table.halt();
    for (const { table } of this.state.sandboxes.values()) table.halt();
    this.state.haltNode();
  }

  /**
   * The system goes down in order: every process that is left gets SIGTERM, and time to obey. A container's first without
   * a handler takes no notice. Models systemd-shutdown, with containerd stopped before.
   */
  *down(): Task {
    const going = this.running();
    for (const container of going) {
      this.lost.add(container);
      container.oci.terminate();
    }
    const over = new Future();
    let left = going.length;
    if (left === 0) return;
    for (const { oci } of going) oci.done?.subscribe(() => (--left === 0 ? over.resolve() : undefined));
    if ((yield* waitUpTo(over, STOP_US)) === TIMED_OUT) for (const { oci } of going) oci.cleanUp();
  }

  /** containerd comes up and finds no task where its record says RUNNING. Models internal/cri/server/restart.go loadContainer. */
  recover(): void {
    for (const container of this.lost) {
      container.finishedAt = this.state.options.kernel.unixUs();
      this.foundLost(container);
    }
    this.lost.clear();
  }
}
