import type { Transport } from '../machinery/client.ts';

/**
 * The wire of the recordings' cluster: they ran in a namespace of their own that reads as `default` here, and Events about
 * Nodes lay outside of it. `namespace` is where they go instead.
 */
export function nodeEventsElsewhere(wire: Transport, namespace: string): Transport {
  const names = new Set<string>();
  return {
    ...(wire.connect === undefined
      ? {}
      : { connect: (identity, request, streams) => wire.connect?.(identity, request, streams) as never }),
    ...(wire.forward === undefined
      ? {}
      : { forward: (identity, request) => wire.forward?.(identity, request) as never }),
    watch: (identity, request, sink) => wire.watch(identity, request, sink),
    served: () => wire.served?.() ?? [],
    unreachable: () => wire.unreachable?.() ?? [],
    request(identity, request) {
      if (request.resource !== 'events' || request.namespace !== 'default')
        return wire.request(identity, request);
      const { involvedObject, metadata } = (request.body ?? {}) as {
        readonly involvedObject?: { readonly kind?: string };
        readonly metadata?: { readonly name?: string };
      };
      if (request.verb === 'create' && involvedObject?.kind === 'Node' && metadata !== undefined) {
        names.add(metadata.name ?? '');
        return wire.request(identity, {
          ...request,
          namespace,
          body: { ...(request.body as object), metadata: { ...metadata, namespace } },
        });
      }
      return wire.request(identity, names.has(request.name) ? { ...request, namespace } : request);
    },
  };
}
