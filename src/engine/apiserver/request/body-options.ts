import type { ApiRequest, RequestOptions } from '../../machinery/client.ts';
import { decodeAs } from '../decode/decoder.ts';

/**
 * A deletion or an eviction with the DeleteOptions of its body among its options: of a deletion those alone, as a query
 * counts only where there is no body. What cannot be read makes the options malformed. Models handlers/delete.go and
 * pkg/registry/core/pod/storage/eviction.go propagateDryRun (1.36).
 */
export function withBodyOptions(request: ApiRequest): ApiRequest {
  const { verb, subresource, body, options } = request;
  if (verb === 'delete' || verb === 'deletecollection')
    return body === undefined || body === null ? request : { ...request, options: ofDeletion(body, options) };
  if (verb !== 'create' || subresource !== 'eviction' || !isObject(body)) return request;
  const { deleteOptions } = body;
  // Whoever reads the eviction says what is wrong with it.
  if (!isObject(deleteOptions)) return request;
  const { dryRun } = deleteOptions;
  return {
    ...request,
    options: {
      ...options,
      ...given(deleteOptions),
      // Nobody checks the values of these: any makes it dry.
      ...(Array.isArray(dryRun) && dryRun.length > 0 ? { dryRun: true } : {}),
    },
  };
}

function ofDeletion(body: unknown, options: RequestOptions = {}): RequestOptions {
  const {
    gracePeriodSeconds: _grace,
    propagationPolicy: _policy,
    orphanDependents: _orphan,
    preconditions: _conditions,
    dryRun: _dry,
    dryRunValues: _values,
    ...rest
  } = options;
  const read = isObject(body) ? body : {};
  const { kind } = read;
  if (typeof kind === 'string' && kind !== '' && kind !== 'DeleteOptions')
    return { ...rest, malformed: 'decoded object cannot be converted to DeleteOptions' };
  const { error } = decodeAs('DeleteOptions', body);
  if (error !== undefined) return { ...rest, malformed: error };
  const values = read['dryRun'];
  return { ...rest, ...given(read), ...dryRunOptions(Array.isArray(values) ? values.map(String) : []) };
}

/** Fields of DeleteOptions as JSON has them: null is not given. */
interface Written {
  readonly gracePeriodSeconds?: RequestOptions['gracePeriodSeconds'] | null;
  readonly propagationPolicy?: RequestOptions['propagationPolicy'] | null;
  readonly orphanDependents?: boolean | null;
  readonly preconditions?: { readonly uid?: string | null; readonly resourceVersion?: string | null } | null;
}

function given(body: Written): RequestOptions {
  const {
    gracePeriodSeconds = null,
    propagationPolicy = null,
    orphanDependents = null,
    preconditions,
  } = body;
  const { uid = null, resourceVersion = null } = preconditions ?? {};
  return {
    ...(gracePeriodSeconds === null ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    ...(orphanDependents === null ? {} : { orphanDependents }),
    ...(uid === null && resourceVersion === null
      ? {}
      : {
          preconditions: {
            ...(uid === null ? {} : { uid }),
            ...(resourceVersion === null ? {} : { resourceVersion }),
          },
        }),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list that `dryRun` is on the wire. */
export function dryRunOptions(values: readonly string[]): RequestOptions {
  return {
    ...(values.includes('All') ? { dryRun: true } : {}),
    ...(values.some((value) => value !== 'All') ? { dryRunValues: values } : {}),
  };
}
