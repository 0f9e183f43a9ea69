import type { ObjectMeta, Pod } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import { isPodReady } from '../../../api/pod.ts';
import type { TraceRecord } from '../../../trace/record.ts';

// What must hold of every run of the controllers, read from its records alone.

interface Meta {
  readonly metadata: ObjectMeta;
}

type Workload = KubeObject &
  Meta & {
    readonly spec: { readonly replicas?: number; readonly completions?: number };
    readonly status?: Readonly<Record<string, number | undefined>>;
  };

/** Follows the store and the processes, and notes what should not be. */
export class ControllerInvariants {
  readonly violations: string[] = [];
  /** resource → key → object. */
  private readonly objects = new Map<string, Map<string, KubeObject & Meta>>();
  /** Pod key → live processes of its containers. */
  private readonly running = new Map<string, Set<string>>();

  take(record: TraceRecord): void {
    switch (record.kind) {
      case 'object.put':
        return this.put(record.data.resource, record.data.object as KubeObject & Meta, record.at);
      case 'object.delete':
        this.of(record.data.resource).delete(keyOf(record.data.object as KubeObject & Meta));
        return;
      case 'process.start':
      case 'process.exit': {
        const { pod, container, node, pid } = record.data;
        if (container === '') return;
        const key = `${pod.namespace}/${pod.name}`;
        const live = this.running.get(key) ?? new Set();
        this.running.set(key, live);
        if (record.kind === 'process.start') live.add(`${node} ${pid}`);
        else live.delete(`${node} ${pid}`);
        return;
      }
      default:
        return;
    }
  }

  private of(resource: string): Map<string, KubeObject & Meta> {
    let found = this.objects.get(resource);
    if (found === undefined) this.objects.set(resource, (found = new Map()));
    return found;
  }

  private put(resource: string, object: KubeObject & Meta, at: number): void {
    const key = keyOf(object);
    const old = this.of(resource).get(key);
    this.of(resource).set(key, object);
    const controllers = (object.metadata.ownerReferences ?? []).filter(
      ({ controller }) => controller === true,
    );
    if (controllers.length > 1)
      this.violation(at, `${resource} ${key} has ${controllers.length} controllers`);
    if (resource !== 'pods' || old !== undefined) return;
    const isOrdinal = controllers.some(({ kind }) => kind === 'StatefulSet');
    if (isOrdinal && (this.running.get(key)?.size ?? 0) > 0)
      this.violation(at, `${key} was made while the one before it still ran`);
  }

  private violation(at: number, text: string): void {
    this.violations.push(`${(at / 1_000_000).toFixed(3)} ${text}`);
  }

  /** What has not come to rest at the end, when nothing was broken any more for long enough. */
  end(): readonly string[] {
    for (const [key, set] of this.of('deployments.apps')) this.settled('deployment', key, set as Workload);
    for (const [key, set] of this.of('statefulsets.apps')) this.settled('statefulset', key, set as Workload);
    for (const [key, set] of this.of('daemonsets.apps')) this.everywhere(key, set as Workload);
    for (const [key, job] of this.of('jobs.batch')) this.done(key, job as Workload);
    for (const [key, pod] of this.of('pods')) {
      if (pod.metadata.deletionTimestamp !== undefined) this.end1(`pod ${key} is still being deleted`);
    }
    this.owners();
    this.slices();
    return this.violations;
  }

  private end1(text: string): void {
    this.violations.push(`at the end ${text}`);
  }

  private settled(kind: string, key: string, { spec, status, metadata }: Workload): void {
    const wanted = spec.replicas ?? 1;
    const counts = ['replicas', 'readyReplicas', 'availableReplicas', 'updatedReplicas'].map(
      (name) => status?.[name] ?? 0,
    );
    if (counts.some((count) => count !== wanted) || status?.['observedGeneration'] !== metadata.generation)
      this.end1(`${kind} ${key} wants ${wanted}, has ${counts.join('/')}`);
    const pods = this.podsBelow(metadata.uid).filter((pod) => isPodReady(pod));
    if (pods.length !== wanted) this.end1(`${kind} ${key} wants ${wanted}, ${pods.length} Pods are ready`);
  }

  private everywhere(key: string, { status }: Workload): void {
    const wanted = status?.['desiredNumberScheduled'] ?? 0;
    const ready = status?.['numberReady'] ?? 0;
    if (wanted !== 2 || ready !== 2)
      this.end1(`daemonset ${key} is on ${ready} of ${wanted} nodes, wanted 2`);
  }

  private done(key: string, { spec, status }: Workload): void {
    if ((status?.['succeeded'] ?? 0) !== (spec.completions ?? 1) || (status?.['active'] ?? 0) !== 0)
      this.end1(`job ${key} is not done: ${JSON.stringify(status)}`);
  }

  /** The Pods an object controls, directly or through its ReplicaSets. */
  private podsBelow(uid: string | undefined): Pod[] {
    const owned = (resource: string, by: string | undefined): (KubeObject & Meta)[] =>
      [...this.of(resource).values()].filter(({ metadata }) =>
        (metadata.ownerReferences ?? []).some((owner) => owner.controller === true && owner.uid === by),
      );
    const sets = owned('replicasets.apps', uid).map(({ metadata }) => metadata.uid);
    return [uid, ...sets].flatMap((by) => owned('pods', by)) as Pod[];
  }

  /** The garbage collector leaves nothing whose every owner is gone. */
  private owners(): void {
    const uids = new Set<string | undefined>();
    for (const objects of this.objects.values())
      for (const { metadata } of objects.values()) uids.add(metadata.uid);
    for (const [resource, objects] of this.objects) {
      if (resource.startsWith('events')) continue;
      for (const [key, { metadata }] of objects) {
        const owners = metadata.ownerReferences ?? [];
        if (owners.length > 0 && owners.every(({ uid }) => !uids.has(uid)))
          this.end1(`${resource} ${key} is left of a gone ${owners[0]?.kind}`);
      }
    }
  }

  /** A Service's slices name the ready Pods it selects, and no other as ready. */
  private slices(): void {
    interface Slice extends Meta {
      readonly endpoints?: readonly {
        readonly conditions?: { readonly ready?: boolean };
        readonly targetRef?: { readonly name?: string };
      }[];
    }
    for (const [key, service] of this.of('services')) {
      const selector = Object.entries(
        (service as unknown as { spec: { selector?: object } }).spec.selector ?? {},
      );
      if (selector.length === 0) continue;
      const named = ([...this.of('endpointslices.discovery.k8s.io').values()] as unknown as Slice[])
        .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === service.metadata.name)
        .flatMap(({ endpoints }) => endpoints ?? [])
        .filter(({ conditions }) => conditions?.ready === true)
        .map(({ targetRef }) => targetRef?.name ?? '')
        .sort();
      const ready = ([...this.of('pods').values()] as Pod[])
        .filter((pod) => selector.every(([name, value]) => pod.metadata.labels?.[name] === value))
        .filter((pod) => isPodReady(pod) && pod.metadata.deletionTimestamp === undefined)
        .map(({ metadata }) => metadata.name ?? '')
        .sort();
      if (named.join() !== ready.join())
        this.end1(`service ${key} leads to [${named.join()}], ready are [${ready.join()}]`);
    }
  }
}

function keyOf({ metadata }: Meta): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}
