import type {
  Endpoint,
  EndpointSlice,
  EndpointSlicePort,
  Node,
  Pod,
  Service,
} from '../../../api/generated/types.ts';
import { type Selector, selectorFromLabels, selectorMatches } from '../../../api/label-selector.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { Informer } from '../../machinery/informer.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { namespacedInformer, objectsIn } from '../common/indexes.ts';
import { counted, isDeleting, keyOf, refOf } from '../common/objects.ts';
import { isNamespaceTerminating } from '../common/pod-control.ts';
import { recordDecision } from '../common/step.ts';
import {
  type AddressType,
  type PortGroup,
  belongsInEndpoints,
  endpointChange,
  endpointOf,
  portKey,
  portsOf,
} from './endpoints.ts';
import {
  CONTROLLER,
  MANAGED_BY,
  SERVICE_NAME,
  type SliceChanges,
  planSlices,
  sliceObject,
} from './reconcile.ts';
import { SliceTracker } from './tracker.ts';
import { TriggerTimes } from './trigger-time.ts';
import { ZoneHints, zoneChanged } from './zone-hints.ts';

const SLICES = 'endpointslices.discovery.k8s.io';
const BY_SERVICE = 'service';
const WORKERS = 5;
const MAX_RETRIES = 15;
const SECOND_US = 1_000_000;

/** Keeps the EndpointSlices of Services with a selector. Models pkg/controller/endpointslice (1.36). */
export function createEndpointSliceController(context: ControllerContext): Controller {
  return new EndpointSliceController(context).loop;
}

class EndpointSliceController {
  readonly loop: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly services: Informer<Service>;
  private readonly slices: Informer<EndpointSlice>;
  private readonly pods: Informer<Pod>;
  private readonly nodes: Informer<Node>;
  private readonly triggers = new TriggerTimes();
  private readonly tracker = new SliceTracker();
  private readonly zones: ZoneHints;
  private readonly selectors = new WeakMap<object, Selector>();

  constructor(context: ControllerContext) {
    this.context = context;
    this.services = namespacedInformer<Service>(context.informers, 'services');
    this.slices = context.informers.of<EndpointSlice>(SLICES);
    this.slices.addIndex(BY_SERVICE, (slice) => (isOwn(slice) ? [serviceKey(slice)] : []));
    this.pods = namespacedInformer<Pod>(context.informers, 'pods');
    this.nodes = context.informers.of<Node>('nodes');
    this.zones = new ZoneHints(() => this.nodes.values());
    this.loop = new ControllerLoop(context, {
      name: 'endpointslice',
      workers: WORKERS,
      maxRetries: MAX_RETRIES,
      delays: { baseUs: SECOND_US },
      waitFor: ['services', SLICES, 'pods', 'nodes'],
      sync: (key) => this.sync(key),
    });
    const wake = (service: Service): void => this.loop.queue.add(keyOf(service));
    this.services.on({ added: wake, updated: wake, deleted: wake });
    this.pods.on({
      added: (pod) => this.wakeServicesOf(pod),
      updated: (pod, old) => this.podUpdated(pod, old),
      deleted: (pod) => this.wakeServicesOf(pod),
    });
    this.slices.on({
      added: (slice) => this.sliceChanged(slice),
      updated: (slice, old) => this.sliceUpdated(slice, old),
      deleted: (slice) => this.sliceDeleted(slice),
    });
    const nodesChanged = (): void => this.zones.nodesChanged().forEach((key) => this.loop.queue.add(key));
    this.nodes.on({
      added: nodesChanged,
      updated: (node, old) => (zoneChanged(old, node) ? nodesChanged() : undefined),
      deleted: nodesChanged,
    });
  }

  private podUpdated(pod: Pod, old: Pod): void {
    const change = endpointChange(old, pod);
    if (change.pod || change.labels) this.wakeServicesOf(pod);
    if (change.labels) this.wakeServicesOf(old);
  }

  private wakeServicesOf(pod: Pod): void {
    for (const service of objectsIn(this.services, pod.metadata.namespace ?? '')) {
      const { selector } = service.spec ?? {};
      if (selector !== undefined && selectorMatches(this.compiled(selector), pod.metadata.labels))
        this.loop.queue.add(keyOf(service));
    }
  }

  private compiled(labels: Readonly<Record<string, string>>): Selector {
    let selector = this.selectors.get(labels);
    if (selector === undefined) {
      selector = selectorFromLabels(labels);
      this.selectors.set(labels, selector);
    }
    return selector;
  }

  private sliceChanged(slice: EndpointSlice): void {
    if (isOwn(slice) && this.tracker.isForeign(serviceKey(slice), slice)) this.wakeLater(slice);
  }

  private sliceUpdated(slice: EndpointSlice, old: EndpointSlice): void {
    // A slice that changed hands is looked at from both sides.
    if (serviceKey(slice) !== serviceKey(old)) {
      this.wakeLater(slice);
      this.wakeLater(old);
    } else if (isOwn(slice) !== isOwn(old) || !deepEqual(slice.metadata.labels, old.metadata.labels))
      this.wakeLater(slice);
    else this.sliceChanged(slice);
  }

  private sliceDeleted(slice: EndpointSlice): void {
    if (isOwn(slice) && !this.tracker.gone(serviceKey(slice), slice)) this.wakeLater(slice);
  }

  private wakeLater(slice: EndpointSlice): void {
    this.loop.queue.addAfter(serviceKey(slice), SECOND_US);
  }

  private *sync(key: string): Task<SyncResult> {
    const service = this.services.getByKey(key);
    if (service === undefined) {
      this.triggers.forget(key);
      this.tracker.forget(key);
      this.zones.forget(key);
      return DONE;
    }
    const { type, selector } = service.spec ?? {};
    if (type === 'ExternalName' || selector === undefined) return DONE;
    const slices = this.slices.byIndex(BY_SERVICE, key).filter((slice) => !isDeleting(slice));
    if (this.tracker.isStale(key, slices)) {
      return retry('EndpointSlice informer cache is out of date');
    }
    const wanted = this.compiled(selector);
    const pods = objectsIn(this.pods, service.metadata.namespace ?? '').filter(({ metadata }) =>
      selectorMatches(wanted, metadata.labels),
    );
    const triggered = this.triggers.changed(key, service, pods);
    const error = yield* this.reconcile(service, { slices, pods, triggered });
    if (error === undefined) return DONE;
    const text = `Error updating Endpoint Slices for Service ${service.metadata.namespace}/${service.metadata.name}: ${error}`;
    this.context.recorder.event(service, 'Warning', 'FailedToUpdateEndpointSlices', text);
    return retry(error);
  }

  private *reconcile(
    service: Service,
    {
      slices,
      pods,
      triggered,
    }: {
      readonly slices: readonly EndpointSlice[];
      readonly pods: readonly Pod[];
      readonly triggered: string | undefined;
    },
  ): Task<string | undefined> {
    const families = (service.spec?.ipFamilies ?? ['IPv4']).filter(
      (family): family is AddressType => family !== '',
    );
    const errors: string[] = [];
    for (const slice of slices.filter(
      ({ addressType }) => !families.some((family) => family === addressType),
    )) {
      const error = yield* this.remove(slice);
      if (error !== undefined) errors.push(error.message);
    }
    for (const family of families) {
      const { groups, missing } = this.group(service, pods, family);
      const standing = slices.filter(({ addressType }) => addressType === family);
      const planned = planSlices(service, standing, groups);
      const unchanged = unchangedOf(standing, planned);
      const { events, ...hinted } = this.zones.plan(service, keyOf(service), family, {
        ...planned,
        unchanged,
      });
      const changes = { ...planned, ...hinted };
      this.decide(service, groups, changes);
      const error = yield* this.write(service, { family, changes, triggered });
      if (error !== undefined) errors.push(error.message);
      for (const { type, reason, text } of events) this.context.recorder.event(service, type, reason, text);
      errors.push(...missing);
    }
    if (errors.length === 0) return undefined;
    return errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
  }

  /** The Pods' endpoints by their ports, and what to say about Pods whose node is not there. */
  private group(
    service: Service,
    pods: readonly Pod[],
    family: AddressType,
  ): { readonly groups: PortGroup[]; readonly missing: string[] } {
    const groups = new Map<string, { ports: EndpointSlicePort[]; endpoints: Endpoint[] }>();
    const missing: string[] = [];
    for (const pod of pods) {
      if (!belongsInEndpoints(pod)) continue;
      const node = this.nodes.get({ namespace: '', name: pod.spec.nodeName ?? '' });
      const ports = portsOf(service, pod);
      const key = portKey(ports);
      const group = groups.get(key) ?? { ports, endpoints: [] };
      groups.set(key, group);
      if (node === undefined && service.spec?.publishNotReadyAddresses !== true) {
        const { namespace, name } = refOf(service);
        missing.push(
          `skipping Pod ${pod.metadata.name} for Service ${namespace}/${name}: Node ${pod.spec.nodeName ?? ''} Not Found`,
        );
        continue;
      }
      const endpoint = endpointOf(pod, node, service, family);
      if (endpoint.addresses.length > 0) group.endpoints.push(endpoint);
    }
    return { groups: [...groups.values()], missing };
  }

  private decide(
    service: Service,
    groups: readonly PortGroup[],
    { create, update, remove }: SliceChanges,
  ): void {
    const endpoints = groups.flatMap((group) => group.endpoints);
    const ready = endpoints.filter(({ conditions }) => conditions?.ready === true).length;
    const parts = [
      create.length > 0 ? `create ${create.length}` : '',
      update.length > 0 ? `update ${update.length}` : '',
      remove.length > 0 ? `delete ${remove.length}` : '',
    ].filter((part) => part !== '');
    const note = `${counted(endpoints.length, 'endpoint')}, ${ready} ready${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
    recordDecision(this.context, service, {
      controller: 'endpointslice',
      name: parts.length === 0 ? 'nothing' : 'write',
      resource: 'services',
      note,
    });
  }

  private *write(
    service: Service,
    {
      family,
      changes,
      triggered,
    }: {
      readonly family: AddressType;
      readonly changes: SliceChanges;
      readonly triggered: string | undefined;
    },
  ): Task<ApiError | undefined> {
    const { client } = this.context;
    for (const wanted of isDeleting(service) ? [] : changes.create) {
      const made = yield* client.create<EndpointSlice>(
        SLICES,
        sliceObject(service, family, wanted, triggered),
      );
      if (!made.ok) return isNamespaceTerminating(made.error) ? undefined : made.error;
      this.tracker.wrote(keyOf(service), made.value);
    }
    for (const wanted of changes.update) {
      const written = yield* client.update<EndpointSlice>(
        SLICES,
        sliceObject(service, family, wanted, triggered),
      );
      if (!written.ok) return written.error;
      this.tracker.wrote(keyOf(service), written.value);
    }
    for (const slice of changes.remove) {
      const error = yield* this.remove(slice);
      if (error !== undefined) return error;
    }
    return undefined;
  }

  private *remove(slice: EndpointSlice): Task<ApiError | undefined> {
    const deleted = yield* this.context.client.delete(SLICES, refOf(slice));
    if (deleted.ok) this.tracker.removed(serviceKey(slice), slice);
    return deleted.ok || deleted.error.code === 404 ? undefined : deleted.error;
  }
}

function unchangedOf(slices: readonly EndpointSlice[], { update, remove }: SliceChanges): EndpointSlice[] {
  const touched = new Set([
    ...update.map(({ name }) => name),
    ...remove.map(({ metadata }) => metadata.name),
  ]);
  return slices.filter(({ metadata }) => !touched.has(metadata.name));
}

function isOwn({ metadata }: EndpointSlice): boolean {
  return metadata.labels?.[MANAGED_BY] === CONTROLLER;
}

/** The key of the Service a slice is of. */
function serviceKey({ metadata }: EndpointSlice): string {
  return `${metadata.namespace ?? ''}/${metadata.labels?.[SERVICE_NAME] ?? ''}`;
}
