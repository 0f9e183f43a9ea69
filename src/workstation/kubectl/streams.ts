import { Channel, Future, type Task } from '../../engine/kernel/task.ts';
import type { ApiRequest, StreamEnd, Streams } from '../../engine/machinery/client.ts';
import { ApiFailure, CommandError, Exit } from './errors.ts';
import type { Kube } from './kube.ts';

/** Where a stream's text goes. */
export interface StreamConsole {
  out(text: string): void;
  err(text: string): void;
}

/** The whole of a text as a stream's stdin. */
export function textChannel(text: string): Channel<string | null> {
  const channel = new Channel<string | null>();
  if (text !== '') channel.send(text);
  channel.send(null);
  return channel;
}

/** Opens a stream and waits for its end; Ctrl-C hangs up. Throws ApiFailure when there was none. */
export function* openStream(
  kube: Kube,
  request: ApiRequest,
  console: StreamConsole,
  stdin?: Channel<string | null>,
): Task<StreamEnd> {
  const gone = new Future();
  const streams: Streams = {
    sink: { write: (stream, text) => (stream === 'stdout' ? console.out(text) : console.err(text)) },
    gone,
    ...(stdin === undefined ? {} : { stdin }),
  };
  const connecting = kube.api.client.connect(request, streams);
  if (connecting === undefined) throw new CommandError('this API server carries no streams');
  try {
    const answer = yield* connecting;
    if (!answer.ok) throw new ApiFailure(answer.error);
    return answer.value;
  } finally {
    gone.resolve();
  }
}

/**
 * Runs exec or attach: over WebSockets, and over SPDY when the upgrade fails. Answers the exit code, or throws.
 * Models remotecommand.NewFallbackExecutor and its error stream (1.36).
 */
export function* runRemote(
  kube: Kube,
  request: Omit<ApiRequest, 'verb' | 'resource'>,
  console: StreamConsole,
  stdin?: Channel<string | null>,
): Task<number> {
  const attempt = (verb: 'get' | 'create'): Task<StreamEnd> =>
    openStream(kube, { ...request, verb, resource: 'pods' }, console, stdin);
  const first = yield* tried(attempt('get'));
  const end = 'failure' in first || first.refused !== undefined ? yield* tried(attempt('create')) : first;
  if ('failure' in end) {
    if (end.failure.error.kind === 'TransportError') throw end.failure;
    throw new CommandError(`unable to upgrade connection: ${end.failure.message}`);
  }
  if (end.refused !== undefined)
    throw new CommandError(`unable to upgrade connection: ${end.refused.message}`);
  if (end.error !== undefined) throw new CommandError(end.error.message);
  const exit = end.exit ?? 0;
  if (exit !== 0) throw new Exit(exit, `command terminated with exit code ${exit}`);
  return 0;
}

function* tried(task: Task<StreamEnd>): Task<StreamEnd | { readonly failure: ApiFailure }> {
  try {
    return yield* task;
  } catch (failure) {
    if (failure instanceof ApiFailure) return { failure };
    throw failure;
  }
}
