import { response } from '../http.ts';
import type { ServerModel, StopModel } from './generic.ts';

const MIB = 1024 * 1024;
const MS = 1_000;

/** Ends in order: the first line at once, the others when it is done. */
export function graceful(
  takesUs: number,
  lines: readonly string[],
  options: Partial<Pick<Extract<StopModel, { kind: 'graceful' }>, 'code' | 'signals' | 'linesOn'>> = {},
): StopModel {
  return {
    kind: 'graceful',
    signals: options.signals ?? ['SIGTERM', 'SIGINT'],
    takesUs,
    code: options.code ?? 0,
    lines,
    ...(options.linesOn === undefined ? {} : { linesOn: options.linesOn }),
  };
}

/** The control plane's own programs: what they do is done by the simulated components; here they only are there. */
export const SYSTEM_MODELS = {
  etcd: {
    log: [
      {
        afterUs: 300 * MS,
        text: '{"level":"info","ts":"{iso}","caller":"embed/serve.go:210","msg":"serving client traffic securely","traffic":"grpc+http","address":"127.0.0.1:2379"}',
        stream: 'stderr',
      },
    ],
    listensAfterUs: 200 * MS,
    ports: [2379, 2380, 2381],
    speaks: 'any',
    page: () => response(200, '{"health":"true","reason":""}'),
    memory: { startBytes: 30 * MIB, restBytes: 60 * MIB, overUs: 1_000 * MS },
    restMillis: 18,
    stop: graceful(100 * MS, []),
  },
  apiserver: {
    log: [],
    listensAfterUs: 2_000 * MS,
    // The simulated server itself answers on the node's port.
    ports: [],
    speaks: 'any',
    memory: { startBytes: 120 * MIB, restBytes: 260 * MIB, overUs: 3_000 * MS },
    restMillis: 35,
    stop: graceful(500 * MS, []),
  },
  controllerManager: {
    log: [],
    listensAfterUs: 500 * MS,
    ports: [10257],
    speaks: 'any',
    page: () => response(200, 'ok'),
    memory: { startBytes: 30 * MIB, restBytes: 55 * MIB, overUs: 1_000 * MS },
    restMillis: 12,
    stop: graceful(50 * MS, []),
  },
  scheduler: {
    log: [],
    listensAfterUs: 500 * MS,
    ports: [10259],
    speaks: 'any',
    page: () => response(200, 'ok'),
    memory: { startBytes: 20 * MIB, restBytes: 35 * MIB, overUs: 1_000 * MS },
    restMillis: 4,
    stop: graceful(50 * MS, []),
  },
  kubeProxy: {
    log: [],
    listensAfterUs: 300 * MS,
    ports: [10249, 10256],
    speaks: 'http',
    page: ({ path }) => response(200, path === '/proxyMode' ? 'iptables' : 'ok'),
    memory: { startBytes: 20 * MIB, restBytes: 30 * MIB, overUs: 500 * MS },
    restMillis: 1,
    stop: graceful(50 * MS, []),
  },
  kindnet: {
    log: [],
    listensAfterUs: 200 * MS,
    ports: [],
    speaks: 'tcp',
    memory: { startBytes: 10 * MIB, restBytes: 18 * MIB, overUs: 500 * MS },
    restMillis: 1,
    stop: graceful(50 * MS, []),
  },
} as const satisfies Readonly<Record<string, ServerModel>>;
