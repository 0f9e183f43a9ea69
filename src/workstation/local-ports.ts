import type { Result } from '../base/result.ts';
import type { Task } from '../engine/kernel/task.ts';
import type { ForwardedConnection } from '../engine/machinery/kubelet-server.ts';

/** Who answers on a port of the learner's machine. */
export interface LocalListener {
  connect(): Task<Result<ForwardedConnection, string>>;
}

const FIRST_FREE = 34_000;

/** The ports of 127.0.0.1 and ::1 that something listens on: kubectl port-forward. */
export class LocalPorts {
  private readonly listeners = new Map<number, LocalListener>();

  /** False when it is taken. */
  listen(port: number, listener: LocalListener): boolean {
    if (this.listeners.has(port)) return false;
    this.listeners.set(port, listener);
    return true;
  }

  close(port: number): void {
    this.listeners.delete(port);
  }

  at(port: number): LocalListener | undefined {
    return this.listeners.get(port);
  }

  /** A port nobody listens on. */
  free(): number {
    let port = FIRST_FREE;
    while (this.listeners.has(port)) port++;
    return port;
  }
}
