import type { HTTPGetAction, Probe } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { GrpcTarget, HostDialer } from '../../cri/port/host.ts';
import type { RuntimeService } from '../../cri/port/runtime.ts';
import { expand, lookupIn } from '../env/expand.ts';
import { runInContainer } from '../lifecycle/run-in-container.ts';
import type { AnyContainer } from '../pod.ts';
import { resolvePort } from './target.ts';

// Models pkg/kubelet/prober/prober.go and pkg/probe/{exec,http,tcp,grpc} (1.36).

export interface ProbeAnswer {
  readonly result: 'success' | 'failure' | 'warning';
  readonly output: string;
}

export interface ProbeTarget {
  readonly container: AnyContainer;
  readonly containerId: string;
  readonly podIp: string;
}

export interface ProbeTools {
  readonly runtime: RuntimeService;
  readonly dialer: HostDialer;
}

const MAX_OUTPUT = 10 * 1024;
const MAX_REDIRECTS = 10;

/** One try of a probe. An error means that the prober itself failed: the try says nothing. */
export function* runProbe(
  tools: ProbeTools,
  probe: Probe,
  target: ProbeTarget,
): Task<Result<ProbeAnswer, string>> {
  const timeoutSeconds = probe.timeoutSeconds ?? 1;
  if (probe.exec !== undefined)
    return yield* execProbe(tools, probe.exec.command ?? [], target, timeoutSeconds);
  if (probe.httpGet !== undefined)
    return yield* httpProbe(tools, probe.httpGet, target, timeoutSeconds * 1_000_000);
  if (probe.tcpSocket !== undefined) {
    const port = resolvePort(probe.tcpSocket.port, target.container);
    if (!port.ok) return port;
    const host = probe.tcpSocket.host ?? target.podIp;
    const connected = yield* tools.dialer.tcp(host, port.value, timeoutSeconds * 1_000_000);
    return ok(
      connected.ok ? { result: 'success', output: '' } : { result: 'failure', output: connected.error },
    );
  }
  if (probe.grpc !== undefined) {
    const { port, service = '' } = probe.grpc;
    return ok(yield* grpcProbe(tools, { host: target.podIp, port, service }, timeoutSeconds));
  }
  return err(`missing probe handler for ${target.container.name}`);
}

function* execProbe(
  { runtime }: ProbeTools,
  command: readonly string[],
  target: ProbeTarget,
  timeoutSeconds: number,
): Task<Result<ProbeAnswer, string>> {
  const values = new Map((target.container.env ?? []).map(({ name, value = '' }) => [name, value]));
  const words = command.map((word) => expand(word, lookupIn(values)));
  const ran = yield* runInContainer(runtime, target.containerId, words, timeoutSeconds);
  if (ran.ok) return ok({ result: 'success', output: ran.value.slice(0, MAX_OUTPUT) });
  switch (ran.error.kind) {
    case 'exit':
      return ok({ result: 'failure', output: ran.error.output.slice(0, MAX_OUTPUT) });
    case 'timeout':
      return ok({ result: 'failure', output: ran.error.message });
    case 'error':
      return err(ran.error.message);
  }
}

function* httpProbe(
  { dialer }: ProbeTools,
  action: HTTPGetAction,
  target: ProbeTarget,
  timeoutUs: number,
): Task<Result<ProbeAnswer, string>> {
  const port = resolvePort(action.port, target.container);
  if (!port.ok) return port;
  const scheme = action.scheme === 'HTTPS' ? 'https' : 'http';
  const host = action.host === undefined || action.host === '' ? target.podIp : action.host;
  const headers = (action.httpHeaders ?? []).map(({ name, value }) => [name, value] as const);
  const first = action.path ?? '/';
  let path = first.startsWith('/') ? first : `/${first}`;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const url = `${scheme}://${host}:${port.value}${path}`;
    const answer = yield* dialer.http({ scheme, host, port: port.value, path, headers, timeoutUs });
    if (!answer.ok) return ok({ result: 'failure', output: `Get "${url}": ${answer.error}` });
    const { status, body, location } = answer.value;
    if (status < 200 || status >= 400)
      return ok({ result: 'failure', output: `HTTP probe failed with statuscode: ${status}` });
    if (status < 300 || location === undefined)
      return ok({ result: 'success', output: body.slice(0, MAX_OUTPUT) });
    const next = sameHostPath(location, host, path);
    if (next === undefined) {
      return ok({
        result: 'warning',
        output: `Probe terminated redirects, Response body: ${body.slice(0, MAX_OUTPUT)}`,
      });
    }
    path = next;
  }
  return ok({ result: 'failure', output: `Get "${path}": stopped after 10 redirects` });
}

/** The path of a redirect on the same host; undefined when it leads elsewhere. */
function sameHostPath(location: string, host: string, from: string): string | undefined {
  const absolute = /^https?:\/\/([^/:]+)(?::\d+)?(\/.*)?$/.exec(location);
  if (absolute !== null) return absolute[1] === host ? (absolute[2] ?? '/') : undefined;
  return location.startsWith('/') ? location : from.slice(0, from.lastIndexOf('/') + 1) + location;
}

function* grpcProbe({ dialer }: ProbeTools, target: GrpcTarget, timeoutSeconds: number): Task<ProbeAnswer> {
  const answer = yield* dialer.grpcHealth(target, timeoutSeconds * 1_000_000);
  if (answer.ok) {
    if (answer.value === 'SERVING') return { result: 'success', output: 'service healthy' };
    return { result: 'failure', output: `service unhealthy (responded with "${answer.value}")` };
  }
  const at = `${target.host}:${target.port}`;
  const within = `within ${timeoutSeconds}s`;
  switch (answer.error) {
    case 'timeout':
    case 'refused':
      return {
        result: 'failure',
        output: `timeout: failed to connect service "${at}" ${within}: context deadline exceeded`,
      };
    case 'slow':
      return { result: 'failure', output: `timeout: health rpc did not complete ${within}` };
    case 'unimplemented':
      return {
        result: 'failure',
        output:
          'error: this server does not implement the grpc health protocol (grpc.health.v1.Health): unknown service grpc.health.v1.Health',
      };
    default:
      return { result: 'failure', output: `error: health rpc probe failed: ${answer.error}` };
  }
}
