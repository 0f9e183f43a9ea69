import type { Pod } from '../../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../../api/object.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { SharedInformers } from '../../machinery/informers.ts';
import { controllerRefOf } from './objects.ts';

const BY_CONTROLLER = 'controller';
const ORPHANS = 'orphans';
const BY_NODE = 'node';
const BY_NAMESPACE = 'namespace';

/** The resource's informer with its objects findable by their controller's UID, and those without one by namespace. */
export function ownedInformer<T extends KubeObject>(
  informers: SharedInformers,
  resource: ResourceName,
): Informer<T> {
  const informer = informers.of<T>(resource);
  informer.addIndex(BY_CONTROLLER, (object) => {
    const reference = controllerRefOf(object);
    return reference === undefined ? [] : [reference.uid];
  });
  informer.addIndex(ORPHANS, (object) =>
    controllerRefOf(object) === undefined ? [object.metadata?.namespace ?? ''] : [],
  );
  return informer;
}

/** What has the object of this UID as controller. */
export function controlledBy<T extends KubeObject>(informer: Informer<T>, uid: string): T[] {
  return informer.byIndex(BY_CONTROLLER, uid);
}

/** What has no controller in this namespace. */
export function orphansIn<T extends KubeObject>(informer: Informer<T>, namespace: string): T[] {
  return informer.byIndex(ORPHANS, namespace);
}

/** The Pods' informer, Pods findable by node. */
export function podsByNode(informers: SharedInformers): Informer<Pod> {
  const informer = informers.of<Pod>('pods');
  informer.addIndex(BY_NODE, (pod) =>
    pod.spec.nodeName === undefined || pod.spec.nodeName === '' ? [] : [pod.spec.nodeName],
  );
  return informer;
}

export function podsOn(informer: Informer<Pod>, node: string): Pod[] {
  return informer.byIndex(BY_NODE, node);
}

/** The resource's informer, its objects findable by namespace. */
export function namespacedInformer<T extends KubeObject>(
  informers: SharedInformers,
  resource: ResourceName,
): Informer<T> {
  const informer = informers.of<T>(resource);
  informer.addIndex(BY_NAMESPACE, (object) => [object.metadata?.namespace ?? '']);
  return informer;
}

export function objectsIn<T extends KubeObject>(informer: Informer<T>, namespace: string): T[] {
  return informer.byIndex(BY_NAMESPACE, namespace);
}
