import type { ConfigMap, Pod, Secret } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import { TIMED_OUT, type Task, waitUpTo } from '../../../kernel/task.ts';
import { Informer } from '../../../machinery/informer.ts';
import type { KubeletDeps } from '../deps.ts';
import { ephemeralContainers, initContainers, podUid } from '../pod.ts';

// Models pkg/kubelet/util/manager/watch_based_manager.go (1.36): one watch per object that some Pod on the node names.

export type CachedResource = 'configmaps' | 'secrets';
type Cached = { configmaps: ConfigMap; secrets: Secret };

interface Item {
  readonly informer: Informer;
  readonly users: Set<string>;
}

const SYNC_WAIT_US = 1_000_000;

/** The ConfigMaps and Secrets that the node's Pods refer to. */
export class ObjectCache {
  private readonly deps: KubeletDeps;
  private readonly items = new Map<string, Item>();
  private readonly byPod = new Map<string, readonly string[]>();
  private readonly versions = new Map<string, number>();

  constructor(deps: KubeletDeps) {
    this.deps = deps;
  }

  stop(): void {
    for (const { informer } of this.items.values()) informer.stop();
    this.items.clear();
    this.byPod.clear();
  }

  /** Starts watching what the Pod names. */
  register(pod: Pod): void {
    const uid = podUid(pod);
    const keys = referencedObjects(pod);
    const before = this.byPod.get(uid) ?? [];
    if (keys === before) return;
    for (const key of keys) this.use(key, uid);
    this.byPod.set(uid, keys);
    for (const key of before) if (!keys.includes(key)) this.release(key, uid);
  }

  unregister(pod: Pod): void {
    const uid = podUid(pod);
    for (const key of this.byPod.get(uid) ?? []) this.release(key, uid);
    this.byPod.delete(uid);
    this.versions.delete(uid);
  }

  /** The object, or Kubernetes' words for why not. `notFound` is set when there is no such object. */
  *get<R extends CachedResource>(
    resource: R,
    namespace: string,
    name: string,
  ): Task<Result<Cached[R], { readonly message: string; readonly notFound: boolean }>> {
    const item = this.items.get(`${resource}/${namespace}/${name}`);
    if (item === undefined)
      return err({ message: `object "${namespace}"/"${name}" not registered`, notFound: false });
    const synced = yield* waitUpTo(item.informer.synced, SYNC_WAIT_US);
    if (synced === TIMED_OUT) {
      const message = `failed to sync ${resource === 'secrets' ? 'secret' : 'configmap'} cache: timed out waiting for the condition`;
      return err({ message, notFound: false });
    }
    const object = item.informer.get({ namespace, name });
    if (object === undefined) {
      return err({
        message: `${resource === 'secrets' ? 'secret' : 'configmap'} "${name}" not found`,
        notFound: true,
      });
    }
    return ok(object as unknown as Cached[R]);
  }

  /** Grows with every change of an object that the Pod refers to. */
  versionOf(uid: string): number {
    return this.versions.get(uid) ?? 0;
  }

  private use(key: string, uid: string): void {
    let item = this.items.get(key);
    if (item === undefined) {
      const [resource = '', namespace = '', name = ''] = key.split('/');
      const { kernel, client } = this.deps;
      const informer = new Informer(kernel, client, resource, {
        namespace,
        fieldSelector: `metadata.name=${name}`,
      });
      item = { informer, users: new Set() };
      const { users } = item;
      const changed = (): void => {
        for (const user of users) this.versions.set(user, this.versionOf(user) + 1);
      };
      informer.on({ added: changed, updated: changed, deleted: changed });
      informer.start();
      this.items.set(key, item);
    }
    item.users.add(uid);
  }

  private release(key: string, uid: string): void {
    const item = this.items.get(key);
    if (item === undefined) return;
    item.users.delete(uid);
    if (item.users.size > 0) return;
    item.informer.stop();
    this.items.delete(key);
  }
}

/** Keys `resource/namespace/name` of all ConfigMaps and Secrets in a Pod's spec. Models podutil.VisitPodConfigmapNames and VisitPodSecretNames. */
export function referencedObjects(pod: Pod): readonly string[] {
  let known = referenced.get(pod.spec);
  if (known === undefined) {
    known = visit(pod);
    referenced.set(pod.spec, known);
  }
  return known;
}

/** By their specs, which never change once they are stored; a Pod never moves to another namespace. */
const referenced = new WeakMap<object, readonly string[]>();

function visit(pod: Pod): string[] {
  const { namespace = '' } = pod.metadata;
  const keys = new Set<string>();
  const add = (resource: CachedResource, name: string | undefined): void => {
    if (name !== undefined && name !== '') keys.add(`${resource}/${namespace}/${name}`);
  };
  for (const secret of pod.spec.imagePullSecrets ?? []) add('secrets', secret.name);
  for (const container of [...pod.spec.containers, ...initContainers(pod), ...ephemeralContainers(pod)]) {
    for (const from of container.envFrom ?? []) {
      add('configmaps', from.configMapRef?.name);
      add('secrets', from.secretRef?.name);
    }
    for (const { valueFrom } of container.env ?? []) {
      add('configmaps', valueFrom?.configMapKeyRef?.name);
      add('secrets', valueFrom?.secretKeyRef?.name);
    }
  }
  for (const volume of pod.spec.volumes ?? []) {
    add('configmaps', volume.configMap?.name);
    add('secrets', volume.secret?.secretName);
    for (const source of volume.projected?.sources ?? []) {
      add('configmaps', source.configMap?.name);
      add('secrets', source.secret?.name);
    }
  }
  return [...keys];
}
