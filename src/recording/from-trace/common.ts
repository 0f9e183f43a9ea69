import { SECOND } from '../../trace/ids.ts';

/** Where the recorded scenarios run. */
export const RECORDED_NAMESPACE = 'default';

/** Seconds since the first step, in whole milliseconds. */
export function seconds(us: number): number {
  return Math.round(us / 1_000) / (SECOND / 1_000);
}

/** The plural alone: `deployments` of `deployments.apps`. */
export function plural(resource: string): string {
  const dot = resource.indexOf('.');
  return dot === -1 ? resource : resource.slice(0, dot);
}
