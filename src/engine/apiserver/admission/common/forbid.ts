import { type ApiStatus, newForbidden } from '../../../../api/status.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';

/** `pods "web" is forbidden: REASON`; a name still to be generated shows its base. Models admission.NewForbidden. */
export function forbid(attributes: AdmissionAttributes, rc: RequestContext, reason: string): ApiStatus {
  return newForbidden(rc.resourceName, nameOf(attributes), reason);
}

function nameOf({ name, object }: AdmissionAttributes): string {
  if (name !== '') return name;
  const { metadata } = object ?? {};
  return metadata?.name || metadata?.generateName || 'Unknown';
}
