import type { Pod } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import { podRow } from '../apiserver/kinds/pod/table.ts';

/** What `kubectl get pods` prints of a Pod, NAME to AGE; the moment in Unix microseconds. */
export function podCells(pod: KubeObject, unixUs: number): readonly string[] {
  return podRow(pod as Pod, unixUs)
    .slice(0, 5)
    .map(String);
}
