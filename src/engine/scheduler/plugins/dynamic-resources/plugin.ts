import type { Pod } from '../../../../api/generated/types.ts';
import { claimNames } from '../../../../api/resource-claim.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { SchedulerHandle } from '../../framework/handle.ts';
import { DYNAMIC_RESOURCES } from '../../framework/names.ts';
import type { ClusterObjects, ResourceClaim } from '../../framework/objects.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import { type Rejection, unresolvable } from '../../framework/status.ts';
import { ADD, UPDATE } from '../../queue/cluster-event.ts';

const NO_DEVICES = rejected('cannot allocate all claims');

/**
 * Holds a Pod back until the claims it names exist; as no driver publishes devices here, it then fits no node. Models
 * plugins/dynamicresources (1.36) for a cluster without ResourceSlices and without allocated claims.
 */
export function dynamicResources(handle: SchedulerHandle | undefined): Plugin {
  return {
    name: DYNAMIC_RESOURCES,
    events: [
      {
        event: { resource: 'resource.k8s.io/ResourceClaim', action: ADD | UPDATE },
        hint: ({ pod }, before, after, objects) =>
          before === undefined && uses(pod, after as ResourceClaim) && claimsOf(pod, objects).ok,
      },
      { event: { resource: 'resource.k8s.io/DeviceClass', action: ADD | UPDATE } },
    ],
    preEnqueue(pod) {
      const claims = handle === undefined ? ok([]) : claimsOf(pod, handle.objects);
      return claims.ok ? undefined : rejected(claims.error);
    },
    preFilter({ pod }, { objects }) {
      const claims = claimsOf(pod, objects);
      if (!claims.ok) return { outcome: 'rejected', rejection: rejected(claims.error) };
      if (claims.value.length === 0) return SKIP;
      const rejection = classRejection(claims.value, objects);
      return rejection === undefined
        ? { outcome: 'run', state: undefined }
        : { outcome: 'rejected', rejection };
    },
    filter: () => NO_DEVICES,
    postFilter(attempt) {
      // A Pod that PreFilter refused earlier has left this plugin without a state to look at.
      if (!attempt.reached(DYNAMIC_RESOURCES)) return { outcome: 'error', message: 'not found' };
      return { outcome: 'unschedulable', message: 'no new claims to deallocate' };
    },
    score: () => 0,
  };
}

function rejected(why: string): Rejection {
  return unresolvable(DYNAMIC_RESOURCES, why);
}

function uses(pod: Pod, { metadata }: ResourceClaim): boolean {
  return metadata.namespace === pod.metadata.namespace && claimNames(pod).includes(metadata.name);
}

/** Models foreachPodResourceClaim: every claim, or what is wrong with the first that will not do. */
function claimsOf(pod: Pod, objects: ClusterObjects): Result<readonly ResourceClaim[], string> {
  const claims: ResourceClaim[] = [];
  for (const name of claimNames(pod)) {
    if (name === undefined) return err('resource claim not created yet');
    const claim = objects.resourceClaim(pod.metadata.namespace ?? '', name);
    if (claim === undefined) return err(`resourceclaim "${name}" not found`);
    if (claim.metadata.deletionTimestamp !== undefined)
      return err(`resourceclaim "${name}" is being deleted`);
    claims.push(claim);
  }
  return ok(claims);
}

/** Models validateDeviceClass: a class that does not exist has no devices on any node. */
function classRejection(claims: readonly ResourceClaim[], objects: ClusterObjects): Rejection | undefined {
  const requests = claims.flatMap(({ spec }) => spec?.devices?.requests ?? []);
  for (const { name, exactly, firstAvailable = [] } of requests) {
    const asked = [
      ...(exactly === undefined ? [] : [{ name, deviceClassName: exactly.deviceClassName }]),
      ...firstAvailable.map((each) => ({ ...each, name: `${name}/${each.name}` })),
    ];
    const missing = asked.find((each) => objects.deviceClass(each.deviceClassName ?? '') === undefined);
    if (missing !== undefined)
      return rejected(`request ${missing.name}: device class ${missing.deviceClassName} does not exist`);
  }
  return undefined;
}
