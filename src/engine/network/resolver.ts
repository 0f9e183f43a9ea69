import { type Task, sleep } from '../kernel/task.ts';
import { isAddress } from './addresses.ts';
import { namesToAsk, recordsAnswer } from './dns.ts';
import type { Namespace } from './namespace.ts';
import type { DnsAnswer, DnsZone, Lookup, RecordType } from './port.ts';

/** glibc and musl alike: 5 s a try, two tries. */
const TRY_US = 5_000_000;
const TRIES = 2;

/** What the resolver needs of the wires. */
export interface ResolverWires {
  /** The round trip of a datagram to the server's port 53, or why there is none. */
  reach(
    from: Namespace,
    server: string,
  ): { readonly kind: 'ok'; readonly roundTripUs: number } | { readonly kind: 'refused' | 'lost' };
  /** What the server knows; undefined when no server is there. */
  zone(server: string): DnsZone | undefined;
  readonly answerUs: number;
}

export interface ResolveRequest {
  readonly name: string;
  readonly type: RecordType;
  /** getaddrinfo: /etc/hosts first, then the search list. Without it the name is asked as it stands. */
  readonly search: boolean;
  readonly server?: string;
  /** Who asked waits no longer than this; without it as long as the resolver tries. */
  readonly timeoutUs?: number;
}

/** What is left of the time that the asker waits. */
interface Patience {
  leftUs: number;
}

/** Answers whether the time was there. */
function* spend(patience: Patience, us: number): Task<boolean> {
  const spent = Math.min(us, patience.leftUs);
  patience.leftUs -= spent;
  yield* sleep(spent);
  return spent === us;
}

/** Walks the names until one is answered. */
export function* resolveName(wires: ResolverWires, from: Namespace, request: ResolveRequest): Task<Lookup> {
  const { name, type } = request;
  if (request.search) {
    const known = isAddress(name) ? name : name === 'localhost' ? '127.0.0.1' : from.hosts.get(name);
    if (known !== undefined) return { ...recordsAnswer(name, 'A', [known], 0), server: '', name, asked: [] };
  }
  const servers = request.server === undefined ? from.resolver.nameservers : [request.server];
  const asked: string[] = [];
  const patience: Patience = { leftUs: request.timeoutUs ?? Number.POSITIVE_INFINITY };
  let last: Lookup = { status: 'timeout', records: [], server: servers[0] ?? '127.0.0.1', name, asked };
  for (const candidate of namesToAsk(name, from.resolver, request.search)) {
    asked.push(candidate);
    const answer = yield* askServers(wires, from, { servers, name: candidate, type, patience });
    last = { ...answer, name: candidate, asked };
    if (
      answer.status === 'ok' ||
      answer.status === 'timeout' ||
      answer.status === 'refused' ||
      answer.status === 'servfail'
    )
      return last;
    // A name that is there without a record of this type ends the walk too.
    if (answer.status === 'nodata' && !request.search) return last;
  }
  return last;
}

function* askServers(
  wires: ResolverWires,
  from: Namespace,
  query: {
    readonly servers: readonly string[];
    readonly name: string;
    readonly type: RecordType;
    readonly patience: Patience;
  },
): Task<DnsAnswer & { readonly server: string }> {
  let last: DnsAnswer & { readonly server: string } = {
    status: 'timeout',
    records: [],
    server: query.servers[0] ?? '127.0.0.1',
  };
  for (let round = 0; round < TRIES; round++) {
    for (const server of query.servers) {
      const way = wires.reach(from, server);
      const zone = way.kind === 'ok' ? wires.zone(server) : undefined;
      if (way.kind === 'ok' && zone !== undefined) {
        if (!(yield* spend(query.patience, way.roundTripUs + wires.answerUs)))
          return { status: 'timeout', records: [], server };
        return { ...zone.answer(query.name, query.type), server };
      }
      const refused = way.kind === 'refused';
      const waited = yield* spend(query.patience, refused ? wires.answerUs : TRY_US);
      last = { status: waited && refused ? 'refused' : 'timeout', records: [], server };
      if (!waited) return last;
    }
  }
  return last;
}
