import type { ConfigMap, Namespace } from '../../../api/generated/types.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { isNamespaceTerminating } from '../common/pod-control.ts';
import { recordDecision } from '../common/step.ts';

const CONFIG_MAP = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';
const DESCRIPTION_TEXT =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Publishes the cluster's CA in every namespace. Models pkg/controller/certificates/rootcacertpublisher (1.36). */
export function createRootCaPublisher(context: ControllerContext, rootCa: string): Controller {
  const namespaces = context.informers.of<Namespace>('namespaces');
  const configMaps = context.informers.of<ConfigMap>('configmaps');
  const loop = new ControllerLoop(context, {
    name: 'root-ca-certificate-publisher',
    workers: 1,
    waitFor: ['namespaces', 'configmaps'],
    sync: (key) => sync(context, configMaps, { namespace: key, rootCa }),
  });
  const wake = ({ metadata, status }: Namespace): void => {
    if (status?.phase === 'Active') loop.queue.add(metadata.name);
  };
  const wakeFor = ({ metadata }: ConfigMap): void => {
    if (metadata.name === CONFIG_MAP) loop.queue.add(metadata.namespace ?? '');
  };
  namespaces.on({ added: wake, updated: wake });
  configMaps.on({ updated: wakeFor, deleted: wakeFor });
  return loop;
}

interface Wanted {
  readonly namespace: string;
  readonly rootCa: string;
}

function* sync(
  context: ControllerContext,
  configMaps: Informer<ConfigMap>,
  { namespace, rootCa }: Wanted,
): Task<SyncResult> {
  const data = { 'ca.crt': rootCa };
  const annotations = { [DESCRIPTION]: DESCRIPTION_TEXT };
  const standing = configMaps.get({ namespace, name: CONFIG_MAP });
  if (standing === undefined) {
    const metadata = { name: CONFIG_MAP, namespace, annotations } as unknown as ConfigMap['metadata'];
    const configMap: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
    decide(context, configMap, 'create');
    const made = yield* context.client.create<ConfigMap>('configmaps', configMap);
    if (made.ok || made.error.reason === 'NotFound' || isNamespaceTerminating(made.error)) return DONE;
    return retry(made.error.message);
  }
  if (deepEqual(standing.data, data) && (standing.metadata.annotations?.[DESCRIPTION] ?? '') !== '')
    return DONE;
  decide(context, standing, 'update');
  const metadata = {
    ...standing.metadata,
    annotations: { ...standing.metadata.annotations, ...annotations },
  };
  const written = yield* context.client.update<ConfigMap>('configmaps', { ...standing, metadata, data });
  return written.ok ? DONE : retry(written.error.message);
}

function decide(context: ControllerContext, configMap: ConfigMap, name: string): void {
  recordDecision(context, configMap, {
    controller: 'root-ca-certificate-publisher',
    name,
    resource: 'configmaps',
    note: `the cluster's CA in every namespace: ${name}`,
  });
}
