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
import { freeBlock } from './blocks.ts';

/** `--cluster-cidr` 10.244.0.0/16. */
const NETWORK = '10.244';

/** Gives a node its range of Pod addresses. Models pkg/controller/nodeipam/ipam/range_allocator.go (1.36). */
export function createNodeIpamController(context: ControllerContext): Controller {
  const nodes = context.informers.of<Node>('nodes');
  /** Ranges given away whose writes are not back yet, by node. */
  const given = new Map<string, string>();
  const loop = new ControllerLoop(context, {
    name: 'cidrallocator_node',
    workers: 1,
    waitFor: ['nodes'],
    sync: (key) => sync(context, nodes, { name: key, given }),
  });
  const wake = ({ metadata, spec }: Node): void => {
    if ((spec.podCIDR ?? '') !== '') given.delete(metadata.name);
    else loop.queue.add(metadata.name);
  };
  nodes.on({ added: wake, updated: wake, deleted: ({ metadata }) => void given.delete(metadata.name) });
  return loop;
}

function* sync(
  context: ControllerContext,
  nodes: Informer<Node>,
  { name, given }: { readonly name: string; readonly given: Map<string, string> },
): Task<SyncResult> {
  const node = nodes.getByKey(name);
  if (node === undefined || (node.spec.podCIDR ?? '') !== '') return DONE;
  const taken = new Set([...nodes.values()].map(({ spec }) => spec.podCIDR ?? ''));
  const cidr = given.get(name) ?? freeBlock(NETWORK, new Set([...taken, ...given.values()]));
  if (cidr === undefined) {
    const { uid } = node.metadata;
    const about = { apiVersion: 'v1', kind: 'Node', name, uid };
    context.recorder.eventAbout(
      about,
      'Normal',
      'CIDRNotAvailable',
      `Node ${name} status is now: CIDRNotAvailable`,
    );
    return retry('failed to allocate cidr from cluster cidr at idx:0: CIDR allocation failed');
  }
  given.set(name, cidr);
  recordDecision(context, node, {
    controller: 'nodeipam',
    name: 'allocate',
    resource: 'nodes',
    note: `Pod addresses of ${cidr}`,
  });
  const target = { resource: 'nodes', namespace: '', name };
  const body = { spec: { podCIDR: cidr, podCIDRs: [cidr] } };
  const written = yield* context.client.patch(target, 'strategic', body);
  if (written.ok) return DONE;
  given.delete(name);
  return written.error.code === 404 ? DONE : retry(written.error.message);
}
