import type { Recording, WatchedChange } from '../format.ts';
import type { JsonObject } from '../../base/json.ts';
import { asList, asObject, holds, textOf } from '../../base/json.ts';
import type { Clean } from './text.ts';
import { foldText, remembering, wholeWord } from './text.ts';

type Alias = readonly [name: string, alias: string];

/** Pods added within this many seconds of each other were made together. */
const TOGETHER_SECONDS = 0.8;
const NEVER = 1e9;
/** The end of the name of a Pod that was refused: five letters of utilrand's alphabet. */
const REFUSED = /(<(?:hash|tick)\d+>)-[bcdfghjklmnpqrstvwxz2456789]{5}(?![\p{L}\p{N}_])/gu;

export const metaOf = (change: WatchedChange): JsonObject => asObject(asObject(change.object)['metadata']);
export const nameOf = (meta: JsonObject): string => textOf(meta['name']) ?? '';
export const beforeLastDash = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('-')));
export const afterLastDash = (name: string): string => name.slice(name.lastIndexOf('-') + 1);

/** A StatefulSet's Pods have a generateName too, but fixed names. */
function isRandomlyNamed(meta: JsonObject): boolean {
  return holds(meta['generateName']) && !('statefulset.kubernetes.io/pod-name' in asObject(meta['labels']));
}

/** The stem that a generateName gives: `web-` is `web`. */
export function generatedStem(meta: JsonObject): string {
  return (textOf(meta['generateName']) ?? '').replace(/-+$/, '');
}

/**
 * The watch with Pods that were made together in order of their deletion: which of several equal Pods goes first is
 * chance and should not show in their names.
 */
function inOrderOfFate(watch: readonly WatchedChange[]): WatchedChange[] {
  const gone = new Map<string, number>();
  for (const change of watch) {
    const meta = metaOf(change);
    if (change.resource === 'pods' && holds(meta['deletionTimestamp']) && !gone.has(nameOf(meta)))
      gone.set(nameOf(meta), change.at);
  }
  const fate = (change: WatchedChange): number => gone.get(nameOf(metaOf(change))) ?? NEVER;
  const out: WatchedChange[] = [];
  const batches = new Map<string, number[]>();
  for (const change of watch) {
    const meta = metaOf(change);
    out.push(change);
    if (change.resource !== 'pods' || change.type !== 'ADDED' || !isRandomlyNamed(meta)) continue;
    const generateName = textOf(meta['generateName']) ?? '';
    let slots = batches.get(generateName) ?? [];
    const last = slots[slots.length - 1];
    if (last !== undefined && change.at - (out[last]?.at ?? 0) > TOGETHER_SECONDS) slots = [];
    slots.push(out.length - 1);
    batches.set(generateName, slots);
    const chosen = slots.map((slot) => out[slot] as WatchedChange).sort((a, b) => fate(a) - fate(b));
    slots.forEach((slot, place) => {
      out[slot] = { ...(chosen[place] as WatchedChange), at: (out[slot] as WatchedChange).at };
    });
  }
  return out;
}

/** What a new object's random name consists of, or undefined when its name is its own. */
function kindOfName(
  change: WatchedChange,
): readonly [stem: string, kind: 'hash' | 'pod' | 'slice' | 'tick'] | undefined {
  const meta = metaOf(change);
  const name = nameOf(meta);
  const generateName = textOf(meta['generateName']);
  switch (change.resource) {
    case 'replicasets':
      return /-[a-z0-9]{6,10}$/.test(name) ? [beforeLastDash(name), 'hash'] : undefined;
    case 'pods':
      return isRandomlyNamed(meta) ? [generatedStem(meta), 'pod'] : undefined;
    case 'endpointslices':
      return generateName !== undefined && name.startsWith(generateName)
        ? [generatedStem(meta), 'slice']
        : undefined;
    case 'jobs': {
      const ofCronJob = asList(meta['ownerReferences']).some(
        (owner) => asObject(owner)['kind'] === 'CronJob',
      );
      return ofCronJob && /-\d{8,}$/.test(name) ? [beforeLastDash(name), 'tick'] : undefined;
    }
    default:
      return undefined;
  }
}

/** The random names in order of creation, each with its place: `web-<hash1>`. */
function aliases(watch: readonly WatchedChange[]): Alias[] {
  const table = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const change of watch) {
    const name = nameOf(metaOf(change));
    if (change.type !== 'ADDED' || name === '' || table.has(name)) continue;
    const found = kindOfName(change);
    if (found === undefined) continue;
    const [stem, kind] = found;
    const count = (counts.get(`${kind} ${stem}`) ?? 0) + 1;
    counts.set(`${kind} ${stem}`, count);
    table.set(name, `${stem}-<${kind}${count}>`);
  }
  return resolveStems([...table]);
}

/** A Pod's stem may itself be a ReplicaSet's random name. Longest names first, so that none is cut short. */
function resolveStems(table: readonly Alias[]): Alias[] {
  const full = table.map(([name, own]): Alias => {
    let alias = own;
    for (const [other, otherAlias] of table) {
      if (other !== name && alias.startsWith(`${other}-`)) alias = otherAlias + alias.slice(other.length);
    }
    return [name, alias];
  });
  return full.sort((a, b) => b[0].length - a[0].length);
}

/** The pod-template hashes and controller revisions, which labels and messages also carry alone. */
function bareHashes(full: readonly Alias[], watch: readonly WatchedChange[]): (readonly [RegExp, string])[] {
  const revisions = new Set<string>();
  for (const change of watch) {
    if (change.resource !== 'pods') continue;
    const revision = textOf(asObject(metaOf(change)['labels'])['controller-revision-hash']);
    if (revision !== undefined) revisions.add(revision);
  }
  const hashes = full
    .map(([name, alias]): Alias => [afterLastDash(name), afterLastDash(alias)])
    .filter(([, alias]) => alias.endsWith('>') && alias.includes('<hash'));
  const numbered = [...revisions].map((value, place): Alias => [afterLastDash(value), `<rev${place + 1}>`]);
  return [...hashes, ...numbered].map(([value, alias]) => [wholeWord([value]), alias]);
}

/** Nodes that Pods were bound to, in order, unless the scenario says that names matter. */
function nodeNamer(recording: Recording): Clean {
  const cluster = recording.scenario?.cluster ?? {};
  const nodes = new Set<string>();
  if (cluster.pinNodes !== true) {
    for (const change of recording.watch) {
      if (change.resource !== 'pods') continue;
      const node = textOf(asObject(asObject(change.object)['spec'])['nodeName']);
      if (node !== undefined) nodes.add(node);
    }
  }
  const anyWorker = /(?<![\p{L}\p{N}_])worker-\d+(?![\p{L}\p{N}_])/gu;
  if (cluster.anyNode === true) return (text) => text.replace(anyWorker, '<node>');
  if (nodes.size === 0) return (text) => text;
  const order = [...nodes];
  const pattern = wholeWord(order);
  return (text) => text.replace(pattern, (node) => `worker-${order.indexOf(node) + 1}`);
}

/**
 * A function that gives random names their place in order of creation (`web-<hash1>-<pod1>`), nodes theirs in order of
 * use, the namespace its plain name, and folds ids and times.
 */
export function namer(recording: Recording): Clean {
  const watch = inOrderOfFate(recording.watch);
  const full = aliases(watch);
  const hashes = bareHashes(full, watch);
  const nameNodes = nodeNamer(recording);
  return remembering((raw) => {
    let text = nameNodes(raw.replaceAll(recording.namespace, 'default'));
    for (const [name, alias] of full) text = text.replaceAll(name, () => alias);
    for (const [pattern, alias] of hashes) text = text.replace(pattern, () => alias);
    return foldText(text.replace(REFUSED, '$1-<rand>'));
  });
}

/** kube-scheduler's goldens know no fate and no node order: only ReplicaSets and their Pods get places. */
export function schedulerNameTable(watch: readonly WatchedChange[]): { names: Alias[]; hashes: Alias[] } {
  const table = new Map<string, string>();
  const counts = new Map<string, number>();
  const hashes: Alias[] = [];
  for (const change of watch) {
    const meta = metaOf(change);
    const name = nameOf(meta);
    if (change.type !== 'ADDED' || table.has(name)) continue;
    const isHash = change.resource === 'replicasets' && /-[a-z0-9]{6,10}$/.test(name);
    const isPod = change.resource === 'pods' && holds(meta['generateName']) && !/-\d+$/.test(name);
    if (!isHash && !isPod) continue;
    const stem = isHash ? beforeLastDash(name) : generatedStem(meta);
    const kind = isHash ? 'hash' : 'pod';
    const count = (counts.get(`${kind} ${stem}`) ?? 0) + 1;
    counts.set(`${kind} ${stem}`, count);
    table.set(name, `${stem}-<${kind}${count}>`);
    if (isHash) hashes.push([afterLastDash(name), `<hash${count}>`]);
  }
  return { names: [...table].sort((a, b) => b[0].length - a[0].length), hashes };
}
