import type { Namespace, ServiceAccount } from '../../../api/generated/types.ts';
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
import type { Manifest } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';

const ACCOUNT = 'default';

/** Makes a `default` ServiceAccount in every active namespace. Models pkg/controller/serviceaccount serviceaccounts_controller.go (1.36). */
export function createServiceAccountController(context: ControllerContext): Controller {
  const namespaces = context.informers.of<Namespace>('namespaces');
  const accounts = context.informers.of<ServiceAccount>('serviceaccounts');
  const loop = new ControllerLoop(context, {
    name: 'serviceaccount',
    workers: 1,
    waitFor: ['namespaces', 'serviceaccounts'],
    sync: (key) => sync(context, { namespaces, accounts }, key),
  });
  const wake = ({ metadata }: Namespace): void => loop.queue.add(metadata.name);
  namespaces.on({ added: wake, updated: wake });
  accounts.on({ deleted: ({ metadata }) => loop.queue.add(metadata.namespace ?? '') });
  return loop;
}

interface Caches {
  readonly namespaces: Informer<Namespace>;
  readonly accounts: Informer<ServiceAccount>;
}

function* sync(context: ControllerContext, { namespaces, accounts }: Caches, name: string): Task<SyncResult> {
  const namespace = namespaces.getByKey(name);
  if (namespace === undefined || namespace.status?.phase !== 'Active') return DONE;
  if (accounts.get({ namespace: name, name: ACCOUNT }) !== undefined) return DONE;
  recordDecision(context, namespace, {
    controller: 'serviceaccount',
    name: 'create',
    resource: 'namespaces',
    note: '1 ServiceAccount wanted, 0 are: create default',
  });
  const account: Manifest = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: ACCOUNT, namespace: name },
  };
  const made = yield* context.client.create('serviceaccounts', account);
  if (made.ok || made.error.reason === 'AlreadyExists' || isNamespaceTerminating(made.error)) return DONE;
  return retry(made.error.message);
}
