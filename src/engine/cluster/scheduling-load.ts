/** The scheduler alone under upstream's own loads, for benchmarks: no cluster around it but a stand-in for the API server. */
export { cpuMsPerPod, LOAD_CASES, type LoadCase, type LoadSize } from '../scheduler/load/load.ts';
