import type { Resource } from '../../../api/resources.ts';
import type { Unstructured } from '../object.ts';
import { nameOf, namespaceOf } from '../object.ts';

/** One object a command works on: where it is, where it was read from, what it is. Models resource.Info. */
export interface Info {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  /** File name, `STDIN`, or '' when it comes of the server. */
  readonly source: string;
  readonly object: Unstructured;
}

/** The same place, with what the server says of it now. Models Info.Refresh. */
export function refreshed(info: Info, object: Unstructured): Info {
  return {
    ...info,
    object,
    name: nameOf(object),
    namespace: info.resource.namespaced ? namespaceOf(object) : '',
  };
}
