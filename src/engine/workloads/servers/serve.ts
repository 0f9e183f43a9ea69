import type { Task } from '../../kernel/task.ts';
import { asRequest, header, response } from '../http.ts';
import type { Connection, HttpRequest, HttpResponse, ListenSocket, Syscalls } from '../program.ts';
import type { Signal } from '../signals.ts';

/** How a server answers one request; it may take virtual time. `remote` is the client's address. */
export type Handler = (request: HttpRequest, remote: string) => Task<HttpResponse | 'hang-up'>;

export interface ServeOptions {
  readonly socket: ListenSocket;
  readonly handle: Handler;
  /** Ends the loop when it answers true; asked after every client and signal. */
  readonly done: () => boolean;
}

/** Accepts until `done`; each connection is answered in a thread of its own. Closes the socket. */
export function* serveHttp(sys: Syscalls, options: ServeOptions): Task {
  while (!options.done()) {
    const client = yield* sys.accept(options.socket);
    if (client === 'interrupted') continue;
    if (client === 'closed') break;
    sys.thread(serveConnection(sys, client, options));
  }
  options.socket.close();
}

function* serveConnection(sys: Syscalls, client: Connection, options: ServeOptions): Task {
  try {
    for (;;) {
      const got = yield* sys.receive(client);
      if (got === 'interrupted') continue;
      if (!got.ok || got.value === 'end') return;
      const request = asRequest(got.value);
      if (request === undefined) {
        sys.send(client, response(400, ''));
        return;
      }
      const answer = yield* options.handle(request, client.remoteAddress);
      if (answer === 'hang-up') return client.close('reset');
      const closes = header(request, 'Connection')?.toLowerCase() === 'close' || options.done();
      sys.send(client, closes ? { ...answer, headers: { ...answer.headers, Connection: 'close' } } : answer);
      if (closes) return;
    }
  } finally {
    client.close();
  }
}

/** Filled by a handler: the signal that asked the program to stop. */
export interface StopRequest {
  signal: Signal | undefined;
}

/** Takes note of the first of these signals; blocking calls are broken off by it. */
export function stopOn(sys: Syscalls, signals: readonly Signal[]): StopRequest {
  const request: StopRequest = { signal: undefined };
  for (const signal of signals) {
    sys.signal(signal, (arrived) => {
      request.signal ??= arrived;
    });
  }
  return request;
}

/** Sleeps until the time is up or a stop was asked for; answers whether it was. */
export function* sleepOrStop(sys: Syscalls, us: number, stop: StopRequest): Task<boolean> {
  const until = sys.now() + us;
  while (stop.signal === undefined && sys.now() < until) yield* sys.sleep(until - sys.now());
  return stop.signal !== undefined;
}
