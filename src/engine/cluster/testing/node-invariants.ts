import type { ContainerStatus, Pod } from '../../../api/generated/types.ts';
import type { ObjectRef } from '../../../api/object.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';

// What must hold of every run, read from its records alone. Pods of one name must not follow each other in it.

const SECOND = 1_000_000;
/** A call, an exit on its way through containerd, a tick: what may lie between a deadline and what comes of it. */
const SLACK_US = 2 * SECOND;
/** The least that the runtime is given for a stop, whatever is left of the grace period. */
const MINIMUM_GRACE_S = 2;

interface PodFacts {
  spec: Pod['spec'] | undefined;
  /** The last known status of an instance that is over. */
  terminal: boolean;
  /** It is over, and its containers were not being collected while it was ended, as an evicted Pod's are. */
  settled: boolean;
  /** Where its grace period ends; absent while it is not deleted. */
  deadlineUs: number | undefined;
  /** Names of init containers that ended with 0 in this sandbox. */
  readonly done: Set<string>;
  /** Names of sidecars that were started in this sandbox. */
  readonly started: Set<string>;
  /** Calls of CreateContainer that went well, by container. */
  readonly created: Map<string, number>;
  /** `NAME/ATTEMPT`. */
  readonly removed: Set<string>;
  /** The stop of its last sandbox was asked for. */
  stopped: boolean;
  sandboxes: number;
  sandboxesRemoved: number;
  gone: boolean;
  /** A kubelet that came up while it was on its way out refused it: its object stays until somebody forces it. */
  refused: boolean;
}

/** Whether a rule may restart all of the Pod's containers. */
function restartsAll(spec: Pod['spec'] | undefined): boolean {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].some(({ restartPolicyRules }) =>
    restartPolicyRules?.some(({ action }) => action === 'RestartAllContainers'),
  );
}

const keyOf = ({ namespace, name }: ObjectRef): string => `${namespace}/${name}`;
const count = (map: ReadonlyMap<string, number>, name: string): number => map.get(name) ?? 0;

/** Reads a run's records and notes what should not be. */
export class NodeInvariants {
  readonly violations: string[] = [];
  private readonly pods = new Map<string, PodFacts>();
  private readonly calls = new Map<number, RecordOf<'cri.call'>>();
  private readonly cniCalls = new Map<number, RecordOf<'cni.call'>>();
  /** Address → sandbox. */
  private readonly owners = new Map<string, string>();
  /** The id of the container that was made last, by `NAMESPACE/NAME/CONTAINER`; which instance an id is. */
  private readonly made = new Map<string, string>();
  private readonly attempts = new Map<string, number>();
  /** `NAMESPACE/NAME/CONTAINER` of containers that are being started, and the node's pid of each one's first process. */
  private readonly starting = new Set<string>();
  private readonly mains = new Map<string, number>();
  private readonly stops = new Map<string, { readonly at: number; readonly timeoutUs: number }>();
  /** Stops are late by right while containerd or the kubelet is down. */
  private readonly disturbed: boolean;

  constructor(disturbed: boolean) {
    this.disturbed = disturbed;
  }

  take(record: TraceRecord): void {
    switch (record.kind) {
      case 'object.put':
      case 'object.delete':
        if (record.data.resource === 'pods') this.pod(record);
        return;
      case 'cri.call':
        this.calls.set(record.seq, record);
        if (record.data.method === 'StopContainer') this.stopping(record);
        if (record.data.method === 'StartContainer') this.toStart(record);
        if (record.data.method === 'StopPodSandbox' && record.data.pod !== undefined)
          this.factsOf(record.data.pod).stopped = true;
        return;
      case 'container.config':
        this.made.set(`${keyOf(record.data.pod)}/${record.data.container}`, record.data.id);
        return;
      case 'cri.return':
        return this.returned(record);
      case 'cni.call':
        this.cniCalls.set(record.seq, record);
        return;
      case 'cni.return':
        return this.network(record);
      case 'process.start':
        return this.processStart(record);
      case 'process.exit':
        return this.processExit(record);
      default:
        return undefined;
    }
  }

  private violated(record: TraceRecord, what: string): void {
    this.violations.push(`${(record.at / SECOND).toFixed(3)} s, record ${record.seq}: ${what}`);
  }

  private factsOf(ref: ObjectRef): PodFacts {
    let facts = this.pods.get(keyOf(ref));
    if (facts === undefined) {
      facts = {
        spec: undefined,
        terminal: false,
        settled: false,
        deadlineUs: undefined,
        done: new Set(),
        started: new Set(),
        created: new Map(),
        removed: new Set(),
        stopped: false,
        sandboxes: 0,
        sandboxesRemoved: 0,
        gone: false,
        refused: false,
      };
      this.pods.set(keyOf(ref), facts);
    }
    return facts;
  }

  private pod(record: RecordOf<'object.put'> | RecordOf<'object.delete'>): void {
    const { object, namespace, name } = record.data;
    const pod = object as Pod;
    const facts = this.factsOf({ namespace, name });
    facts.spec = pod.spec;
    const phase = pod.status?.phase;
    if (facts.terminal && phase !== 'Succeeded' && phase !== 'Failed')
      this.violated(record, `${name} was over and is ${phase}`);
    facts.refused =
      pod.metadata.deletionTimestamp !== undefined &&
      pod.status?.reason !== undefined &&
      pod.status.containerStatuses === undefined;
    facts.terminal ||= phase === 'Succeeded' || phase === 'Failed';
    facts.settled = facts.terminal && pod.status?.reason !== 'Evicted';
    if (record.kind === 'object.delete') {
      facts.gone = true;
      // Taken from the API without its kubelet's consent: its containers have the time that its spec gives them.
      facts.deadlineUs ??= record.at + (pod.spec.terminationGracePeriodSeconds ?? 30) * SECOND;
    } else if (pod.metadata.deletionTimestamp !== undefined) {
      const graceUs = (pod.metadata.deletionGracePeriodSeconds ?? 0) * SECOND;
      // A later delete with less changes the object, not the stop under way.
      facts.deadlineUs ??= record.at + graceUs;
    }
    for (const status of [
      ...(pod.status?.containerStatuses ?? []),
      ...(pod.status?.initContainerStatuses ?? []),
    ])
      this.restarts(record, facts, status);
  }

  /** restartCount is one less than the instances there were when the shown one was made. */
  private restarts(
    record: TraceRecord,
    facts: PodFacts,
    { name, restartCount, state, lastState, containerID }: ContainerStatus,
  ): void {
    const attempt = this.attempts.get(containerID?.replace('containerd://', '') ?? '');
    // A container that could not be found any more counts as one more, before the next one is there.
    const unknown = [state, lastState].some((each) => each?.terminated?.reason === 'ContainerStatusUnknown');
    const lost = unknown && (containerID === undefined || state?.terminated !== undefined) ? 1 : 0;
    if (attempt !== undefined && restartCount !== attempt && restartCount !== attempt + lost)
      this.violated(record, `${name} has ${restartCount} restarts as its instance ${attempt}`);
    const created = count(facts.created, name);
    if (restartCount > Math.max(0, created - 1) + lost)
      this.violated(record, `${name} has ${restartCount} restarts after ${created} starts`);
    if (facts.settled && created > 0 && restartCount < created - 1 && state?.terminated !== undefined)
      this.violated(record, `${name} has ${restartCount} restarts at its end, after ${created} starts`);
  }

  /** A sync that is under way when the object goes comes to its end: nothing starts once the sandbox has been stopped. */
  private toStart(record: RecordOf<'cri.call'>): void {
    const { pod, container } = record.data;
    if (pod === undefined || container === undefined) return;
    const facts = this.factsOf(pod);
    if (facts.terminal || (facts.gone && facts.stopped))
      this.violated(record, `${container} of ${pod.name} is started after its end`);
    this.starting.add(`${keyOf(pod)}/${container}`);
  }

  private stopping(record: RecordOf<'cri.call'>): void {
    const { pod, container, timeoutSeconds = 0 } = record.data;
    if (pod === undefined || container === undefined) return;
    this.stops.set(`${keyOf(pod)}/${container}`, { at: record.at, timeoutUs: timeoutSeconds * SECOND });
  }

  private returned(record: RecordOf<'cri.return'>): void {
    const call = this.calls.get(record.data.call);
    if (call === undefined || record.data.error !== undefined || call.data.pod === undefined) return;
    const { method, container = '', attempt } = call.data;
    const facts = this.factsOf(call.data.pod);
    if (method === 'RunPodSandbox') {
      facts.sandboxes++;
      facts.stopped = false;
    }
    if (method === 'RemovePodSandbox') facts.sandboxesRemoved++;
    if (method === 'RemoveContainer') this.removed(facts, container, attempt ?? 0);
    if (method !== 'CreateContainer') return;
    const before = count(facts.created, container);
    if (attempt !== before) this.violated(record, `${container}: attempt ${attempt} after ${before} starts`);
    facts.created.set(container, before + 1);
    const id = this.made.get(`${keyOf(call.data.pod)}/${container}`);
    if (id !== undefined) this.attempts.set(id, attempt ?? 0);
  }

  private removed(facts: PodFacts, container: string, attempt: number): void {
    facts.removed.add(`${container}/${attempt}`);
    if (!restartsAll(facts.spec) || attempt !== count(facts.created, container) - 1) return;
    // RestartAllContainers takes all instances: what had been done is to be done again.
    facts.done.delete(container);
    facts.started.delete(container);
  }

  private network(record: RecordOf<'cni.return'>): void {
    const call = this.cniCalls.get(record.data.call);
    if (call === undefined || record.data.error !== undefined) return;
    const { command, sandbox } = call.data;
    if (command === 'DEL') {
      for (const [address, owner] of this.owners) if (owner === sandbox) this.owners.delete(address);
      return;
    }
    const { ips } = record.data.result as { readonly ips: readonly { readonly address: string }[] };
    for (const { address } of ips) {
      const owner = this.owners.get(address);
      if (owner !== undefined) this.violated(record, `${address} is ${owner}'s and now ${sandbox}'s`);
      this.owners.set(address, sandbox);
    }
  }

  private processStart(record: RecordOf<'process.start'>): void {
    const { pod, container, pid } = record.data;
    const facts = this.factsOf(pod);
    if (container === '') {
      facts.done.clear();
      facts.started.clear();
      return;
    }
    // Programs that probes, hooks and users run in it are not the container's start; nor need its first be the Pod's PID 1.
    const own = `${keyOf(pod)}/${container}`;
    if (!this.starting.delete(own)) return;
    this.mains.set(own, pid);
    if (facts.done.has(container) && !this.disturbed)
      this.violated(record, `${container} of ${pod.name} had done its work in this sandbox`);
    this.stops.delete(own);
    this.checkOrder(record, facts);
    facts.started.add(container);
  }

  /** What must come before a container: every init container that is declared before it. */
  private checkOrder(record: RecordOf<'process.start'>, { spec, done, started }: PodFacts): void {
    const { container, pod } = record.data;
    // Ephemeral ones wait for nobody.
    if (spec?.ephemeralContainers?.some(({ name }) => name === container) === true) return;
    for (const { name, restartPolicy } of spec?.initContainers ?? []) {
      if (name === container) return;
      const ready = restartPolicy === 'Always' ? started.has(name) : done.has(name);
      if (!ready) this.violated(record, `${container} of ${pod.name} starts before ${name} is through`);
    }
  }

  private processExit(record: RecordOf<'process.exit'>): void {
    const { pod, container, pid, code } = record.data;
    if (this.mains.get(`${keyOf(pod)}/${container}`) !== pid) return;
    const facts = this.factsOf(pod);
    const init = facts.spec?.initContainers?.find(({ name }) => name === container);
    if (init !== undefined && init.restartPolicy !== 'Always' && code === 0) facts.done.add(container);
    if (this.disturbed) return;
    const stop = this.stops.get(`${keyOf(pod)}/${container}`);
    this.stops.delete(`${keyOf(pod)}/${container}`);
    if (stop !== undefined && record.at > stop.at + stop.timeoutUs + SLACK_US)
      this.violated(record, `${container} of ${pod.name} outlives its stop of ${stop.timeoutUs / SECOND} s`);
    const sidecars =
      facts.spec?.initContainers?.filter((each) => each.restartPolicy === 'Always').length ?? 0;
    // Each that waited for its turn gets the least time again.
    const least = MINIMUM_GRACE_S * (1 + sidecars) * SECOND;
    // A sync that waits for a postStart hook is waited for.
    const waits = facts.spec?.containers.some(({ lifecycle }) => lifecycle?.postStart !== undefined) === true;
    if (facts.deadlineUs !== undefined && !waits && record.at > facts.deadlineUs + least + SLACK_US)
      this.violated(record, `${container} of ${pod.name} outlives its grace period`);
  }

  /** What must hold when all is deleted and the collectors have been round. */
  end(): readonly string[] {
    for (const [name, { created, removed, sandboxes, sandboxesRemoved, gone, refused }] of this.pods) {
      if (!gone && !refused) this.violations.push(`${name} was never gone`);
      if (sandboxes !== sandboxesRemoved)
        this.violations.push(`${name}: ${sandboxes} sandboxes made, ${sandboxesRemoved} removed`);
      for (const [container, made] of created) {
        for (let attempt = 0; attempt < made; attempt++) {
          if (!removed.has(`${container}/${attempt}`))
            this.violations.push(`${name}/${container}: instance ${attempt} of ${made} never removed`);
        }
      }
    }
    return this.violations;
  }
}
