import type { Node } from '../../../../api/generated/types.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/podtopologylabels/admission.go (1.36).

const LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

interface Bound {
  readonly spec?: { readonly nodeName?: string };
  readonly target?: { readonly name?: string };
}

export const podTopologyLabels: AdmissionPlugin = {
  name: 'PodTopologyLabels',
  handles: ({ operation }, rc) =>
    operation === 'CREATE' &&
    rc.resourceName === 'pods' &&
    (rc.subresource === '' || rc.subresource === 'binding'),
  admit: ({ object }, rc) => {
    if (object === undefined) return undefined;
    const { spec, target } = object as unknown as Bound;
    const name = rc.subresource === 'binding' ? target?.name : spec?.nodeName;
    if (name === undefined || name === '') return undefined;
    const node = rc.server.etcd.get<Node>('nodes', { namespace: '', name });
    for (const label of LABELS) {
      const value = node?.metadata.labels?.[label];
      if (value !== undefined) object.metadata.labels = { ...object.metadata.labels, [label]: value };
    }
    return undefined;
  },
};
