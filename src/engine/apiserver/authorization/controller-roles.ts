// What bootstrappolicy/controller_policy.go (1.36) grants each loop of the controller manager: the role
// `system:controller:NAME`, bound to kube-system's service account NAME. The form of a rule: policy-text.ts.

const EVENTS = "create,patch,update '',events.k8s.io events";

const RULES: Readonly<Record<string, string>> = {
  'attachdetach-controller': `
    list,watch '' persistentvolumeclaims,persistentvolumes
    READ '' nodes
    patch,update '' nodes/status
    list,watch '' pods
    create,delete,get,list,watch storage.k8s.io volumeattachments
    READ storage.k8s.io csidrivers,csinodes`,
  'clusterrole-aggregation-controller': `
    escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles`,
  'cronjob-controller': `
    get,list,update,watch batch cronjobs
    create,delete,get,list,patch,update,watch batch jobs
    update batch cronjobs/status
    update batch cronjobs/finalizers
    delete,list '' pods`,
  'daemon-set-controller': `
    READ apps,extensions daemonsets
    update apps,extensions daemonsets/status
    update apps,extensions daemonsets/finalizers
    list,watch '' nodes
    create,delete,list,patch,watch '' pods
    create '' pods/binding
    create,delete,get,list,patch,update,watch apps controllerrevisions`,
  'deployment-controller': `
    get,list,update,watch apps,extensions deployments
    update apps,extensions deployments/status
    update apps,extensions deployments/finalizers
    create,delete,get,list,patch,update,watch apps,extensions replicasets
    get,list,update,watch '' pods`,
  'disruption-controller': `
    READ apps,extensions deployments
    READ apps,extensions replicasets
    READ '' replicationcontrollers
    READ policy poddisruptionbudgets
    READ apps statefulsets
    update policy poddisruptionbudgets/status
    get,list,patch,watch '' pods
    patch,update '' pods/status
    get * */scale`,
  'endpoint-controller': `
    READ '' pods,services
    create,delete,get,list,update '' endpoints
    create '' endpoints/restricted`,
  'endpointslice-controller': `
    READ '' nodes,pods,services
    update '' services/finalizers
    create,delete,get,list,update discovery.k8s.io endpointslices
    create discovery.k8s.io endpointslices/restricted
    watch discovery.k8s.io endpointslices`,
  'endpointslicemirroring-controller': `
    READ '' endpoints,services
    update '' endpoints/finalizers
    update '' services/finalizers
    create,delete,get,list,update,watch discovery.k8s.io endpointslices
    create discovery.k8s.io endpointslices/restricted`,
  'ephemeral-volume-controller': `
    update '' pods/finalizers
    READ '' pods
    create,get,list,watch '' persistentvolumeclaims`,
  'expand-controller': `
    get,list,patch,update,watch '' persistentvolumes
    patch,update '' persistentvolumeclaims/status
    READ '' persistentvolumeclaims
    READ storage.k8s.io storageclasses`,
  'generic-garbage-collector': `
    delete,get,list,patch,update,watch * *`,
  'horizontal-pod-autoscaler': `
    READ autoscaling horizontalpodautoscalers
    update autoscaling horizontalpodautoscalers/status
    get,update * */scale
    list '' pods
    list metrics.k8s.io pods
    get,list custom.metrics.k8s.io *
    get,list external.metrics.k8s.io *`,
  'job-controller': `
    get,list,patch,update,watch batch jobs
    update batch jobs/status
    update batch jobs/finalizers
    create,delete,list,patch,watch '' pods`,
  'legacy-service-account-token-cleaner': `
    get '' configmaps
    delete,get,list,patch,watch '' secrets`,
  'namespace-controller': `
    delete,get,list,watch '' namespaces
    update '' namespaces/finalize,namespaces/status
    delete,deletecollection,get,list * *`,
  'node-controller': `
    delete,get,list,patch,update,watch '' nodes
    patch,update '' nodes/status
    patch,update '' pods/status
    delete,list,watch '' pods
    get '' pods
    get,list,update,watch networking.k8s.io clustercidrs
    READ coordination.k8s.io leases`,
  'persistent-volume-binder': `
    create,delete,get,list,update,watch '' persistentvolumes
    update '' persistentvolumes/status
    get,list,update,watch '' persistentvolumeclaims
    update '' persistentvolumeclaims/status
    create,delete,get,list,watch '' pods
    READ storage.k8s.io storageclasses
    create,delete,get,update '' endpoints
    create,delete,get,update '' services
    get,list '' secrets
    get,list '' nodes
    watch '' events`,
  'pod-garbage-collector': `
    delete,list,watch '' pods
    get,list '' nodes
    watch '' nodes
    patch '' pods/status`,
  'pv-protection-controller': `
    get,list,update,watch '' persistentvolumes`,
  'pvc-protection-controller': `
    get,list,update,watch '' persistentvolumeclaims
    update '' persistentvolumeclaims/status
    READ '' pods`,
  'replicaset-controller': `
    get,list,update,watch apps,extensions replicasets
    update apps,extensions replicasets/status
    update apps,extensions replicasets/finalizers
    create,delete,list,patch,watch '' pods`,
  'replication-controller': `
    get,list,update,watch '' replicationcontrollers
    update '' replicationcontrollers/status
    update '' replicationcontrollers/finalizers
    create,delete,list,patch,watch '' pods`,
  'resource-claim-controller': `
    READ '' pods
    update '' pods/finalizers
    create,delete,get,list,watch resource.k8s.io resourceclaims
    patch,update resource.k8s.io resourceclaims/status
    patch,update '' pods/status`,
  'resourcequota-controller': `
    list,watch * *
    update '' resourcequotas/status`,
  'root-ca-cert-publisher': `
    create,get,list,update,watch '' configmaps`,
  'route-controller': `
    list,watch '' nodes
    patch '' nodes/status`,
  'service-account-controller': `
    create '' serviceaccounts
    list,watch '' namespaces,serviceaccounts`,
  'service-cidrs-controller': `
    get,list,patch,update,watch networking.k8s.io servicecidrs
    patch,update networking.k8s.io servicecidrs/finalizers
    patch,update networking.k8s.io servicecidrs/status
    READ networking.k8s.io ipaddresses`,
  'service-controller': `
    READ '' services
    patch,update '' services/status
    list,watch '' nodes`,
  'statefulset-controller': `
    list,watch '' pods
    READ apps statefulsets
    update apps statefulsets/status
    update apps statefulsets/finalizers
    create,delete,get,patch,update '' pods
    create,delete,get,list,patch,update,watch apps controllerrevisions
    create,get '' persistentvolumeclaims
    delete,update '' persistentvolumeclaims
    list,watch '' persistentvolumeclaims`,
  'ttl-after-finished-controller': `
    delete,get,list,watch batch jobs`,
  'ttl-controller': `
    list,patch,update,watch '' nodes`,
  'validatingadmissionpolicy-status-controller': `
    READ admissionregistration.k8s.io validatingadmissionpolicies
    get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status`,
  'volumeattributesclass-protection-controller': `
    READ '' persistentvolumeclaims,persistentvolumes
    get,list,update,watch storage.k8s.io volumeattributesclasses`,
};

/** Role name → its rules, in the order of their names. */
export const CONTROLLER_ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries(RULES).map(([name, rules]) => [`system:controller:${name}`, `${rules}\n    ${EVENTS}`]),
);
