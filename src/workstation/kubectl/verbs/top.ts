import { formatGoDuration } from '../../../api/duration.ts';
import { parseFieldSelector } from '../../../api/field-selector.ts';
import type { Node } from '../../../api/generated/types.ts';
import { parseLabelSelector } from '../../../api/label-selector.ts';
import { type Resource, resourceByKey } from '../../../api/resources.ts';
import { parseTime } from '../../../api/time.ts';
import { present } from '../../../base/assert.ts';
import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { RequestOptions } from '../../../engine/machinery/client.ts';
import { CommandError } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import type { Unstructured } from '../object.ts';
import { goSort } from '../printers/go-sort.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';
import { served } from '../resource/mapper.ts';
import {
  type Usage,
  type UsageSort,
  addUsages,
  lessUsage,
  missingLine,
  sumLines,
  usageCells,
} from '../printers/usage.ts';

// Models kubectl/pkg/cmd/top and pkg/metricsutil (1.36).

/** A Pod this old should have metrics. */
const CREATION_DELAY_US = 120_000_000;

interface NodeMetrics {
  readonly metadata: { readonly name: string };
  readonly usage: Usage;
}

interface PodMetrics {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly containers: readonly { readonly name: string; readonly usage: Usage }[];
}

/** `kubectl top node` */
export function* topNode(kube: Kube): Task<number> {
  const { flags, api } = kube;
  const name = nameOf(kube, 'node [NAME | -l label]');
  const sortBy = sortOf(kube);
  const selector = flags.text('selector');
  if (name !== '' && selector !== '')
    throw new CommandError('only one of NAME or --selector can be provided');
  readSelector(selector);
  const resource = yield* metricsResource(kube, 'nodes');
  const options = { labelSelector: selector };
  const metrics = yield* fetched<NodeMetrics>(kube, { resource, namespace: '', name, options });
  if (metrics.length === 0) throw new CommandError('metrics not available yet');
  const nodes = present(resourceByKey('nodes'), 'nodes are served');
  const known = (name === ''
    ? (yield* api.list(nodes, '', options)).items
    : [yield* api.get({ resource: nodes, namespace: '', name })]) as unknown as readonly Node[];
  kube.out(nodeTable(metrics, known, kube.flags, sortBy));
  return 0;
}

function nodeTable(
  metrics: readonly NodeMetrics[],
  nodes: readonly Node[],
  flags: Kube['flags'],
  sortBy: UsageSort,
): string {
  const swap = flags.bool('show-swap');
  const lines: string[] = [];
  if (!flags.bool('no-headers'))
    lines.push(
      line([
        'NAME',
        'CPU(cores)',
        'CPU(%)',
        'MEMORY(bytes)',
        'MEMORY(%)',
        ...(swap ? ['SWAP(bytes)', 'SWAP(%)'] : []),
      ]),
    );
  const left = new Map(nodes.map((node) => [node.metadata.name ?? '', node]));
  const sorted = goSort(metrics, (a, b) =>
    sortBy === '' ? a.metadata.name < b.metadata.name : lessUsage(sortBy, a.usage, b.usage),
  );
  for (const { metadata, usage } of sorted) {
    const status = left.get(metadata.name)?.status;
    const available = (flags.bool('show-capacity') ? status?.capacity : status?.allocatable) ?? {};
    lines.push(line([metadata.name, ...usageCells(usage, { available, swap: swap ? 'unknown' : 'none' })]));
    left.delete(metadata.name);
  }
  for (const name of [...left.keys()].sort(compareText)) lines.push(line([name, ...missingLine(swap)]));
  return layOut(lines.join(''), TABLE_STYLE);
}

/** `kubectl top pod` */
export function* topPod(kube: Kube): Task<number> {
  const { flags, namespace } = kube;
  const name = nameOf(kube, 'pod [NAME | -l label]');
  const sortBy = sortOf(kube);
  const options = { labelSelector: flags.text('selector'), fieldSelector: flags.text('field-selector') };
  if (name !== '' && (options.labelSelector !== '' || options.fieldSelector !== ''))
    throw new CommandError('only one of NAME or selector can be provided');
  readSelector(options.labelSelector);
  const fields = parseFieldSelector(options.fieldSelector);
  if (!fields.ok) throw new CommandError(fields.error);
  const resource = yield* metricsResource(kube, 'pods');
  const everywhere = flags.bool('all-namespaces');
  const asked = { resource, namespace: everywhere ? '' : namespace, name, options };
  const metrics = yield* fetched<PodMetrics>(kube, asked);
  if (metrics.length > 0) kube.out(podTable(metrics, flags, sortBy));
  else {
    yield* explainEmpty(kube, asked);
    kube.err(everywhere ? 'No resources found\n' : `No resources found in ${namespace} namespace.\n`);
  }
  return 0;
}

function podTable(metrics: readonly PodMetrics[], flags: Kube['flags'], sortBy: UsageSort): string {
  const withNamespace = flags.bool('all-namespaces');
  const containers = flags.bool('containers');
  const swap = flags.bool('show-swap') ? 'shown' : 'none';
  const columns = [
    ...(withNamespace ? ['NAMESPACE'] : []),
    ...(containers ? ['POD'] : []),
    'NAME',
    'CPU(cores)',
    'MEMORY(bytes)',
    ...(swap === 'shown' ? ['SWAP(bytes)'] : []),
  ];
  const noHeaders = flags.bool('no-headers');
  const lines = noHeaders ? [] : [line(columns)];
  const total = ({ containers: all }: PodMetrics): Usage => addUsages(all.map(({ usage }) => usage));
  const sorted = goSort(metrics, (a, b) => {
    if (sortBy !== '') return lessUsage(sortBy, total(a), total(b));
    const [one, other] = [a.metadata, b.metadata];
    return withNamespace && one.namespace !== other.namespace
      ? one.namespace < other.namespace
      : one.name < other.name;
  });
  for (const pod of sorted) {
    const head = withNamespace ? [pod.metadata.namespace] : [];
    if (!containers) {
      lines.push(line([...head, pod.metadata.name, ...usageCells(total(pod), { swap })]));
      continue;
    }
    const each = goSort(pod.containers, (a, b) =>
      sortBy === '' ? a.name < b.name : lessUsage(sortBy, a.usage, b.usage),
    );
    for (const { name, usage } of each)
      lines.push(line([...head, pod.metadata.name, name, ...usageCells(usage, { swap })]));
  }
  if (flags.bool('sum')) {
    // Columns that only the header adds count for the width only where there is one.
    const width = noHeaders ? (swap === 'shown' ? 4 : 3) : columns.length;
    lines.push(...sumLines(addUsages(metrics.map(total)), { width, swap }).map(line));
  }
  return layOut(lines.join(''), TABLE_STYLE);
}

/** Why nothing was told of: Pods that are too young, or old enough to wonder. Models verifyEmptyMetrics. */
function* explainEmpty(
  kube: Kube,
  {
    namespace,
    name,
    options,
  }: { readonly namespace: string; readonly name: string; readonly options: RequestOptions },
): Task {
  const resource = present(resourceByKey('pods'), 'pods are served');
  const pods =
    name === ''
      ? (yield* kube.api.list(resource, namespace, options)).items
      : [yield* kube.api.get({ resource, namespace, name })];
  if (pods.length === 0) return;
  for (const pod of pods) checkAge(kube, pod);
  throw new CommandError('metrics not available yet');
}

function checkAge({ kernel }: Kube, { metadata }: Unstructured): void {
  const { namespace, name, creationTimestamp = '' } = (metadata ?? {}) as Readonly<Record<string, string>>;
  const ageUs = kernel.unixUs() - (parseTime(creationTimestamp) ?? 0);
  if (ageUs > CREATION_DELAY_US)
    throw new CommandError(
      `Metrics not available for pod ${namespace}/${name}, age: ${formatGoDuration(ageUs)}`,
    );
}

function nameOf(kube: Kube, use: string): string {
  if (kube.args.length > 1) throw misused(kube, use);
  return kube.args[0] ?? '';
}

function sortOf({ flags }: Kube): UsageSort {
  const sort = flags.text('sort-by');
  if (sort !== '' && sort !== 'cpu' && sort !== 'memory')
    throw new CommandError('--sort-by accepts only cpu or memory');
  return sort;
}

function readSelector(text: string): void {
  const selector = parseLabelSelector(text);
  if (!selector.ok) throw new CommandError(selector.error);
}

/** Models SupportedMetricsAPIVersionAvailable: the server's groups are asked for, and only it can say that one is missing. */
function* metricsResource(kube: Kube, resource: 'nodes' | 'pods'): Task<Resource> {
  const found = served(kube).find((each) => each.key === `${resource}.metrics.k8s.io`);
  if (found !== undefined) return found;
  yield* kube.api.request({ verb: 'get', resource: '', namespace: '', name: '', path: '/apis' });
  throw new CommandError('Metrics API not available');
}

function* fetched<T>(
  { api }: Kube,
  asked: {
    readonly resource: Resource;
    readonly namespace: string;
    readonly name: string;
    readonly options: RequestOptions;
  },
): Task<readonly T[]> {
  const { resource, namespace, name, options } = asked;
  if (name !== '') return [(yield* api.get({ resource, namespace, name })) as unknown as T];
  return (yield* api.list(resource, namespace, options)).items as unknown as readonly T[];
}

/** Every cell ends in a tab, the last one too. */
function line(cells: readonly string[]): string {
  return `${cells.map((cell) => `${cell}\t`).join('')}\n`;
}
