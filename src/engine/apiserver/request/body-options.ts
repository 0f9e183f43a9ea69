import type { ApiRequest, RequestOptions } from '../../machinery/client.ts';

/**
 * A deletion or an eviction with the DeleteOptions of its body among its options: the body's count before the query's.
 * There `dryRun` is a list. Models handlers/delete.go and pkg/registry/core/pod/storage/eviction.go propagateDryRun (1.36).
 */
export function withBodyOptions(request: ApiRequest): ApiRequest {
  const body = isDeletion(request) ? request.body : evictionOptions(request);
  if (typeof body !== 'object' || body === null) return request;
  const { gracePeriodSeconds, propagationPolicy, preconditions } = body as RequestOptions;
  const { dryRun } = body as { readonly dryRun?: unknown };
  const options = {
    ...request.options,
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(Array.isArray(dryRun) ? dryRunOptions(dryRun.map(String)) : {}),
  };
  return { ...request, options };
}

/** The list that `dryRun` is on the wire. */
export function dryRunOptions(values: readonly string[]): RequestOptions {
  return {
    ...(values.includes('All') ? { dryRun: true } : {}),
    ...(values.some((value) => value !== 'All') ? { dryRunValues: values } : {}),
  };
}

function isDeletion({ verb }: ApiRequest): boolean {
  return verb === 'delete' || verb === 'deletecollection';
}

function evictionOptions({ verb, subresource, body }: ApiRequest): unknown {
  if (verb !== 'create' || subresource !== 'eviction' || typeof body !== 'object' || body === null)
    return undefined;
  return (body as { readonly deleteOptions?: unknown }).deleteOptions;
}
