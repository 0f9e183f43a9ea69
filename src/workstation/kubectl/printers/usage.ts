import { addQuantities, quantityMilliValue, quantityValue } from '../../../api/quantity.ts';

// Models kubectl/pkg/metricsutil metrics_printer.go and metrics_sorter.go (1.36).

const MIB = 1024 * 1024;
const UNKNOWN = '<unknown>';

/** Quantities by resource: `cpu`, `memory`, perhaps `swap`. */
export type Usage = Readonly<Record<string, string>>;

export type UsageSort = '' | 'cpu' | 'memory';

interface UsageColumns {
  /** What percentages are of; without it there are none. */
  readonly available?: Usage;
  /** Whether swap is shown, or known to be unknown. */
  readonly swap: 'none' | 'shown' | 'unknown';
}

/** The sum of usages. */
export function addUsages(usages: readonly Usage[]): Usage {
  const sum: Record<string, string> = { cpu: '0', memory: '0', swap: '0' };
  for (const usage of usages)
    for (const [name, amount] of Object.entries(usage)) sum[name] = addQuantities(sum[name] ?? '0', amount);
  return sum;
}

/** Whether one comes before another: what uses more is first. */
export function lessUsage(sortBy: 'cpu' | 'memory', a: Usage, b: Usage): boolean {
  const of = (usage: Usage): number =>
    sortBy === 'cpu' ? quantityMilliValue(usage['cpu'] ?? '0') : quantityValue(usage['memory'] ?? '0');
  return of(a) > of(b);
}

/** The cells of one line: each amount, with its share of what is available. */
export function usageCells(usage: Usage, { available, swap }: UsageColumns): readonly string[] {
  const share = (name: string): readonly string[] => {
    const whole = available?.[name];
    if (whole === undefined) return [];
    const of = quantityMilliValue(whole);
    const part = quantityMilliValue(usage[name] ?? '0');
    return [`${of === 0 ? 0 : Math.trunc((part / of) * 100)}%`];
  };
  const mebibytes = (name: string): string => `${Math.trunc(quantityValue(usage[name] ?? '0') / MIB)}Mi`;
  return [
    `${quantityMilliValue(usage['cpu'] ?? '0')}m`,
    ...share('cpu'),
    mebibytes('memory'),
    ...share('memory'),
    ...(swap === 'none' ? [] : swap === 'unknown' ? [UNKNOWN, UNKNOWN] : [mebibytes('swap')]),
  ];
}

/** A node that there are no metrics of. */
export function missingLine(swap: boolean): readonly string[] {
  return Array.from({ length: swap ? 6 : 4 }, () => UNKNOWN);
}

/** The line of a sum, under a rule. */
export function sumLines(
  total: Usage,
  { width, swap }: { readonly width: number; readonly swap: UsageColumns['swap'] },
): readonly (readonly string[])[] {
  const blanks = (count: number): string[] => Array.from({ length: Math.max(0, count) }, () => '');
  return [
    [...blanks(width - 2), '________', '________'],
    [...blanks(width - 3), '', ...usageCells(total, { swap })],
  ];
}
