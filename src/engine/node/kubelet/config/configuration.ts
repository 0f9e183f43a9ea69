/** The KubeletConfiguration fields that change behaviour here, with 1.36's defaults. Times in µs. */
export interface KubeletConfiguration {
  readonly syncFrequencyUs: number;
  readonly nodeStatusUpdateUs: number;
  readonly nodeStatusReportUs: number;
  readonly nodeLeaseDurationSeconds: number;
  readonly maxPods: number;
  readonly serializeImagePulls: boolean;
  readonly maxParallelImagePulls: number;
  readonly registryPullQps: number;
  readonly registryBurst: number;
  readonly maxContainerRestartPeriodUs: number;
  readonly evictionHard: Readonly<Record<string, string>>;
  readonly evictionSoft: Readonly<Record<string, string>>;
  readonly evictionSoftGracePeriodUs: Readonly<Record<string, number>>;
  /** Seconds that a Pod gets at most when a soft threshold is met. */
  readonly evictionMaxPodGracePeriod: number;
  readonly evictionPressureTransitionUs: number;
  readonly volumeStatsAggUs: number;
  readonly imageGcHighPercent: number;
  readonly imageGcLowPercent: number;
  /** Where the Service `kubernetes` is that every Pod gets variables about. */
  readonly masterServiceNamespace: string;
  readonly clusterDns: readonly string[];
  readonly clusterDomain: string;
  readonly allowedUnsafeSysctls: readonly string[];
}

const SECOND = 1_000_000;

export const DEFAULT_CONFIGURATION: KubeletConfiguration = {
  syncFrequencyUs: 60 * SECOND,
  nodeStatusUpdateUs: 10 * SECOND,
  nodeStatusReportUs: 300 * SECOND,
  nodeLeaseDurationSeconds: 40,
  maxPods: 110,
  serializeImagePulls: true,
  maxParallelImagePulls: 1,
  registryPullQps: 5,
  registryBurst: 10,
  maxContainerRestartPeriodUs: 300 * SECOND,
  evictionHard: {
    'memory.available': '100Mi',
    'nodefs.available': '10%',
    'nodefs.inodesFree': '5%',
    'imagefs.available': '15%',
    'imagefs.inodesFree': '5%',
  },
  evictionSoft: {},
  evictionSoftGracePeriodUs: {},
  evictionMaxPodGracePeriod: 0,
  evictionPressureTransitionUs: 300 * SECOND,
  volumeStatsAggUs: 60 * SECOND,
  imageGcHighPercent: 85,
  imageGcLowPercent: 80,
  masterServiceNamespace: 'default',
  clusterDns: ['10.96.0.10'],
  clusterDomain: 'cluster.local',
  allowedUnsafeSysctls: [],
};
