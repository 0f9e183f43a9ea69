import type { PluginInputs } from '../../../trace/scheduling-question.ts';
import type { ScoreCell } from './table.ts';

/** One line of the sum: what, how, and what comes out. Words of the machine, the same in both languages. */
export interface SumLine {
  readonly name: string;
  readonly sum: string;
  readonly result: string;
}

const MI = 1024 ** 2;
const GI = 1024 ** 3;

/** Thousandths of a CPU as `250m`, bytes as `64Mi`, anything else as it is. */
export function amountText(resource: string, value: number): string {
  if (resource === 'cpu') return `${value}m`;
  if (resource !== 'memory' && resource !== 'ephemeral-storage') return String(value);
  if (value >= 10 * GI) return `${trimmed(value / GI)}Gi`;
  return value === 0 ? '0' : `${trimmed(value / MI)}Mi`;
}

const trimmed = (value: number): string => String(Math.round(value * 10) / 10);

function numberOf(inputs: PluginInputs, key: string): number {
  const value = inputs[key];
  return typeof value === 'number' ? value : 0;
}

/** The keys before a suffix, in order: `cpu.pod`, `memory.pod` → cpu, memory. */
function stems(inputs: PluginInputs, suffix: string): readonly string[] {
  return Object.keys(inputs).flatMap((key) => (key.endsWith(suffix) ? [key.slice(0, -suffix.length)] : []));
}

/** What is asked, what is promised to others and what the node has, by resource. */
export interface LedgerLine {
  readonly resource: string;
  readonly pod: number;
  readonly requested: number;
  readonly allocatable: number;
  readonly fits: boolean;
}

/** The ledger NodeResourcesFit decides by: requests, not use. */
export function ledgerOf(inputs: PluginInputs | undefined): readonly LedgerLine[] {
  if (inputs === undefined) return [];
  return stems(inputs, '.allocatable').map((resource) => {
    const pod = numberOf(inputs, `${resource}.pod`);
    const requested = numberOf(inputs, `${resource}.requested`);
    const allocatable = numberOf(inputs, `${resource}.allocatable`);
    return { resource, pod, requested, allocatable, fits: pod === 0 || requested + pod <= allocatable };
  });
}

/** What a filter looked at on a node, line by line; empty when it has no numbers or words of its own. */
export function filterSums(plugin: string, inputs: PluginInputs): readonly SumLine[] {
  if (plugin === 'NodeResourcesFit')
    return ledgerOf(inputs).map(({ resource, pod, requested, allocatable, fits }) => {
      const amount = (value: number): string => amountText(resource, value);
      return {
        name: resource,
        sum: `${amount(requested)} + ${amount(pod)} ${fits ? '≤' : '>'} ${amount(allocatable)}`,
        result: '',
      };
    });
  if (plugin === 'PodTopologySpread')
    return stems(inputs, '.domain').map((key) => {
      const [matching, self, least, most] = ['matching', 'self', 'least', 'maxSkew'].map((part) =>
        numberOf(inputs, `${key}.${part}`),
      );
      const skew = (matching ?? 0) + (self ?? 0) - (least ?? 0);
      const domain = inputs[`${key}.domain`];
      return {
        name: `${key}=${String(domain)}`,
        sum: `${matching} + ${self} − ${least} = ${skew}`,
        result: `${skew > (most ?? 0) ? '>' : '≤'} maxSkew ${most}`,
      };
    });
  return plainLines(inputs);
}

/** How a score came about, line by line; the last line is what counts towards the total. */
export function scoreSums({
  plugin,
  raw,
  normalized,
  weight,
  weighted,
  inputs,
}: ScoreCell): readonly SumLine[] {
  const counted: SumLine = { name: plugin, sum: `${normalized} × ${weight}`, result: String(weighted) };
  const scaled: readonly SumLine[] =
    raw === normalized ? [] : [{ name: 'normalized', sum: `${raw} →`, result: String(normalized) }];
  return [...rawSums(plugin, raw, inputs), ...scaled, counted];
}

function rawSums(plugin: string, raw: number, inputs: PluginInputs): readonly SumLine[] {
  switch (plugin) {
    case 'NodeResourcesFit':
      return inputs['strategy'] === 'LeastAllocated' || inputs['strategy'] === 'MostAllocated'
        ? allocation(inputs, raw)
        : plainLines(inputs);
    case 'NodeResourcesBalancedAllocation':
      return balanced(inputs, raw);
    case 'ImageLocality':
      return [
        {
          name: 'images',
          sum: `${amountText('memory', numberOf(inputs, 'scaledBytes'))} (${amountText('memory', numberOf(inputs, 'minThresholdBytes'))} … ${amountText('memory', numberOf(inputs, 'maxThresholdBytes'))})`,
          result: String(raw),
        },
      ];
    default: {
      const lines = plainLines(inputs);
      return [...lines, { name: 'raw', sum: '', result: String(raw) }];
    }
  }
}

/** Models node_resources least_allocated.go and most_allocated.go: whole numbers, rounded down at each step. */
function allocation(inputs: PluginInputs, raw: number): readonly SumLine[] {
  const strategy = String(inputs['strategy']);
  const lines = stems(inputs, '.weight').flatMap((resource): SumLine[] => {
    const [allocatable, requested, pod] = ['allocatable', 'requested', 'pod'].map((part) =>
      numberOf(inputs, `${resource}.${part}`),
    );
    if (allocatable === undefined || requested === undefined || pod === undefined || allocatable === 0)
      return [];
    const used = requested + pod;
    const amount = (value: number): string => amountText(resource, value);
    const share = strategy === 'LeastAllocated' ? allocatable - used : used;
    const points = share < 0 || used > allocatable ? 0 : Math.trunc((share * 100) / allocatable);
    const top =
      strategy === 'LeastAllocated'
        ? `(${amount(allocatable)} − ${amount(requested)} − ${amount(pod)})`
        : `(${amount(requested)} + ${amount(pod)})`;
    return [{ name: resource, sum: `${top} × 100 ÷ ${amount(allocatable)}`, result: String(points) }];
  });
  const points = lines.map(({ result }) => result);
  return [
    ...lines,
    { name: strategy, sum: `(${points.join(' + ')}) ÷ ${points.length}`, result: String(raw) },
  ];
}

/** Models node_resources balanced_allocation.go (1.36): how much evener the shares are with the Pod than without. */
function balanced(inputs: PluginInputs, raw: number): readonly SumLine[] {
  const shares = stems(inputs, '.allocatable').flatMap((resource): SumLine[] => {
    const [allocatable, requested, pod] = ['allocatable', 'requested', 'pod'].map((part) =>
      numberOf(inputs, `${resource}.${part}`),
    );
    if (allocatable === undefined || requested === undefined || pod === undefined || allocatable === 0)
      return [];
    const share = Math.round(((requested + pod) * 1000) / allocatable) / 10;
    return [
      {
        name: resource,
        sum: `(${amountText(resource, requested)} + ${amountText(resource, pod)}) ÷ ${amountText(resource, allocatable)}`,
        result: `${share}%`,
      },
    ];
  });
  const after = numberOf(inputs, 'balanceWithPod');
  const before = numberOf(inputs, 'balanceWithout');
  return [...shares, { name: 'balance', sum: `50 + (50 + ${after} − ${before}) ÷ 2`, result: String(raw) }];
}

function plainLines(inputs: PluginInputs): readonly SumLine[] {
  return Object.entries(inputs).flatMap(([name, value]): SumLine[] => {
    const text = typeof value === 'object' ? value.join(', ') : String(value);
    return text === '' ? [] : [{ name, sum: text, result: '' }];
  });
}
