import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Gateway } from '../../engine/cluster/gateway/gateway.ts';
import type { Schemas } from '../../engine/cluster/gateway/openapi.ts';
import type { Session } from '../../engine/cluster/session.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { MILLISECOND } from '../../trace/ids.ts';
import { openServed } from '../engine.ts';
import { loadScenario } from '../files.ts';
import { type Outcome, type Print, GOOD, notUnderstood } from '../outcome.ts';
import { httpServer } from './http-server.ts';

/** How often the cluster is let on. */
const TICK_MS = 10;
/** Where it listens: this machine alone may call. */
const LOOPBACK = '127.0.0.1';
const SCHEMAS = new URL('../../api/openapi/kubernetes-1.36.json', import.meta.url);

export interface ServeOptions {
  /** 0 = any free one. */
  readonly port: number;
  /** Virtual seconds in one of the wall's. */
  readonly speed: number;
  readonly seed?: number;
}

/** A cluster being served. */
export interface Served {
  /** Settled once it listens, with where; rejected when it cannot. */
  readonly url: Promise<string>;
  close(): Promise<void>;
}

/** Serves a scenario's cluster over HTTP until told to stop. Its time goes on with the wall's. */
export function serveCommand(which: string, options: ServeOptions, print: Print): Outcome {
  const loaded = loadScenario(which);
  if (!loaded.ok) return notUnderstood(loaded.error);
  const served = serve(loaded.value.scenario, options, print);
  served.url.then(
    (url) =>
      print(
        `Serving ${loaded.value.name} at ${url}, ${options.speed} virtual seconds a second.\n  kubectl --server ${url} get pods\nCtrl-C ends it.\n`,
      ),
    (problem: Error) => {
      process.stderr.write(`podscope: cannot listen on port ${options.port}: ${problem.message}\n`);
      process.exitCode = 1;
    },
  );
  process.once('SIGINT', () => void served.close());
  return GOOD;
}

/** The same for callers that end it themselves. */
export function serve(scenario: Scenario, { port, speed, seed }: ServeOptions, print: Print): Served {
  const session = openServed(scenario, {
    epochUs: Date.now() * MILLISECOND,
    ...(seed === undefined ? {} : { seed }),
  });
  let schemas: Schemas | undefined;
  const gateway = new Gateway({
    kernel: session.kernel,
    transport: session.cluster.server,
    schemas: () => (schemas ??= JSON.parse(readFileSync(SCHEMAS, 'utf8')) as Schemas),
  });
  const server = httpServer(gateway, () => void session.advance({ until: session.now() }));
  // Of connections that were upgraded the server knows no more.
  const sockets = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const stop = keepGoing(session, speed, print);
  const url = new Promise<string>((resolve, reject) => {
    server.once('error', (problem) => {
      stop();
      reject(problem);
    });
    server.listen(port, LOOPBACK, () =>
      resolve(`http://${LOOPBACK}:${(server.address() as AddressInfo).port}`),
    );
  });
  const close = (): Promise<void> => {
    stop();
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  return { url, close };
}

/** Lets virtual time follow the wall's; answers how to stop it. */
function keepGoing(session: Session, speed: number, print: Print): () => void {
  const began = performance.now();
  const from = session.now();
  const timer = setInterval(() => {
    const until = from + Math.floor((performance.now() - began) * MILLISECOND * speed);
    if (session.advance({ until }) !== 'limit') return;
    print('The run has reached its limit and stands still; start it again.\n');
    clearInterval(timer);
  }, TICK_MS);
  return () => clearInterval(timer);
}
