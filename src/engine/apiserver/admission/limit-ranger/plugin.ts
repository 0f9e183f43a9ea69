import type { LimitRange } from '../../../../api/generated/types.ts';
import { aggregateText } from '../../../../api/field-error.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';
import { podOf } from '../common/pods.ts';
import { claimErrors, podErrors } from './constraints.ts';
import { setDefaults } from './defaults.ts';

// Models plugin/pkg/admission/limitranger/admission.go (1.36).

export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  handles: ({ operation }, rc) => {
    if (rc.resourceName === 'pods')
      return operation === 'CREATE'
        ? rc.subresource === ''
        : operation === 'UPDATE' && rc.subresource === 'resize';
    return (
      rc.resourceName === 'persistentvolumeclaims' &&
      rc.subresource === '' &&
      (operation === 'CREATE' || operation === 'UPDATE')
    );
  },
  mayWrite: (attributes, rc) => rangesOf(attributes, rc).length > 0,
  admit: (attributes, rc) => {
    if (rc.resourceName === 'pods')
      for (const { spec } of rangesOf(attributes, rc)) setDefaults(podOf(attributes), spec?.limits ?? []);
    return undefined;
  },
  validate: (attributes, rc) => {
    for (const { spec } of rangesOf(attributes, rc)) {
      const limits = spec?.limits ?? [];
      const errors =
        rc.resourceName === 'pods'
          ? podErrors(podOf(attributes), limits)
          : claimErrors(attributes.object, limits);
      if (errors.length > 0) return forbid(attributes, rc, aggregateText(errors));
    }
    return undefined;
  },
};

function rangesOf({ namespace }: AdmissionAttributes, rc: RequestContext): readonly LimitRange[] {
  return rc.server.etcd.list<LimitRange>('limitranges', namespace);
}
