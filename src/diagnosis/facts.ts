import type { Event, Node, Pod } from '../api/generated/types.ts';

/** What is known of a Pod: itself, the Events about it, and its node. */
export interface Known {
  readonly pod: Pod;
  readonly events: readonly Event[];
  readonly node?: Node;
  /** What a container wrote last: of the run before when it has ended. As `kubectl logs` would tell. */
  readonly logs?: (container: string) => string;
}

/** Commands about one Pod. */
export interface Commands {
  readonly describe: string;
  readonly yaml: string;
  readonly logs: string;
  readonly previous: string;
  readonly node: string;
}

export interface Facts extends Known {
  readonly next: Commands;
}

export function commands({ metadata: { name, namespace = 'default' }, spec }: Pod): Commands {
  const where = namespace === 'default' ? '' : ` -n ${namespace}`;
  return {
    describe: `kubectl describe pod ${name}${where}`,
    yaml: `kubectl get pod ${name}${where} -o yaml`,
    logs: `kubectl logs ${name}${where}`,
    previous: `kubectl logs ${name}${where} --previous`,
    node: `kubectl describe node ${spec.nodeName ?? ''}`.trim(),
  };
}

/** The latest Event with one of these reasons. */
export function lastEvent(events: readonly Event[], reasons: readonly string[]): Event | undefined {
  return events.findLast(({ reason }) => reasons.includes(reason ?? ''));
}

/** The latest Event whose message has these words. */
export function eventSaying(events: readonly Event[], words: string): Event | undefined {
  return events.findLast(({ message }) => message?.includes(words) ?? false);
}
