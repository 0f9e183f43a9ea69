import { type Resource } from '../../api/resources.ts';
import type { Json } from '../../base/json.ts';
import type { Task } from '../../engine/kernel/task.ts';
import type {
  ApiRequest,
  ApiResponse,
  Client,
  PatchType,
  RequestOptions,
} from '../../engine/machinery/client.ts';
import { unwrap } from './errors.ts';
import type { Unstructured } from './object.ts';

/** Where an object is served. */
export interface Target {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

/** A List as the server answers it. */
export interface UnstructuredList {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly resourceVersion?: string };
  readonly items: readonly Unstructured[];
}

/** kubectl's requests: refusals are thrown as ApiFailure, warnings go to stderr. */
export class Api {
  readonly client: Client;
  private readonly warn: (message: string) => void;

  constructor(client: Client, warn: (message: string) => void) {
    this.client = client;
    this.warn = warn;
  }

  *request(request: ApiRequest): Task<ApiResponse> {
    const answer = yield* this.client.request(request);
    const response = unwrap(answer);
    for (const warning of response.warnings) this.warn(warning);
    return response;
  }

  *get(target: Target, options?: RequestOptions, subresource?: string): Task<Unstructured> {
    return yield* this.send({ ...addressOf(target), verb: 'get', options, subresource });
  }

  *list(resource: Resource, namespace: string, options?: RequestOptions): Task<UnstructuredList> {
    return (yield* this.send({
      verb: 'list',
      resource: resource.key,
      namespace,
      name: '',
      options,
    })) as unknown as UnstructuredList;
  }

  *create(
    target: Target,
    body: Unstructured,
    options?: RequestOptions,
    subresource?: string,
  ): Task<Unstructured> {
    return yield* this.send({ ...addressOf(target), verb: 'create', body, options, subresource });
  }

  *update(
    target: Target,
    body: Unstructured,
    options?: RequestOptions,
    subresource?: string,
  ): Task<Unstructured> {
    return yield* this.send({ ...addressOf(target), verb: 'update', body, options, subresource });
  }

  *patch(
    target: Target,
    patchType: PatchType,
    body: Json,
    { subresource, ...options }: RequestOptions & { readonly subresource?: string } = {},
  ): Task<Unstructured> {
    return yield* this.send({ ...addressOf(target), verb: 'patch', patchType, body, options, subresource });
  }

  *delete(target: Target, options?: RequestOptions): Task<Unstructured> {
    return yield* this.send({ ...addressOf(target), verb: 'delete', options });
  }

  private *send(request: ApiRequest): Task<Unstructured> {
    const { subresource, options, ...rest } = request;
    const response = yield* this.request({
      ...rest,
      ...(subresource === undefined ? {} : { subresource }),
      ...(options === undefined ? {} : { options }),
    });
    return response.body as Unstructured;
  }
}

function addressOf({
  resource,
  namespace,
  name,
}: Target): Pick<ApiRequest, 'resource' | 'namespace' | 'name'> {
  return { resource: resource.key, namespace: resource.namespaced ? namespace : '', name };
}
