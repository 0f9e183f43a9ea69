import type { Ingress, IngressClass } from '../../../../api/generated/types.ts';
import type { Draft } from '../../../../base/brand.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';

// Models plugin/pkg/admission/network/defaultingressclass/admission.go (1.36).

const IS_DEFAULT = 'ingressclass.kubernetes.io/is-default-class';
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  handles: ({ operation }, rc) =>
    operation === 'CREATE' && rc.resourceName === 'ingresses.networking.k8s.io' && rc.subresource === '',
  admit: ({ object }, rc) => {
    const ingress = object as unknown as Draft<Ingress>;
    if (
      ingress.spec?.ingressClassName !== undefined ||
      ingress.metadata.annotations?.[CLASS_ANNOTATION] !== undefined
    )
      return undefined;
    const defaults = rc.server.etcd
      .list<IngressClass>('ingressclasses.networking.k8s.io', '')
      .filter(({ metadata }) => metadata.annotations?.[IS_DEFAULT] === 'true')
      .sort((a, b) => ((a.metadata.creationTimestamp ?? '') > (b.metadata.creationTimestamp ?? '') ? -1 : 1));
    const name = defaults[0]?.metadata.name;
    if (name !== undefined) ingress.spec = { ...ingress.spec, ingressClassName: name };
    return undefined;
  },
};
