import type { ObjectRef } from '../../api/object.ts';

/** Text: logs of containers and components. */
export interface TextKinds {
  'log.container': {
    readonly pod: ObjectRef;
    readonly podUid: string;
    readonly container: string;
    readonly attempt: number;
    readonly stream: 'stdout' | 'stderr';
    readonly text: string;
  };
  'log.component': { readonly component: string; readonly severity: 'I' | 'W' | 'E'; readonly text: string };
  /** A limit of the simulation was reached; the UI says so. */
  limit: { readonly what: string; readonly limit: number };
}
