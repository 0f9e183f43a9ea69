import type { Node, Pod, ResourceFieldSelector } from '../../../../api/generated/types.ts';
import { amountMilliValue, amountOf, amountValue } from '../../../../api/quantity.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import { type AnyContainer, findContainer, isHostNetwork } from '../pod.ts';

// Models pkg/fieldpath/fieldpath.go and pkg/api/v1/resource/helpers.go ExtractContainerResourceValue (1.36).

/** What a fieldRef may ask beyond the Pod itself. */
export interface FieldContext {
  readonly pod: Pod;
  readonly podIps: readonly string[];
  readonly hostIp: string;
}

/** The value of a fieldRef in an env variable. */
export function fieldValue(path: string, { pod, podIps, hostIp }: FieldContext): Result<string, string> {
  switch (path) {
    case 'spec.nodeName':
      return ok(pod.spec.nodeName ?? '');
    case 'spec.serviceAccountName':
      return ok(pod.spec.serviceAccountName ?? '');
    case 'status.hostIP':
    case 'status.hostIPs':
      return ok(hostIp);
    case 'status.podIP':
      return ok(podIps[0] ?? (isHostNetwork(pod) ? hostIp : ''));
    case 'status.podIPs':
      return ok(podIps.length > 0 ? podIps.join(',') : isHostNetwork(pod) ? hostIp : '');
    default:
      return metadataValue(path, pod);
  }
}

/** The value of a metadata field, for env variables and downwardAPI files. */
export function metadataValue(path: string, pod: Pod): Result<string, string> {
  const subscript = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  const { metadata } = pod;
  if (subscript !== null)
    return ok(metadata[subscript[1] as 'labels' | 'annotations']?.[subscript[2] as string] ?? '');
  switch (path) {
    case 'metadata.name':
      return ok(metadata.name);
    case 'metadata.namespace':
      return ok(metadata.namespace ?? '');
    case 'metadata.uid':
      return ok(metadata.uid ?? '');
    case 'metadata.labels':
      return ok(formatMap(metadata.labels));
    case 'metadata.annotations':
      return ok(formatMap(metadata.annotations));
    default:
      return err(`unsupported fieldPath: ${path}`);
  }
}

/** `key="value"` lines, sorted. Models fieldpath.FormatMap. */
function formatMap(map: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(map ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n');
}

/** The value of a resourceFieldRef; limits that are not set read as the node's allocatable. */
export function resourceValue(
  selector: ResourceFieldSelector,
  pod: Pod,
  container: AnyContainer,
  node: Node | undefined,
): Result<string, string> {
  const named = selector.containerName;
  const target = named === undefined || named === '' ? container : findContainer(pod, named)?.container;
  if (target === undefined) return err(`container ${named} not found`);
  const [kind = '', resource = ''] = splitOnce(selector.resource);
  if (kind !== 'limits' && kind !== 'requests')
    return err(`unsupported container resource : ${selector.resource}`);
  let quantity = target.resources?.[kind]?.[resource];
  if (quantity === undefined && kind === 'limits') quantity = node?.status?.allocatable?.[resource];
  const divisor = selector.divisor === undefined || selector.divisor === '0' ? '1' : selector.divisor;
  return ok(divided(quantity ?? '0', divisor, resource));
}

function divided(quantity: string, divisor: string, resource: string): string {
  if (resource === 'cpu')
    return String(Math.ceil(amountMilliValue(amountOf(quantity)) / amountMilliValue(amountOf(divisor))));
  return String(Math.ceil(amountValue(amountOf(quantity)) / amountValue(amountOf(divisor))));
}

function splitOnce(text: string): readonly string[] {
  const at = text.indexOf('.');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
