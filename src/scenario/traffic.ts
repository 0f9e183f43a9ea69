import type { JsonObject } from '../base/json.ts';
import type { Read } from './checks.ts';
import {
  fail,
  inside,
  onlyKeys,
  optional,
  readDuration,
  readInteger,
  readNumber,
  readObject,
  readText,
  required,
} from './checks.ts';
import { formatDuration } from './duration.ts';

/** User traffic that goes on from its step: through a proxy on a node, as an ingress has it, to a Service. */
export interface TrafficSetup {
  /** Who asks, in the records. A later step of the same name takes this one's place. */
  readonly name: string;
  /** A name that cluster DNS knows (in the namespace `default` unless it says), or an address; with a port where it is not 80. */
  readonly to: string;
  readonly path: string;
  /** Requests a second; 0 ends it. */
  readonly rate: number;
  /** Requests go over connections that stay open, at most so many; each has its own without it. */
  readonly keepAlive?: number;
  readonly timeoutUs: number;
  /** How long it goes on; for ever without it. */
  readonly forUs?: number;
  /** The node that the proxy is on; the first worker unless given. */
  readonly node?: string;
}

const KEYS = ['name', 'to', 'path', 'rate', 'keepAlive', 'timeout', 'for', 'node'] as const;
const NAME = 'users';
const PATH = '/';
const TIMEOUT_US = 1_000_000;
/** More than a step could mean, and less than would fill the list of records at once. */
const MAX_RATE = 1_000;
const TARGET = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/** Reads a `traffic` step's value. */
export const readTraffic: Read<TrafficSetup> = (value, place) => {
  const object = readObject(value, place);
  if (object === undefined) return undefined;
  onlyKeys(object, KEYS, place);
  const to = required(object, 'to', place, readText);
  const rate = required(object, 'rate', place, readNumber);
  const keepAlive = optional(object, 'keepAlive', place, readInteger);
  const forUs = optional(object, 'for', place, readDuration);
  const node = optional(object, 'node', place, readText);
  if (to === undefined || rate === undefined) return undefined;
  if (!TARGET.test(to)) return fail(inside(place, 'to'), 'must be HOST or HOST:PORT');
  if (rate > MAX_RATE) return fail(inside(place, 'rate'), `must be at most ${MAX_RATE} requests a second`);
  return {
    name: optional(object, 'name', place, readText) ?? NAME,
    to,
    path: optional(object, 'path', place, readText) ?? PATH,
    rate,
    ...(keepAlive === undefined || keepAlive === 0 ? {} : { keepAlive }),
    timeoutUs: optional(object, 'timeout', place, readDuration) ?? TIMEOUT_US,
    ...(forUs === undefined ? {} : { forUs }),
    ...(node === undefined ? {} : { node }),
  };
};

/** The way back; defaults are left out. */
export function trafficDocument(traffic: TrafficSetup): JsonObject {
  const { name, to, path, rate, keepAlive, timeoutUs, forUs, node } = traffic;
  return {
    ...(name === NAME ? {} : { name }),
    to,
    ...(path === PATH ? {} : { path }),
    rate,
    ...(keepAlive === undefined ? {} : { keepAlive }),
    ...(timeoutUs === TIMEOUT_US ? {} : { timeout: formatDuration(timeoutUs) }),
    ...(forUs === undefined ? {} : { for: formatDuration(forUs) }),
    ...(node === undefined ? {} : { node }),
  };
}
