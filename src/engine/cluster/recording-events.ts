import type { Transport } from '../machinery/client.ts';

const NEW_FORM = 'events.events.k8s.io';
const EVENTS: ReadonlySet<string> = new Set(['events', NEW_FORM]);

/**
 * The wire of the recordings' cluster: they ran in a namespace of their own that reads as `default` here, and Events about
 * Nodes lay outside of it. `namespace` is where they go instead; Events of events.k8s.io may only go to kube-system.
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
      if (!EVENTS.has(request.resource) || request.namespace !== 'default')
        return wire.request(identity, request);
      const { involvedObject, regarding, metadata } = (request.body ?? {}) as {
        readonly involvedObject?: { readonly kind?: string };
        readonly regarding?: { readonly kind?: string };
        readonly metadata?: { readonly name?: string };
      };
      const home = request.resource === NEW_FORM ? 'kube-system' : namespace;
      const about = involvedObject ?? regarding;
      if (request.verb === 'create' && about?.kind === 'Node' && metadata !== undefined) {
        names.add(metadata.name ?? '');
        return wire.request(identity, {
          ...request,
          namespace: home,
          body: { ...(request.body as object), metadata: { ...metadata, namespace: home } },
        });
      }
      return wire.request(identity, names.has(request.name) ? { ...request, namespace: home } : request);
    },
  };
}
