import type { SubjectRef } from './cluster.ts';
import type { Verdict } from './verdict.ts';

/** One link from a symptom towards its root: what is so, of which object, and what says so. */
export interface Link extends Verdict {
  readonly subject: SubjectRef;
}

/** A link whose stage is that of the trouble it explains. */
export type Root = Omit<Link, 'stage' | 'unknown'>;
