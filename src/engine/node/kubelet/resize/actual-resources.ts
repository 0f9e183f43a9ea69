import type { ResourceRequirements } from '../../../../api/generated/types.ts';
import { amountFromValue, formatAmount, quantityMilliValue } from '../../../../api/quantity.ts';
import type { LinuxResources } from '../../cri/port/runtime.ts';
import { cpuQuota, cpuShares } from '../cgroups/values.ts';

// Models pkg/kubelet/kubelet_pods.go convertContainerStatusResources (1.36).

/** What a running container really has: the allocated quantities where the runtime agrees, else the runtime's numbers. */
export function actualResources(
  allocated: ResourceRequirements | undefined,
  actual: LinuxResources,
): ResourceRequirements {
  if (allocated === undefined) return {};
  const { requests, limits } = allocated;
  const outRequests: Record<string, string> = {};
  const outLimits: Record<string, string> = {};
  for (const [name, quantity] of Object.entries(requests ?? {})) outRequests[name] = quantity;
  for (const [name, quantity] of Object.entries(limits ?? {})) outLimits[name] = quantity;
  const cpuRequest = requests?.['cpu'];
  if (cpuRequest !== undefined && cpuShares(quantityMilliValue(cpuRequest)) !== actual.cpuShares) {
    outRequests['cpu'] = `${Math.ceil((actual.cpuShares * 1000) / 1024)}m`;
  }
  const cpuLimit = limits?.['cpu'];
  if (
    cpuLimit !== undefined &&
    actual.cpuQuotaUs > 0 &&
    cpuQuota(quantityMilliValue(cpuLimit)) !== actual.cpuQuotaUs
  ) {
    outLimits['cpu'] = `${Math.round((actual.cpuQuotaUs * 1000) / actual.cpuPeriodUs)}m`;
  }
  const memoryLimit = limits?.['memory'];
  if (memoryLimit !== undefined && actual.memoryLimitBytes > 0)
    outLimits['memory'] = formatAmount(amountFromValue(actual.memoryLimitBytes, 'BinarySI'));
  return {
    ...(Object.keys(outLimits).length === 0 ? {} : { limits: outLimits }),
    ...(Object.keys(outRequests).length === 0 ? {} : { requests: outRequests }),
  };
}
