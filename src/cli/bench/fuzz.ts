import { RESOURCES, type Resource, resourceByKind } from '../../api/resources.ts';
import type { JsonObject } from '../../base/json.ts';
import { asObject } from '../../base/json.ts';
import { type Random, randomStream } from '../../base/rng.ts';
import { BareServer } from '../../engine/cluster/bare-server.ts';
import { mutated } from './mutate.ts';
import { synthesized } from './synthesize.ts';

/** What became of the manifests. */
export interface FuzzReport {
  readonly sent: number;
  readonly accepted: number;
  /** By HTTP code. */
  readonly refused: ReadonlyMap<number, number>;
  /** Requests that broke the server, or that it answered with something that is no Status. */
  readonly broken: readonly Broken[];
}

interface Broken {
  readonly index: number;
  readonly why: string;
  readonly request: Request;
}

type Request = Parameters<BareServer['request']>[0];

/** How a manifest is sent. `stored` asks for the object to be there first. */
const WAYS = [
  { verb: 'create' },
  { verb: 'create' },
  { verb: 'update' },
  { verb: 'patch', patchType: 'strategic' },
  { verb: 'patch', patchType: 'merge' },
  { verb: 'patch', patchType: 'apply' },
] as const;
const SUBRESOURCES = ['status', 'scale', 'resize', 'ephemeralcontainers', 'binding', 'eviction'];
const VALIDATIONS = ['Strict', 'Warn', 'Ignore'] as const;
/** What stays in the store makes later requests meet it; a fresh server now and then keeps it small. */
const REQUESTS_A_SERVER = 4_000;
const BROKEN_MOST = 20;

const WRITABLE = RESOURCES.filter(({ verbs }) => verbs.includes('create'));

/** Sends `count` mutated manifests, of the corpus and made from the schema, each as some request of some verb. */
export function fuzz(corpus: readonly JsonObject[], count: number, seed: number): FuzzReport {
  const random = randomStream(seed, 'fuzz');
  const refused = new Map<number, number>();
  const broken: Broken[] = [];
  let accepted = 0;
  let server = new BareServer();
  for (let index = 0; index < count && broken.length < BROKEN_MOST; index++) {
    if (index % REQUESTS_A_SERVER === 0) server = new BareServer();
    const { request, before } = someRequest(corpus, random);
    if (before !== undefined) outcomeOf(server, before);
    const outcome = outcomeOf(server, request);
    if (typeof outcome === 'string') {
      broken.push({ index, why: outcome, request });
      server = new BareServer();
    } else if (outcome === 0) accepted++;
    else refused.set(outcome, (refused.get(outcome) ?? 0) + 1);
  }
  return { sent: count, accepted, refused, broken };
}

/** 0 for success, the code of a Status, or what is wrong with the answer. */
function outcomeOf(server: BareServer, request: Request): number | string {
  try {
    const answer = server.request(request);
    if (answer.ok) return 0;
    const { kind, code, message } = answer.error;
    const isStatus = kind === 'Status' && code >= 400 && typeof message === 'string' && message !== '';
    if (!isStatus || answer.error.status !== 'Failure') return `no Status: ${JSON.stringify(answer.error)}`;
    return /\bundefined\b|\[object /.test(message) ? `a Status with a hole: ${message}` : code;
  } catch (problem) {
    return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  }
}

/** A request, and for those that change an object the one that makes it. */
interface Shot {
  readonly request: Request;
  readonly before?: Request;
}

function someRequest(corpus: readonly JsonObject[], random: Random): Shot {
  const base = inDefault(someManifest(corpus, random));
  const resource = resourceByKind(String(base['apiVersion']), String(base['kind'])) ?? random.pick(WRITABLE);
  const way = random.pick(WAYS);
  const subresource = random.next() < 0.15 ? someSubresource(resource, random) : undefined;
  const name = asObject(base['metadata'])['name'];
  const where = {
    resource: resource.key,
    namespace: resource.namespaced ? 'default' : '',
    name: typeof name === 'string' ? name : 'web',
  };
  const request = {
    ...way,
    ...where,
    ...(subresource === undefined ? {} : { subresource }),
    body: random.next() < 0.05 ? base : mutated(base, random),
    options: {
      fieldValidation: random.pick(VALIDATIONS),
      dryRun: random.next() < 0.5,
      fieldManager: random.pick(['kubectl', 'other']),
      // Said of anything but an apply it is refused at once: seldom, so that what comes behind is met too.
      ...('patchType' in way && way.patchType !== 'apply' && random.next() < 0.95
        ? {}
        : { force: random.next() < 0.3 }),
    },
  };
  if (way.verb === 'create' && subresource === undefined) return { request: { ...request, name: '' } };
  return { request, before: { verb: 'create', ...where, name: '', body: base } };
}

/** The manifest in the one namespace there is. */
function inDefault(manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']);
  return metadata['namespace'] === undefined
    ? manifest
    : { ...manifest, metadata: { ...metadata, namespace: 'default' } };
}

function someManifest(corpus: readonly JsonObject[], random: Random): JsonObject {
  if (corpus.length > 0 && random.next() < 0.6) return random.pick(corpus);
  const { apiVersion, kind } = random.pick(WRITABLE);
  return synthesized(apiVersion, kind, random) ?? { apiVersion, kind, metadata: { name: 'web' } };
}

function someSubresource(resource: Resource, random: Random): string | undefined {
  const known = resource.subresources.filter((name) => SUBRESOURCES.includes(name));
  return known.length === 0 ? undefined : random.pick(known);
}
