import type { KubeObject, ResourceName } from '../../../api/object.ts';
import type { Resource } from '../../../api/resources.ts';
import type { Result } from '../../../base/result.ts';
import type { Etcd, StoreEvent } from '../../etcd/store.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { LateCode } from '../../kernel/late-code.ts';
import type { Task } from '../../kernel/task.ts';
import type { Client } from '../../machinery/client.ts';
import type { Outcome } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';

export const API_SERVICES = 'apiservices.apiregistration.k8s.io';

/** apiregistration.k8s.io/v1, which is not among the documents that the types are made of. */
export interface ApiService extends KubeObject {
  readonly spec: {
    readonly service?: { readonly namespace?: string; readonly name?: string; readonly port?: number };
    readonly group?: string;
    readonly version?: string;
    readonly insecureSkipTLSVerify?: boolean;
    readonly caBundle?: string;
    readonly groupPriorityMinimum?: number;
    readonly versionPriority?: number;
  };
  readonly status?: { readonly conditions?: readonly ApiServiceCondition[] };
}

export interface ApiServiceCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** One request over HTTPS to whoever is on the cluster's network. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutUs: number;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the API server reaches addresses of the cluster from its node; an error in the words of Go's net/http. */
export type Dial = (
  target: { readonly address: string; readonly port: number; readonly scheme: 'http' | 'https' },
  call: HttpCall,
) => Task<Result<HttpReply, string>>;

export interface AggregatorParts {
  readonly kernel: Kernel;
  readonly etcd: Etcd;
  /** The server's own client. */
  readonly client: Client;
  readonly dial: Dial;
}

/** What other servers serve in the name of this one. */
export interface Aggregator {
  /** An APIService, a Service or an EndpointSlice was written. */
  take(event: StoreEvent): void;
  /** What the servers that answer have. */
  resources(): readonly Resource[];
  /** Groups and versions whose server does not answer: `metrics.k8s.io/v1beta1`. */
  stale(): readonly string[];
  /** A resource of a group that another server has, whether or not it answers. */
  resource(key: ResourceName): Resource | undefined;
  /** Hands a request on that has passed authorization. */
  serve(rc: RequestContext): Task<Outcome>;
  /** The same for a path below /apis; undefined for one that this server answers itself. */
  servePath(rc: RequestContext, path: string): Task<Outcome> | undefined;
}

/** Hands a request on to what a Node, a Pod or a Service stands for. */
export const PROXY = new LateCode<(parts: AggregatorParts, rc: RequestContext) => Task<Outcome>>(
  'http',
  'the proxy to Nodes, Pods and Services',
);

/** The code comes with a run that has an APIService of another server. */
export const AGGREGATION = new LateCode<(parts: AggregatorParts) => Aggregator>('http', 'the API aggregator');
