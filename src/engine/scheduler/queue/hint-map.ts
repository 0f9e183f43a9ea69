import type { PodInfo } from '../cache/pod-info.ts';
import type { ClusterObjects } from '../framework/objects.ts';
import type { EventRegistration, Plugin, QueueingHint } from '../framework/plugin.ts';
import { ADD, type ClusterEvent, UPDATE_NODE_TAINT, matchesEvent } from './cluster-event.ts';

interface Entry {
  readonly plugin: string;
  readonly event: ClusterEvent;
  readonly hint: QueueingHint | undefined;
}

/** Something that happened: of an addition `before` is absent, of a deletion `after`. */
export interface Happening {
  readonly event: ClusterEvent;
  readonly before: unknown;
  readonly after: unknown;
}

/** Which plugin wants to be asked about which event. Models scheduler.go buildQueueingHintMap (1.36). */
export class HintMap {
  private readonly entries: readonly Entry[];
  private readonly objects: ClusterObjects;

  constructor(plugins: Iterable<Plugin>, objects: ClusterObjects) {
    const entries: Entry[] = [];
    for (const { name, events = [] } of plugins) {
      for (const { event, hint } of withTaintEvent(events)) entries.push({ plugin: name, event, hint });
    }
    this.entries = entries;
    this.objects = objects;
  }

  /** Whether any plugin wants to hear of it. */
  isOfInterest({ event }: Happening): boolean {
    return event.resource === '*' || this.entries.some((entry) => matchesEvent(entry.event, event));
  }

  /** Whether it may have made the Pod schedulable that these plugins rejected. Models isPodWorthRequeuing. */
  mayHelp(pod: PodInfo, rejectors: ReadonlySet<string>, { event, before, after }: Happening): boolean {
    if (rejectors.size === 0 || event.resource === '*') return true;
    for (const { plugin, event: registered, hint } of this.entries) {
      if (!rejectors.has(plugin) || !matchesEvent(registered, event)) continue;
      if (hint === undefined || hint(pod, before, after, this.objects)) return true;
    }
    return false;
  }

  /** Whether the plugin that gates a Pod registered the event. */
  gateListens(plugin: string, event: ClusterEvent): boolean {
    return this.entries.some((entry) => entry.plugin === plugin && matchesEvent(entry.event, event));
  }
}

/** Whoever waits for new nodes and names no taint event hears of every change of taints. */
function withTaintEvent(events: readonly EventRegistration[]): readonly EventRegistration[] {
  const registers = (action: number): boolean =>
    events.some(({ event }) => event.resource === 'Node' && (event.action & action) !== 0);
  if (!registers(ADD) || registers(UPDATE_NODE_TAINT)) return events;
  return [...events, { event: { resource: 'Node', action: UPDATE_NODE_TAINT } }];
}
