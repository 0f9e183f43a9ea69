import type { Draft } from '../../../../base/brand.ts';
import type { Container, Pod } from '../../../../api/generated/types.ts';
import { defaultPodSpec } from '../common/podspec/defaults.ts';
import {
  aggregateRequests,
  isOvercommitAllowed,
  isPodLevelResource,
  requestsFromLimits,
} from '../common/resource-list.ts';

// Models pkg/apis/core/v1/defaults.go SetDefaults_Pod (1.36): what only a Pod gets, not a template.

function hostPortsOnHostNetwork(containers: Draft<Container>[] | undefined): void {
  for (const container of containers ?? []) {
    for (const port of container.ports ?? []) port.hostPort ||= port.containerPort;
  }
}

/** Pod-level requests follow the containers' requests, then the Pod-level limits. Models defaultPodRequests. */
function defaultPodLevelRequests(pod: Draft<Pod>): void {
  const { resources } = pod.spec;
  const limits = Object.entries(resources?.limits ?? {});
  if (!resources || limits.length === 0) return;
  const requests = (resources.requests ??= {});
  const wanted = aggregateRequests(pod.spec);
  for (const [name, amount] of Object.entries(wanted)) {
    if (isPodLevelResource(name) && isOvercommitAllowed(name)) requests[name] ??= amount;
  }
  for (const [name, amount] of limits) {
    if (isPodLevelResource(name)) requests[name] ??= amount;
  }
}

/** Scheme defaulting of a Pod, in place. */
export function defaultPod(pod: Draft<Pod>): void {
  pod.spec ??= { containers: [] };
  const { spec } = pod;
  defaultPodSpec(spec);
  for (const container of spec.containers ?? []) requestsFromLimits(container.resources);
  for (const container of spec.initContainers ?? []) requestsFromLimits(container.resources);
  defaultPodLevelRequests(pod);
  spec.enableServiceLinks ??= true;
  if (spec.hostNetwork) {
    hostPortsOnHostNetwork(spec.containers);
    hostPortsOnHostNetwork(spec.initContainers);
  }
}
