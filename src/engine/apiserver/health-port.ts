import type { ApiStatus } from '../../api/status.ts';
import type { Result } from '../../base/result.ts';
import { LateCode } from '../kernel/late-code.ts';

/** Answers a path below /livez, /readyz or /healthz; `etcd`: whether it answers. */
export type Health = (path: string, etcd: boolean) => Result<string, ApiStatus>;

/** The code comes with a run that asks for more than whether all is well, or when it is not. */
export const HEALTH = new LateCode<Health>('http', "the API server's health checks");

/** Whether a path asks for health in a way that takes more than an ok. */
export const asksForChecks = (path: string, etcd: boolean): boolean =>
  etcd
    ? /^\/(?:livez|readyz|healthz)(?:\/(?!ping$)|\?)/.test(path)
    : /^\/(?:livez|readyz|healthz)(?:[/?]|$)/.test(path);
