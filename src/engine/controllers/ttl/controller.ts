import type { Node } from '../../../api/generated/types.ts';
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
import { recordDecision } from '../common/step.ts';
import { desiredTtlSeconds } from './boundaries.ts';

const ANNOTATION = 'node.alpha.kubernetes.io/ttl';

/** Tells kubelets how long to trust what they have read of Secrets and ConfigMaps. Models pkg/controller/ttl (1.36). */
export function createTtlController(context: ControllerContext): Controller {
  const nodes = context.informers.of<Node>('nodes');
  const state = { step: 0 };
  const loop = new ControllerLoop(context, {
    name: 'ttl_nodes',
    workers: 5,
    waitFor: ['nodes'],
    sync: (key) => sync(context, nodes, { name: key, ttlSeconds: desiredTtlSeconds(state, nodes.size) }),
  });
  const wake = ({ metadata }: Node): void => loop.queue.add(metadata.name);
  nodes.on({ added: wake, updated: wake });
  return loop;
}

function* sync(
  context: ControllerContext,
  nodes: Informer<Node>,
  { name, ttlSeconds }: { readonly name: string; readonly ttlSeconds: number },
): Task<SyncResult> {
  const node = nodes.getByKey(name);
  const wanted = String(ttlSeconds);
  if (node === undefined || node.metadata.annotations?.[ANNOTATION] === wanted) return DONE;
  recordDecision(context, node, {
    controller: 'ttl',
    name: 'annotate',
    resource: 'nodes',
    note: `${ANNOTATION}: ${wanted}`,
  });
  const target = { resource: 'nodes', namespace: '', name };
  const written = yield* context.client.patch(target, 'strategic', {
    metadata: { annotations: { [ANNOTATION]: wanted } },
  });
  return written.ok || written.error.code === 404 ? DONE : retry(written.error.message);
}
