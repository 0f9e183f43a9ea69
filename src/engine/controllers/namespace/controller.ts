import type { Namespace, Pod } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import { isPodTerminal } from '../../../api/pod.ts';
import { RESOURCES, type Resource } from '../../../api/resources.ts';
import { parseTime } from '../../../api/time.ts';
import type { Task } from '../../kernel/task.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  after,
  retry,
} from '../common/controller.ts';
import { isDeleting } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';
import { type Remains, discoveryFailure, withRemains } from './conditions.ts';

const NAMESPACES = 'namespaces';
const FINALIZER = 'kubernetes';
const SECOND_US = 1_000_000;
/** A namespace is looked at this long after each change of it. */
const GRACE_US = 5 * SECOND_US;
const FINALIZER_ESTIMATE_SECONDS = 15;
const WORKERS = 10;
const DELAYS = { baseUs: 5_000, maxUs: 60 * SECOND_US };

function isContent({ namespaced, verbs }: Resource): boolean {
  return namespaced && verbs.includes('deletecollection');
}

/** Empties namespaces that are being deleted, Pods first. Models pkg/controller/namespace (1.36). */
export function createNamespaceController(context: ControllerContext): Controller {
  const namespaces = context.informers.of<Namespace>(NAMESPACES);
  const emptier = new Emptier(context);
  const loop = new ControllerLoop(context, {
    name: 'namespace',
    workers: WORKERS,
    delays: DELAYS,
    waitFor: [NAMESPACES],
    *sync(key): Task<SyncResult> {
      return namespaces.getByKey(key) === undefined ? DONE : yield* emptier.sync(key);
    },
  });
  const wake = (namespace: Namespace): void => {
    if (isDeleting(namespace)) loop.queue.addAfter(namespace.metadata.name, GRACE_US);
  };
  namespaces.on({ added: wake, updated: wake });
  return loop;
}

interface Pass extends Remains {
  /** Seconds after which another look is worth while; 0 when nothing is left. */
  readonly estimate: number;
}

class Emptier {
  private readonly context: ControllerContext;

  constructor(context: ControllerContext) {
    this.context = context;
  }

  /** One pass. Models namespacedResourcesDeleter.Delete. */
  *sync(name: string): Task<SyncResult> {
    const ref = { namespace: '', name };
    const found = yield* this.context.client.get<Namespace>(NAMESPACES, ref);
    if (!found.ok) return found.error.code === 404 ? DONE : retry(found.error.message);
    const namespace = found.value;
    if (!isDeleting(namespace) || (namespace.spec?.finalizers ?? []).length === 0) return DONE;
    const pass = yield* this.empty(namespace);
    const left = [...pass.instances].map(([resource, count]) => `${resource} ${count}`).join(', ');
    recordDecision(this.context, namespace, {
      controller: 'namespace',
      name: 'empty',
      resource: NAMESPACES,
      note: left === '' ? 'nothing is left: finalize' : `left: ${left}`,
    });
    yield* this.tell(namespace, pass);
    if (pass.errors.length > 0) return retry(pass.errors.join(', '));
    if (pass.undiscovered.length > 0) return retry(discoveryFailure(pass.undiscovered));
    if (pass.estimate > 0) return after((Math.floor(pass.estimate / 2) + 1) * SECOND_US);
    return yield* this.finalize(name);
  }

  private *tell(namespace: Namespace, remains: Remains): Task {
    const standing = namespace.status?.conditions;
    const conditions = withRemains(standing, remains, this.context.kernel.unixUs());
    if (conditions === standing) return;
    yield* this.context.client.updateStatus<Namespace>(NAMESPACES, {
      ...namespace,
      status: { ...namespace.status, conditions },
    });
  }

  private *finalize(name: string): Task<SyncResult> {
    const found = yield* this.context.client.get<Namespace>(NAMESPACES, { namespace: '', name });
    if (!found.ok) return found.error.code === 404 ? DONE : retry(found.error.message);
    const finalizers = (found.value.spec?.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER);
    const body = { ...found.value, spec: { ...found.value.spec, finalizers } };
    const written = yield* this.context.client.request({
      verb: 'update',
      resource: NAMESPACES,
      subresource: 'finalize',
      namespace: '',
      name,
      body,
    });
    return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
  }

  /** Pods first; the rest only once they are gone. Models deleteAllContent with OrderedNamespaceDeletion. */
  private *empty(namespace: Namespace): Task<Pass> {
    const { name, deletionTimestamp = '' } = namespace.metadata;
    const since = parseTime(deletionTimestamp) ?? 0;
    const content = [...RESOURCES, ...this.context.client.served()].filter(isContent);
    const pods = content.filter(({ key }) => key === 'pods');
    const first = yield* this.emptyOf(pods, name, since);
    if (first.instances.size > 0 || first.errors.length > 0) return first;
    const others = content.filter(({ key }) => key !== 'pods');
    const pass = yield* this.emptyOf(others, name, since);
    return { ...pass, undiscovered: this.context.client.unreachable() };
  }

  private *emptyOf(resources: readonly Resource[], namespace: string, since: number): Task<Pass> {
    const instances = new Map<string, number>();
    const finalizers = new Map<string, number>();
    const errors: string[] = [];
    let estimate = 0;
    for (const resource of resources) {
      const grace = resource.key === 'pods' ? yield* this.gracePeriod(namespace, since) : 0;
      const options = { propagationPolicy: 'Background' } as const;
      const deleted = yield* this.context.client.request({
        verb: 'deletecollection',
        resource: resource.key,
        namespace,
        name: '',
        options,
      });
      if (!deleted.ok && deleted.error.code !== 404 && deleted.error.code !== 405) {
        errors.push(deleted.error.message);
        continue;
      }
      const listed = yield* this.context.client.list<KubeObject>(resource.key, namespace);
      const items = listed.ok ? listed.value.items : [];
      if (items.length === 0) continue;
      instances.set(`${resource.resource}.${resource.group}`, items.length);
      let held = false;
      for (const { metadata } of items) {
        for (const finalizer of metadata?.finalizers ?? []) {
          finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
          held = true;
        }
      }
      if (grace > 0) estimate = Math.max(estimate, grace);
      else if (held) estimate = Math.max(estimate, FINALIZER_ESTIMATE_SECONDS);
      else
        errors.push(`unexpected items still remain in namespace: ${namespace} for gvr: ${gvrText(resource)}`);
    }
    return { instances, finalizers, errors, estimate, undiscovered: [] };
  }

  /** Seconds the slowest Pod may still take; 0 once that much time has passed. Models estimateGracefulTermination. */
  private *gracePeriod(namespace: string, since: number): Task<number> {
    const listed = yield* this.context.client.list<Pod>('pods', namespace);
    const alive = listed.ok ? listed.value.items.filter((pod) => !isPodTerminal(pod)) : [];
    const estimate = Math.max(0, ...alive.map(({ spec }) => spec.terminationGracePeriodSeconds ?? 0));
    return this.context.kernel.unixUs() - since >= estimate * SECOND_US ? 0 : estimate;
  }
}

function gvrText({ group, version, resource }: Resource): string {
  return `${group}/${version}, Resource=${resource}`;
}
