import type { RuntimeCondition } from '../cri/port/runtime.ts';

// Models pkg/kubelet/runtime.go (1.36).

const DOWN_AFTER_US = 30_000_000;
const PLEG_UNHEALTHY_US = 180_000_000;

/** What the kubelet believes of its container runtime. */
export class RuntimeState {
  private lastGoodAt: number | undefined;
  private runtimeError: string | undefined;
  private networkError: string | undefined = 'network state unknown';
  private readonly now: () => number;
  /** Since when PLEG's looks have failed. */
  plegFailingSince: () => number | undefined = () => undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Takes an answer of the runtime's Status. */
  observe(conditions: readonly RuntimeCondition[]): void {
    const failed = (type: RuntimeCondition['type']): string | undefined => {
      const condition = conditions.find((each) => each.type === type);
      if (condition === undefined || condition.status) return undefined;
      return `${type}=false reason:${condition.reason} message:${condition.message}`;
    };
    this.runtimeError = prefixed('container runtime not ready: ', failed('RuntimeReady'));
    this.networkError = prefixed('container runtime network not ready: ', failed('NetworkReady'));
    if (this.runtimeError === undefined) this.lastGoodAt = this.now();
  }

  /** Why no Pod work is done at all. */
  runtimeErrors(): string[] {
    const errors: string[] = [];
    if (this.lastGoodAt === undefined)
      errors.push('container runtime status check may not have completed yet');
    else if (this.now() > this.lastGoodAt + DOWN_AFTER_US) errors.push('container runtime is down');
    const failing = this.plegFailingSince();
    if (failing !== undefined && this.now() - failing > PLEG_UNHEALTHY_US) {
      const seconds = Math.floor((this.now() - failing) / 1_000_000);
      errors.push(
        `PLEG is not healthy: pleg was last seen active ${Math.floor(seconds / 60)}m${seconds % 60}s ago; threshold is 3m0s`,
      );
    }
    if (this.runtimeError !== undefined) errors.push(this.runtimeError);
    return errors;
  }

  networkErrors(): string | undefined {
    return this.networkError;
  }
}

function prefixed(prefix: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : prefix + text;
}
