import { type JsonObject, isObject } from '../base/json.ts';

/** The object in the one version of its kind that is simulated; kinds served in several are converted. Models pkg/apis/autoscaling/v1/conversion.go. */
export function inServedVersion(object: JsonObject): JsonObject {
  const { apiVersion, kind, spec } = object;
  if (apiVersion !== 'autoscaling/v1' || kind !== 'HorizontalPodAutoscaler') return object;
  const converted = { ...object, apiVersion: 'autoscaling/v2' };
  if (!isObject(spec)) return converted;
  const { targetCPUUtilizationPercentage: percentage, ...rest } = spec;
  if (percentage === undefined || percentage === null) return { ...converted, spec: rest };
  const target = { type: 'Utilization', averageUtilization: percentage };
  return {
    ...converted,
    spec: { ...rest, metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }] },
  };
}
