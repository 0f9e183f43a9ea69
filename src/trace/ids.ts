import type { Brand } from '../base/brand.ts';

/** A record's place in its trace: 0, 1, 2 … without gaps. */
export type Seq = Brand<number, 'Seq'>;

/** Whole microseconds of virtual time. 0 is the scenario's first step; the cluster's own start lies before it. */
export type SimTime = Brand<number, 'SimTime'>;

/** Who made a record: a component, with its node where there are several: `kube-apiserver`, `kubelet/worker-1`. */
export type Actor = string;

/** Level of detail: 1 story (about 8 milestones a Pod), 2 component steps (about 30), 3 every request, delivery and syscall. */
export type Level = 1 | 2 | 3;

export const MILLISECOND = 1_000;
export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
