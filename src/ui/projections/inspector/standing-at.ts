import type { KubeObject } from '../../../api/object.ts';
import { type History, versionAt } from '../../../trace/world.ts';

/** An object at a moment: as it is, and as it last was when it is gone. */
export interface Standing {
  readonly object: KubeObject | undefined;
  readonly last: KubeObject | undefined;
}

/** How an object stands after record `seq`; nothing before it was made. */
export function standingAt(history: History | undefined, seq: number): Standing {
  const versions = history?.versions ?? [];
  const now = versionAt(versions, seq);
  if (now === undefined) return { object: undefined, last: undefined };
  const { object } = now;
  return { object, last: object ?? versionAt(versions, now.seq - 1)?.object };
}
