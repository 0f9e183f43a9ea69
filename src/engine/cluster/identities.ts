import type { Identity } from '../machinery/client.ts';

/** The learner: the administrator of kubeadm's admin.conf. */
export const ADMIN: Identity = {
  user: 'kubernetes-admin',
  groups: ['kubeadm:cluster-admins', 'system:authenticated'],
  client: 'kubectl',
  from: 'outside',
};

/** Who installs the cluster: super-admin.conf. */
export const INSTALLER: Identity = {
  user: 'kubernetes-super-admin',
  groups: ['system:masters', 'system:authenticated'],
  client: 'kubeadm',
  from: 'outside',
};

/** The attaching side of whatever CSI drivers are installed; their own roles come with them. */
export function csiAttacherIdentity(from: string): Identity {
  return {
    user: 'system:serviceaccount:kube-system:csi-attacher',
    groups: ['system:masters', 'system:authenticated'],
    client: 'csi-attacher',
    from,
  };
}

/** A kubelet's client certificate. */
export function kubeletIdentity(node: string): Identity {
  return {
    user: `system:node:${node}`,
    groups: ['system:nodes', 'system:authenticated'],
    client: 'kubelet',
    actor: `kubelet/${node}`,
    from: node,
  };
}

export function kubeProxyIdentity(node: string): Identity {
  return { ...serviceAccountIdentity('kube-proxy', 'kube-proxy', node), actor: `kube-proxy/${node}` };
}

/** A service account of kube-system: each loop of the controller manager has its own. */
export function serviceAccountIdentity(account: string, client: string, from: string): Identity {
  return {
    user: `system:serviceaccount:kube-system:${account}`,
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    client,
    from,
  };
}
