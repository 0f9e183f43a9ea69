import type { TraceRecord } from '../../trace/record.ts';

/** Who acts, as the drawing tells them apart by hue and glyph. */
export type Role =
  | 'kubectl'
  | 'apiserver'
  | 'etcd'
  | 'scheduler'
  | 'controller'
  | 'kubelet'
  | 'runtime'
  | 'cni'
  | 'proxy'
  | 'outside';

const ROLES: Readonly<Record<string, Role>> = {
  kubectl: 'kubectl',
  workstation: 'kubectl',
  'kube-apiserver': 'apiserver',
  apiserver: 'apiserver', // by its own client
  etcd: 'etcd',
  'kube-scheduler': 'scheduler',
  kubelet: 'kubelet',
  'kube-proxy': 'proxy',
  containerd: 'runtime',
  runc: 'runtime',
  cri: 'runtime',
  oci: 'runtime',
  cni: 'cni',
};

/** The role of a trace's actor or of a client: `kubelet/worker-1` is a kubelet, any controller a controller. */
export function roleOf(actor: string): Role {
  const name = actor.split('/')[0] ?? actor;
  const known = ROLES[name];
  if (known !== undefined) return known;
  if (name.includes('controller')) return 'controller';
  if (name.startsWith('containerd') || name.startsWith('shim')) return 'runtime';
  return 'outside';
}

const NODE_USER = 'system:node:';

/** The node a record happens on, or whose kubelet speaks; undefined for what belongs to no node. */
export function nodeOf(record: TraceRecord): string | undefined {
  switch (record.kind) {
    case 'cri.call':
    case 'image.layer':
    case 'cni.call':
    case 'process.start':
    case 'process.exit':
    case 'signal':
    case 'rule.sync':
      return record.data.node;
    case 'request.send':
      return record.data.user.startsWith(NODE_USER)
        ? record.data.user.slice(NODE_USER.length)
        : nodeOfActor(record.actor);
    default:
      return nodeOfActor(record.actor);
  }
}

function nodeOfActor(actor: string): string | undefined {
  const slash = actor.indexOf('/');
  return slash === -1 ? undefined : actor.slice(slash + 1).split('/')[0];
}

/** The node that a watch's selector narrows it to: `spec.nodeName=worker-2`. */
export function nodeOfSelector(selector: string | undefined): string | undefined {
  return selector === undefined ? undefined : /(?:spec\.nodeName|metadata\.name)=([^,]+)/.exec(selector)?.[1];
}
