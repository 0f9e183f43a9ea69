import type { ApiStatus } from '../../../api/status.ts';
import { type Result, ok } from '../../../base/result.ts';
import type { WatchHandle, WatchSink } from '../../machinery/client.ts';
import type { RequestContext } from '../request/context.ts';
import { tableOf } from '../table.ts';
import type { Wire } from '../wire.ts';
import { filterOf } from './selection.ts';
import type { WatchCache } from './watch-cache.ts';

/** Opens the watch a request asks for. */
export function openWatch(
  watches: WatchCache,
  wire: Wire,
  rc: RequestContext,
  sink: WatchSink,
): Result<WatchHandle, ApiStatus> {
  const { options, kind, resourceName, namespace, identity } = rc;
  const filter = filterOf(kind, options);
  if (!filter.ok) return filter;
  const selector = [options.labelSelector, options.fieldSelector]
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
  const watcher = watches.open(
    {
      client: identity.client,
      actor: identity.actor ?? identity.client,
      from: identity.from,
      resource: resourceName,
      namespace,
      filter: filter.value,
      selector,
      resourceVersion: options.resourceVersion ?? '',
      bookmarks: options.allowWatchBookmarks === true,
      timeoutSeconds: options.timeoutSeconds,
      wire,
    },
    options.asTable === true ? tableSink(rc, sink) : sink,
  );
  return ok(watcher);
}

function tableSink(rc: RequestContext, sink: WatchSink): WatchSink {
  return {
    event: ({ type, object }) =>
      sink.event({ type, object: tableOf(rc, [object], object.metadata?.resourceVersion) }),
    closed: (error) => sink.closed(error),
  };
}
