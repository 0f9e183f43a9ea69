import type { ResourceName } from '../../api/object.ts';

/** One changed field: a dotted path with indexes, and the values before and after (absent = not there). */
export interface FieldChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What one stage of the request pipeline concluded. */
export type StageVerdict = 'passed' | 'mutated' | 'refused' | 'skipped';

/** The gates of the pipeline, in order; `admission` plugins name themselves in `plugin`. */
export type StageName =
  | 'authentication'
  | 'authorization'
  | 'decoding'
  | 'mutating'
  | 'defaulting'
  | 'validation'
  | 'validating'
  | 'storage';

/** Requests to the API server and its watches. `request` and `watch` number them from 1. */
export interface RequestKinds {
  /** A client put the request on the wire. */
  'request.send': {
    readonly request: number;
    /** Component name as in the audit log's user agent: kubectl, kube-scheduler, kubelet … */
    readonly client: string;
    readonly user: string;
    readonly verb: string;
    readonly resource: ResourceName;
    readonly subresource?: string;
    readonly namespace: string;
    readonly name: string;
  };
  /** A stage looked at it. */
  'request.stage': {
    readonly request: number;
    readonly stage: StageName;
    readonly plugin?: string;
    readonly verdict: StageVerdict;
    readonly note?: string;
    readonly changes?: readonly FieldChange[];
  };
  /** The server answered: what its audit log would say. */
  'request.done': {
    readonly request: number;
    readonly code: number;
    readonly reason?: string;
    readonly message?: string;
    readonly dryRun?: boolean;
  };
  /** The answer, or the wire's failure (code 0 and a message), reached the client. */
  'request.return': { readonly request: number; readonly code: number; readonly message?: string };

  'watch.open': {
    readonly watch: number;
    readonly client: string;
    readonly resource: ResourceName;
    readonly namespace: string;
    readonly selector?: string;
  };
  /** An event reached a watcher. */
  'watch.deliver': {
    readonly watch: number;
    readonly client: string;
    readonly resource: ResourceName;
    readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
    readonly namespace: string;
    readonly name: string;
    readonly rev: number;
  };
  'watch.close': { readonly watch: number; readonly reason?: string };
}
