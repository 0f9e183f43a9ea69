import type { ResourceName } from '../../../api/object.ts';
import type { Wire } from '../wire.ts';
import type { ObjectFilter } from './selection.ts';

/** What a watch asks for. */
export interface WatchRequest {
  readonly client: string;
  /** Whose record a delivery is. */
  readonly actor: string;
  readonly from: string;
  readonly resource: ResourceName;
  /** '' = all namespaces. */
  readonly namespace: string;
  readonly filter: ObjectFilter;
  /** Selectors as text, for the record. */
  readonly selector: string;
  readonly resourceVersion: string;
  readonly bookmarks: boolean;
  readonly timeoutSeconds: number | undefined;
  /** What its events travel on. */
  readonly wire: Wire;
}
