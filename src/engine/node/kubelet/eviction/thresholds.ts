import { amountFromValue, amountOf, amountValue, formatAmount } from '../../../../api/quantity.ts';
import type { KubeletConfiguration } from '../config/configuration.ts';
import type { NodeMeters } from '../../cri/port/host.ts';

// Models pkg/kubelet/eviction/helpers.go (1.36): thresholds, observations and what follows from them.

export type Signal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'pid.available';

export type Pressure = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure';

/** One threshold as configured: a quantity or a share of the capacity, and for how long it must be met first. */
export interface Threshold {
  readonly signal: Signal;
  readonly value: string;
  /** 0 for a hard one. */
  readonly graceUs: number;
}

/** A threshold that is met, with its numbers. */
export interface MetThreshold extends Threshold {
  readonly available: number;
  /** The threshold's value on this node. */
  readonly quantity: number;
}

export const RESOURCES: Readonly<Record<Signal, string>> = {
  'memory.available': 'memory',
  'nodefs.available': 'ephemeral-storage',
  'nodefs.inodesFree': 'inodes',
  'imagefs.available': 'ephemeral-storage',
  'imagefs.inodesFree': 'inodes',
  'pid.available': 'pids',
};

/** Hard and soft ones. */
export function configuredThresholds(config: KubeletConfiguration): readonly Threshold[] {
  const { evictionHard, evictionSoft, evictionSoftGracePeriodUs } = config;
  const of = (values: Readonly<Record<string, string>>, graceOf: (signal: string) => number): Threshold[] =>
    Object.entries(values).map(([signal, value]) => ({
      signal: signal as Signal,
      value,
      graceUs: graceOf(signal),
    }));
  return [
    ...of(evictionHard, () => 0),
    ...of(evictionSoft, (signal) => evictionSoftGracePeriodUs[signal] ?? 0),
  ];
}

/** Those that are met now, whatever their grace period. */
export function metThresholds(thresholds: readonly Threshold[], meters: NodeMeters): MetThreshold[] {
  const figures = observations(meters);
  return thresholds.flatMap((threshold) => {
    const figure = figures[threshold.signal];
    if (figure === undefined) return [];
    const { value } = threshold;
    const quantity = value.endsWith('%')
      ? Math.floor((figure.capacity * Number(value.slice(0, -1))) / 100)
      : amountValue(amountOf(value));
    return figure.available < quantity ? [{ ...threshold, available: figure.available, quantity }] : [];
  });
}

function observations(
  meters: NodeMeters,
): Readonly<Record<Signal, { readonly available: number; readonly capacity: number }>> {
  const disk = {
    available: meters.diskCapacityBytes - meters.diskUsedBytes,
    capacity: meters.diskCapacityBytes,
  };
  const inodes = { available: meters.inodes - meters.inodesUsed, capacity: meters.inodes };
  return {
    'memory.available': {
      available: meters.memoryCapacityBytes - meters.memoryWorkingSetBytes,
      capacity: meters.memoryCapacityBytes,
    },
    'nodefs.available': disk,
    'nodefs.inodesFree': inodes,
    'imagefs.available': disk,
    'imagefs.inodesFree': inodes,
    'pid.available': { available: meters.maxProcesses - meters.processes, capacity: meters.maxProcesses },
  };
}

export function pressureOf(signal: Signal): Pressure {
  if (signal === 'memory.available') return 'MemoryPressure';
  return signal === 'pid.available' ? 'PIDPressure' : 'DiskPressure';
}

/** Memory first. */
export function byEvictionPriority(met: readonly MetThreshold[]): readonly MetThreshold[] {
  const rank = ({ signal }: Threshold): number => (signal === 'memory.available' ? 0 : 1);
  return [...met].sort((a, b) => rank(a) - rank(b));
}

/** A number as the signal's quantities print: bytes in powers of 1024, the others plain. */
export function quantityText(resource: string, value: number): string {
  const format = resource === 'memory' || resource === 'ephemeral-storage' ? 'BinarySI' : 'DecimalSI';
  return formatAmount(amountFromValue(Math.floor(value), format));
}
