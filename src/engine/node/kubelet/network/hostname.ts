import type { Pod } from '../../../../api/generated/types.ts';

// Models pkg/kubelet/kubelet_pods.go GeneratePodHostNameAndDomain (1.36).

const MAX = 63;

/** Hostname and domain ('' without a subdomain) of a Pod. */
export function hostnameAndDomain(pod: Pod, clusterDomain: string): { hostname: string; domain: string } {
  const override = pod.spec.hostnameOverride;
  if (override !== undefined) return { hostname: override, domain: '' };
  const hostname = pod.spec.hostname ?? truncated(pod.metadata.name);
  const subdomain = pod.spec.subdomain ?? '';
  const domain = subdomain === '' ? '' : `${subdomain}.${pod.metadata.namespace}.svc.${clusterDomain}`;
  return { hostname, domain };
}

function truncated(name: string): string {
  return name.length <= MAX ? name : name.slice(0, MAX).replace(/[-.]+$/, '');
}
