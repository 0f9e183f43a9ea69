/**
 * Latencies of the simulated cluster in microseconds: the quiet-node column of what was measured on a real one.
 * A scenario overrides them by name under `cluster.settings`.
 */
export const DEFAULT_SETTINGS = {
  /** One way on the wire between a client and the API server. */
  apiNetworkUs: 300,
  /** Authentication to validation: each pipeline stage. */
  apiStageUs: 100,
  /** An etcd write (fsync and quorum). */
  etcdWriteUs: 1_500,
  /** An etcd read. */
  etcdReadUs: 300,
  /** From a commit to its event at a watcher. */
  watchDeliveryUs: 1_000,
  /** kubectl's own start, before its first request. */
  kubectlStartUs: 40_000,
  /** kubectl's own work on each object it is to send: checking it, making the patch. */
  kubectlObjectUs: 8_000,
  /** A scheduling cycle's own work. */
  schedulingCycleUs: 1_000,
  /** RunPodSandbox without CNI. */
  runSandboxUs: 200_000,
  /** The CNI plugin chain for one sandbox. */
  cniAddUs: 50_000,
  createContainerUs: 20_000,
  startContainerUs: 100_000,
  /** From a process's end to StopContainer's answer. */
  stopContainerUs: 80_000,
  stopSandboxUs: 50_000,
  /** From a request to run a command in a container to the command's first step. */
  execUs: 30_000,
  /** From a fork to the child's first step, as after an exec. */
  forkUs: 500,
  removeContainerUs: 20_000,
  /** kubelet's wait for volumes polls at this interval. */
  volumePollUs: 300_000,
  /** kubelet's work between the last event and its status write. */
  statusWriteUs: 10_000,
  /** Image download in bytes per second, and a registry round trip. */
  pullBytesPerSecond: 20_000_000,
  registryRoundTripUs: 80_000,
  /** One hop on the Pod network. */
  podNetworkUs: 200,
  /** A DNS answer. */
  dnsUs: 1_000,
  /** How far latencies stray from these medians: at 100 per cent from half to twice, and whoever is woken waits for a CPU. */
  latencySpreadPercent: 0,
} as const satisfies Readonly<Record<string, number>>;

/**
 * Where the recording cluster was slower: two nodes and a control plane shared two busy CPUs, so making a sandbox and
 * starting a process took what the median of its Pods took. A shell's loop over two programs took 20 to 37 ms a round
 * beyond its sleep; of an exec probe the kubelet had the first result after 0.2 s.
 */
export const RECORDING_SETTINGS: Partial<Record<SettingName, number>> = {
  runSandboxUs: 450_000,
  startContainerUs: 300_000,
  stopContainerUs: 250_000,
  forkUs: 14_000,
  execUs: 150_000,
};

export type SettingName = keyof typeof DEFAULT_SETTINGS;
export type Settings = Readonly<Record<SettingName, number>>;

/** The defaults with a scenario's changes. */
export function settingsWith(changes: Partial<Record<SettingName, number>> = {}): Settings {
  return { ...DEFAULT_SETTINGS, ...changes };
}
