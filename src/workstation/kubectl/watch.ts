import { Channel, type Task } from '../../engine/kernel/task.ts';
import type { ApiError, RequestOptions, WatchEvent } from '../../engine/machinery/client.ts';
import type { Resource } from '../../api/resources.ts';
import { unwrap } from './errors.ts';
import type { Kube } from './kube.ts';

/** What comes down a watch. */
export type Watched = { readonly event: WatchEvent } | { readonly closed: ApiError | undefined };

export interface OpenWatch {
  readonly events: Channel<Watched>;
  stop(): void;
}

/** Opens a watch; throws when it is refused. */
export function* openWatch(
  kube: Kube,
  resource: Resource,
  namespace: string,
  options: RequestOptions,
): Task<OpenWatch> {
  const events = new Channel<Watched>();
  const sink = {
    event: (event: WatchEvent): void => events.send({ event }),
    closed: (error?: ApiError): void => events.send({ closed: error }),
  };
  const opened = yield* kube.api.client.watch(
    { resource: resource.key, namespace: resource.namespaced ? namespace : '', options },
    sink,
  );
  const handle = unwrap(opened);
  return { events, stop: () => handle.stop() };
}
