import { formatTime } from '../../api/time.ts';
import { localApiServices } from './aggregation/local.ts';
import { bootstrapObjects } from './authorization/bootstrap.ts';
import type { ServerContext } from './request/context.ts';

/** Puts the default roles and bindings, and what the server serves itself, into a fresh store, as the server's own hooks do at its first start. */
export function storeBootstrap({ kernel, etcd }: ServerContext): void {
  const creationTimestamp = formatTime(kernel.unixUs());
  for (const { resource, object } of [...bootstrapObjects(), ...localApiServices(creationTimestamp)]) {
    const ref = { namespace: object.metadata?.namespace ?? '', name: object.metadata?.name ?? '' };
    etcd.putNow({ resource, ref, expected: 0, quiet: true }, (rev) => ({
      ...object,
      metadata: { ...object.metadata, uid: kernel.uid(), creationTimestamp, resourceVersion: String(rev) },
    }));
  }
}
