/** Every bound of the simulation, in one place. Reaching one leaves a `limit` record, which the page shows. */
export const LIMITS = {
  /** Records kept at full detail; beyond, only the story level is kept. */
  records: 400_000,
  /** Records kept at all; beyond, the run stops. */
  recordsHard: 4_000_000,
  /** Turns in one run to quiet. */
  turns: 40_000_000,
  /** Bytes of one container's log. */
  logBytes: 1_000_000,
  /** Characters of one file that are held: beyond, its size is counted and what it says is lost. */
  fileText: 4_000_000,
  /** The same for all files of one volume, or of one container's own. */
  volumeText: 16_000_000,
  /** Text that the processes of one container (or of one exec into it) hold in their memory: beyond, it grows as fast as endless text would. */
  processText: 32_000_000,
  /** Descriptors of one process. */
  descriptors: 4_096,
  /** Processes in one container, dead ones that nobody waited for counted: beyond, fork answers EAGAIN. */
  processesPerContainer: 4_096,
  /** Live processes on one node. */
  processesPerNode: 32_768,
  /** Bytes of output of one command. */
  commandOutputBytes: 2_000_000,
} as const;
