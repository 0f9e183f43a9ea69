/**
 * The latencies and speeds a scenario may change under `cluster.settings`, with what they are otherwise: microseconds,
 * and bytes a second. The engine's own table is the truth; a test keeps the defaults alike.
 */
export const LATENCIES = {
  apiNetworkUs: 300,
  apiStageUs: 100,
  etcdWriteUs: 1_500,
  etcdReadUs: 300,
  watchDeliveryUs: 1_000,
  kubectlStartUs: 40_000,
  schedulingCycleUs: 1_000,
  runSandboxUs: 200_000,
  cniAddUs: 50_000,
  createContainerUs: 20_000,
  startContainerUs: 100_000,
  stopContainerUs: 80_000,
  stopSandboxUs: 50_000,
  execUs: 30_000,
  forkUs: 500,
  removeContainerUs: 20_000,
  volumePollUs: 300_000,
  statusWriteUs: 10_000,
  pullBytesPerSecond: 20_000_000,
  registryRoundTripUs: 80_000,
  podNetworkUs: 200,
  dnsUs: 1_000,
} as const satisfies Readonly<Record<string, number>>;

export type LatencyName = keyof typeof LATENCIES;
