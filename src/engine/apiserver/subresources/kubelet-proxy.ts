import type { Node, Pod } from '../../../api/generated/types.ts';
import {
  type ApiStatus,
  failure,
  newBadRequest,
  newInternalError,
  newNotFound,
} from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { StreamEnd, Streams } from '../../machinery/client.ts';
import type {
  KubeletRefusal,
  KubeletServer,
  LogsRequest,
  PortForwarding,
} from '../../machinery/kubelet-server.ts';
import type { Etcd } from '../../etcd/store.ts';
import { logOptionsProblem } from './log-options.ts';
import type { RequestContext } from '../request/context.ts';

// Models pkg/registry/core/pod/rest (log.go, subresources.go) and strategy.go LogLocation, streamLocation (1.36).

/** How the API server reaches kubelets. */
export interface Kubelets {
  find(node: string): KubeletServer | undefined;
  /** Whether the wire to that node carries anything. */
  reachable(node: string): boolean;
}

interface Place {
  readonly server: KubeletServer;
  readonly container: string;
}

type Params = Readonly<Record<string, string | readonly string[]>>;

export const KUBELET_PORT = 10250;
const SWITCHING_PROTOCOLS = 101;
/** What the kubelet answers when a command could not be run: after the upgrade, so as a Status. */
const EXEC_FAILED = 500;

/** Hands log, exec or attach on to the Pod's kubelet and waits for the stream's end. */
export function* connectToKubelet(
  rc: RequestContext,
  etcd: Etcd,
  kubelets: Kubelets,
  streams: Streams,
): Task<Result<StreamEnd, ApiStatus>> {
  yield rc.stageTime();
  const wrong = rc.subresource === 'log' ? logOptionsProblem(rc.name, rc.options.params ?? {}) : undefined;
  if (wrong !== undefined) return err(wrong);
  const place = find(rc, etcd, kubelets);
  if (!place.ok) return place;
  if (place.value === undefined) return ok({ code: 204 });
  const { server, container } = place.value;
  const target = { namespace: rc.namespace, pod: rc.name, container };
  const params = rc.options.params ?? {};
  if (rc.subresource === 'log') {
    const ended = yield* server.containerLogs(
      { ...target, ...logOptions(params) },
      streams.sink,
      streams.gone,
    );
    return ended.ok ? ok({ code: 200 }) : err(logRefusal(rc, ended.error));
  }
  streams.upgraded?.();
  const terminal = {
    tty: params['tty'] === 'true',
    ...(streams.stdin === undefined ? {} : { stdin: streams.stdin }),
  };
  const ended =
    rc.subresource === 'exec'
      ? yield* server.exec(
          { ...target, command: words(params['command']), ...terminal },
          streams.sink,
          streams.gone,
        )
      : yield* server.attach({ ...target, ...terminal }, streams.sink, streams.gone);
  return ok({ code: SWITCHING_PROTOCOLS, ...streamEnd(rc, ended) });
}

/** The caller is upgraded before the kubelet is asked: whatever it says comes down the connection. */
function streamEnd(rc: RequestContext, ended: Result<number, KubeletRefusal>): StreamEnd {
  // How a program ended that one was attached to is not told.
  if (ended.ok) return { exit: rc.subresource === 'attach' ? 0 : ended.value };
  if (ended.error.code !== EXEC_FAILED || ended.error.beforeUpgrade === true)
    return { refused: streamRefusal(ended.error) };
  const doing = rc.subresource === 'attach' ? 'attaching to container' : 'executing command in container';
  const kubelet = newInternalError(`error ${doing}: ${ended.error.message}`);
  // Over WebSockets the server translates the kubelet's stream, and wraps its error once more.
  return { error: rc.request.verb === 'get' ? newInternalError(kubelet.message) : kubelet };
}

/** Opens a way to a Pod's ports; each is dialled when somebody comes for it. */
export function* forwardToKubelet(
  rc: RequestContext,
  etcd: Etcd,
  kubelets: Kubelets,
): Task<Result<PortForwarding & { readonly code: number }, ApiStatus>> {
  yield rc.stageTime();
  const place = find(rc, etcd, kubelets);
  if (!place.ok) return place;
  if (place.value === undefined) return err(newBadRequest(`pod ${rc.name} does not have a host assigned`));
  const { server } = place.value;
  return ok({
    code: SWITCHING_PROTOCOLS,
    dial: (port) => server.portForward({ namespace: rc.namespace, pod: rc.name, port }),
  });
}

function find(rc: RequestContext, etcd: Etcd, kubelets: Kubelets): Result<Place | undefined, ApiStatus> {
  const pod = etcd.get<Pod>('pods', { namespace: rc.namespace, name: rc.name });
  return pod === undefined ? err(newNotFound('pods', rc.name)) : locate(rc, etcd, kubelets, pod);
}

/** The kubelet and container asked for; undefined = there is nothing to stream yet. */
function locate(
  rc: RequestContext,
  etcd: Etcd,
  kubelets: Kubelets,
  pod: Pod,
): Result<Place | undefined, ApiStatus> {
  const named = rc.options.params?.['container'];
  const container =
    rc.subresource === 'portforward' ? ok('') : chooseContainer(pod, typeof named === 'string' ? named : '');
  if (!container.ok) return container;
  const node = pod.spec?.nodeName ?? '';
  if (node === '') {
    return rc.subresource === 'log'
      ? ok(undefined)
      : err(newBadRequest(`pod ${rc.name} does not have a host assigned`));
  }
  const object = etcd.get<Node>('nodes', { namespace: '', name: node });
  if (object === undefined) return err(newNotFound('nodes', node));
  const server = kubelets.find(node);
  if (server?.listening === true && kubelets.reachable(node))
    return ok({ server, container: container.value });
  const dial = `dial tcp ${addressOf(object)}:${KUBELET_PORT}: connect: connection refused`;
  if (rc.subresource !== 'log') return err(failure(500, '', `error dialing backend: ${dial}`));
  const url = `https://${addressOf(object)}:${KUBELET_PORT}/containerLogs/${rc.namespace}/${rc.name}/${container.value}${logQuery(rc.options.params ?? {})}`;
  return err(failure(500, '', `Get "${url}": ${dial}`));
}

function chooseContainer(pod: Pod, named: string): Result<string, ApiStatus> {
  const name = pod.metadata.name ?? '';
  const app = (pod.spec?.containers ?? []).map((each) => each.name ?? '');
  const init = (pod.spec?.initContainers ?? []).map((each) => each.name ?? '');
  const ephemeral = (pod.spec?.ephemeralContainers ?? []).map((each) => each.name ?? '');
  if (named !== '') {
    return [...app, ...init, ...ephemeral].includes(named)
      ? ok(named)
      : err(newBadRequest(`container ${named} is not valid for pod ${name}`));
  }
  if (app.length === 1 && app[0] !== undefined) return ok(app[0]);
  if (app.length === 0) return err(newBadRequest(`a container name must be specified for pod ${name}`));
  const initText = init.length === 0 ? '' : ` or one of the init containers: [${init.join(' ')}]`;
  return err(
    newBadRequest(
      `a container name must be specified for pod ${name}, choose one of: [${app.join(' ')}]${initText}`,
    ),
  );
}

/** Where a node is reached. */
export function addressOf({ metadata, status }: Node): string {
  const addresses = status?.addresses ?? [];
  return (
    (addresses.find(({ type }) => type === 'InternalIP') ?? addresses[0])?.address ?? metadata.name ?? ''
  );
}

function words(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function logOptions(params: Params): Omit<LogsRequest, 'namespace' | 'pod' | 'container'> {
  const number = (key: string): number | undefined =>
    params[key] === undefined ? undefined : Number(params[key]);
  const tailLines = number('tailLines');
  const limitBytes = number('limitBytes');
  const sinceSeconds = number('sinceSeconds');
  const sinceTime = params['sinceTime'];
  return {
    ...(params['follow'] === 'true' ? { follow: true } : {}),
    ...(params['previous'] === 'true' ? { previous: true } : {}),
    ...(params['timestamps'] === 'true' ? { timestamps: true } : {}),
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(limitBytes === undefined ? {} : { limitBytes }),
    ...(sinceSeconds === undefined ? {} : { sinceSeconds }),
    ...(typeof sinceTime === 'string' ? { sinceTime } : {}),
  };
}

function logQuery(params: Params): string {
  const keys = ['follow', 'limitBytes', 'previous', 'sinceSeconds', 'sinceTime', 'tailLines', 'timestamps'];
  const pairs = keys.flatMap((key) => (typeof params[key] === 'string' ? [`${key}=${params[key]}`] : []));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Models NewGenericHttpResponseChecker. */
function logRefusal(rc: RequestContext, { code, message }: KubeletRefusal): ApiStatus {
  if (code === 400) return newBadRequest(message);
  if (code === 500) return newInternalError(message);
  const text =
    code === 404
      ? 'the server could not find the requested resource'
      : `an error on the server ("${message}") has prevented the request from succeeding`;
  return failure(code, code === 404 ? 'NotFound' : 'InternalError', `${text} (get pods/log ${rc.name})`, {
    name: rc.name,
    kind: 'pods/log',
    causes: [{ reason: 'UnexpectedServerResponse', message }],
  });
}

/** What an upgrade that the kubelet refused reads like: its body, untouched. */
function streamRefusal({ code, message }: KubeletRefusal): ApiStatus {
  return failure(code, code === 400 ? 'BadRequest' : code === 404 ? 'NotFound' : 'InternalError', message);
}
