import type { Node, Pod } from '../../../../api/generated/types.ts';
import { podRequests } from '../../../../api/pod-resources.ts';
import { amountMilliValue, amountOf, amountValue } from '../../../../api/quantity.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/podresize/admission.go (1.36): a resize that no state of the node could hold is refused at once.

export const podResizeValidator: AdmissionPlugin = {
  name: 'PodResizeValidator',
  handles: ({ operation }, rc) =>
    operation === 'UPDATE' && rc.resourceName === 'pods' && rc.subresource === 'resize',
  validate: (attributes, rc) => {
    const pod = attributes.object as unknown as Pod;
    const name = pod.spec.nodeName ?? '';
    const allocatable = rc.server.etcd.get<Node>('nodes', { namespace: '', name })?.status?.allocatable;
    if (allocatable === undefined) return undefined;
    const requests = podRequests(pod);
    for (const resource of ['cpu', 'memory'] as const) {
      const valueOf = resource === 'cpu' ? amountMilliValue : amountValue;
      const requested = requests.get(resource);
      const available = allocatable[resource];
      if (requested === undefined || available === undefined) continue;
      if (valueOf(requested) <= valueOf(amountOf(available))) continue;
      const amounts = `requested: ${valueOf(requested)}, allocatable: ${valueOf(amountOf(available))}`;
      return forbid(attributes, rc, `node didn't have enough allocatable resources: ${resource}, ${amounts}`);
    }
    return undefined;
  },
};
