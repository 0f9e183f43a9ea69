import { amountOf, amountValue, formatAmount } from '../../../../api/quantity.ts';
import { type MetThreshold, RESOURCES, quantityText } from './thresholds.ts';
import type { PodUsage } from './usage.ts';

export interface EvictionMessage {
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Why a Pod is evicted, in its status and its event. Models pkg/kubelet/eviction/helpers.go evictionMessage (1.36). */
export function evictionMessage(threshold: MetThreshold, usage: PodUsage): EvictionMessage {
  const resource = RESOURCES[threshold.signal];
  const { value, quantity, available } = threshold;
  const written = value.endsWith('%') ? quantityText(resource, quantity) : formatAmount(amountOf(value));
  let message = `The node was low on resource: ${resource}. Threshold quantity: ${written}, available: ${quantityText(resource, available)}. `;
  const names: string[] = [];
  const usages: string[] = [];
  for (const container of usage.pod.spec.containers) {
    const used = usage.containers.get(container.name);
    const bytes =
      resource === 'memory'
        ? used?.memoryBytes
        : resource === 'ephemeral-storage'
          ? used?.diskBytes
          : undefined;
    if (bytes === undefined) continue;
    const request = amountOf(container.resources?.requests?.[resource] ?? '0');
    if (bytes <= amountValue(request)) continue;
    const text = quantityText(resource, bytes);
    message += `Container ${container.name} was using ${text}, request is ${formatAmount(request)}, has larger consumption of ${resource}. `;
    names.push(container.name);
    usages.push(text);
  }
  const annotations = {
    offending_containers: names.join(','),
    offending_containers_usage: usages.join(','),
    starved_resource: resource,
  };
  return { message, annotations };
}
