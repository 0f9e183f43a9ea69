/** A kubeconfig's user entry. The administrator's client certificate is `certificate`. */
export interface ConfigUser {
  readonly certificate?: boolean;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
}

export interface ConfigContext {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string;
}

export interface ConfigCluster {
  readonly server: string;
}

/** ~/.kube/config of the learner's machine, in the order of entries. Models clientcmd/api.Config. */
export interface Kubeconfig {
  clusters: Map<string, ConfigCluster>;
  users: Map<string, ConfigUser>;
  contexts: Map<string, ConfigContext>;
  currentContext: string;
}

/** What kubeadm (and kind) leaves behind: one cluster, one administrator, one context. */
export function adminConfig(server: string): Kubeconfig {
  return {
    clusters: new Map([['kubernetes', { server }]]),
    users: new Map([['kubernetes-admin', { certificate: true }]]),
    contexts: new Map([['kubernetes-admin@kubernetes', { cluster: 'kubernetes', user: 'kubernetes-admin' }]]),
    currentContext: 'kubernetes-admin@kubernetes',
  };
}
