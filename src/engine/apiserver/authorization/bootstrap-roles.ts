// What plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (1.36) makes at a server's first start.
// The form of a rule is described in policy-text.ts.

/** Cluster roles by name. Those that gather others by label have no rules here. */
export const CLUSTER_ROLES: Readonly<Record<string, string>> = {
  'cluster-admin': `
    * * *
    * url *`,
  'system:discovery': `
    get url /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/`,
  'system:basic-user': `
    create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
    create authentication.k8s.io selfsubjectreviews`,
  'system:public-info-viewer': `
    get url /healthz,/livez,/readyz,/version,/version/`,
  'system:monitoring': `
    get url /healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*`,
  'system:auth-delegator': `
    create authentication.k8s.io tokenreviews
    create authorization.k8s.io subjectaccessreviews`,
  'system:heapster': `
    READ '' events,namespaces,nodes,pods
    READ extensions deployments`,
  'system:node-problem-detector': `
    get '' nodes
    patch '' nodes/status
    create,patch,update '',events.k8s.io events`,
  'system:node-bootstrapper': `
    create,get,list,watch certificates.k8s.io certificatesigningrequests`,
  'system:kubelet-api-admin': `
    READ '' nodes
    proxy '' nodes
    * '' nodes/checkpoint,nodes/configz,nodes/healthz,nodes/log,nodes/metrics,nodes/pods,nodes/proxy,nodes/stats`,
  'system:persistent-volume-provisioner': `
    create,delete,get,list,watch '' persistentvolumes
    get,list,update,watch '' persistentvolumeclaims
    READ storage.k8s.io storageclasses
    watch '' events
    create,patch,update '',events.k8s.io events`,
  'system:node-proxier': `
    list,watch '' endpoints,services
    READ '' nodes
    create,patch,update '',events.k8s.io events
    list,watch discovery.k8s.io endpointslices
    list,watch networking.k8s.io servicecidrs`,
  'system:kube-dns': `
    list,watch '' endpoints,services`,
  'system:service-account-issuer-discovery': `
    get url /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/`,
  'system:volume-scheduler': `
    get,list,patch,update,watch '' persistentvolumes
    READ storage.k8s.io storageclasses
    get,list,patch,update,watch '' persistentvolumeclaims`,
  'system:kube-scheduler': `
    create,patch,update '',events.k8s.io events
    create coordination.k8s.io leases
    get,list,update,watch coordination.k8s.io leases kube-scheduler
    create coordination.k8s.io leasecandidates
    READ '' nodes
    delete,get,list,watch '' pods
    create '' bindings,pods/binding
    patch,update '' pods/status
    READ '' replicationcontrollers,services
    READ apps,extensions replicasets
    READ apps statefulsets
    READ policy poddisruptionbudgets
    READ '' persistentvolumeclaims,persistentvolumes
    create authentication.k8s.io tokenreviews
    create authorization.k8s.io subjectaccessreviews
    READ storage.k8s.io csinodes,csidrivers,csistoragecapacities,volumeattachments
    READ '' namespaces
    READ resource.k8s.io deviceclasses,resourceslices
    create,get,list,patch,update,watch resource.k8s.io resourceclaims
    patch,update resource.k8s.io resourceclaims/status,resourceclaims/binding
    patch,update '' pods/finalizers`,
  'system:kube-controller-manager': `
    create,patch,update '',events.k8s.io events
    create coordination.k8s.io leases
    get,update coordination.k8s.io leases kube-controller-manager
    create '' secrets,serviceaccounts
    delete '' secrets
    get '' configmaps,namespaces,secrets,serviceaccounts
    update '' secrets,serviceaccounts
    create authentication.k8s.io tokenreviews
    create authorization.k8s.io subjectaccessreviews
    list,watch * *
    create '' serviceaccounts/token`,
  'system:node': `
    create authentication.k8s.io tokenreviews
    create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
    READ '' services
    create,get,list,watch '' nodes
    patch,update '' nodes/status
    patch,update '' nodes
    create,patch,update '',events.k8s.io events
    READ '' pods
    create,delete '' pods
    patch,update '' pods/status
    create '' pods/eviction
    READ '' configmaps,secrets
    get '' persistentvolumeclaims,persistentvolumes
    get '' endpoints
    create,get,list,watch certificates.k8s.io certificatesigningrequests
    create,delete,get,patch,update coordination.k8s.io leases
    get storage.k8s.io volumeattachments
    create '' serviceaccounts/token
    get,patch,update '' persistentvolumeclaims/status
    READ storage.k8s.io csidrivers
    create,delete,get,patch,update storage.k8s.io csinodes
    READ node.k8s.io runtimeclasses`,
  'system:aggregate-to-admin': `
    create authorization.k8s.io localsubjectaccessreviews
    create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.k8s.io rolebindings,roles`,
  'system:aggregate-to-edit': `
    READ '' pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
    impersonate '' serviceaccounts
    WRITE '' pods,pods/attach,pods/exec,pods/portforward,pods/proxy
    create '' pods/eviction
    WRITE '' configmaps,events,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
    create '' serviceaccounts/token
    WRITE apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
    WRITE autoscaling horizontalpodautoscalers
    WRITE batch cronjobs,jobs
    WRITE extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
    WRITE policy poddisruptionbudgets
    WRITE networking.k8s.io ingresses,networkpolicies
    create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leases
    WRITE resource.k8s.io resourceclaims,resourceclaimtemplates`,
  'system:aggregate-to-view': `
    READ '' configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
    READ '' bindings,events,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
    READ '' namespaces
    READ discovery.k8s.io endpointslices
    READ apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
    READ autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
    READ batch cronjobs,cronjobs/status,jobs,jobs/status
    READ extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
    READ policy poddisruptionbudgets,poddisruptionbudgets/status
    READ networking.k8s.io ingresses,ingresses/status,networkpolicies
    READ resource.k8s.io resourceclaims,resourceclaims/status,resourceclaimtemplates`,
};

/** Cluster roles gathered from others: name → label of the roles they take in, and the label they carry themselves. */
export const AGGREGATED: Readonly<Record<string, { readonly from: string; readonly carries?: string }>> = {
  admin: { from: 'rbac.authorization.k8s.io/aggregate-to-admin' },
  edit: {
    from: 'rbac.authorization.k8s.io/aggregate-to-edit',
    carries: 'rbac.authorization.k8s.io/aggregate-to-admin',
  },
  view: {
    from: 'rbac.authorization.k8s.io/aggregate-to-view',
    carries: 'rbac.authorization.k8s.io/aggregate-to-edit',
  },
};

/** Labels by which roles are taken in. */
export const ROLE_LABELS: Readonly<Record<string, string>> = {
  'system:aggregate-to-admin': 'rbac.authorization.k8s.io/aggregate-to-admin',
  'system:aggregate-to-edit': 'rbac.authorization.k8s.io/aggregate-to-edit',
  'system:aggregate-to-view': 'rbac.authorization.k8s.io/aggregate-to-view',
};

/** Cluster role bindings: name (of the binding and, unless `role`, of its role) → subjects as `KIND:NAME` or `ServiceAccount:NAMESPACE/NAME`. */
export const CLUSTER_BINDINGS: Readonly<
  Record<string, { readonly subjects: readonly string[]; readonly role?: string }>
> = {
  'cluster-admin': { subjects: ['Group:system:masters'] },
  'system:monitoring': { subjects: ['Group:system:monitoring'] },
  'system:discovery': { subjects: ['Group:system:authenticated'] },
  'system:basic-user': { subjects: ['Group:system:authenticated'] },
  'system:public-info-viewer': { subjects: ['Group:system:authenticated', 'Group:system:unauthenticated'] },
  'system:node-proxier': { subjects: ['User:system:kube-proxy'] },
  'system:kube-controller-manager': { subjects: ['User:system:kube-controller-manager'] },
  'system:kube-dns': { subjects: ['ServiceAccount:kube-system/kube-dns'] },
  'system:kube-scheduler': { subjects: ['User:system:kube-scheduler'] },
  'system:volume-scheduler': { subjects: ['User:system:kube-scheduler'] },
  'system:node': { subjects: [] },
  'system:service-account-issuer-discovery': { subjects: ['Group:system:serviceaccounts'] },
  // What kubeadm adds: the group of admin.conf, and kube-proxy's account.
  'kubeadm:cluster-admins': { subjects: ['Group:kubeadm:cluster-admins'], role: 'cluster-admin' },
  'kubeadm:node-proxier': {
    subjects: ['ServiceAccount:kube-system/kube-proxy'],
    role: 'system:node-proxier',
  },
};
