import type { WaitStatus } from '../program.ts';
import type { Signal } from '../signals.ts';

/** What shells say of a process that a signal ended. */
export const SIGNAL_TEXT: Partial<Record<Signal, string>> = {
  SIGHUP: 'Hangup',
  SIGQUIT: 'Quit',
  SIGILL: 'Illegal instruction',
  SIGABRT: 'Aborted',
  SIGBUS: 'Bus error',
  SIGFPE: 'Arithmetic exception',
  SIGKILL: 'Killed',
  SIGUSR1: 'User defined signal 1',
  SIGSEGV: 'Segmentation fault',
  SIGUSR2: 'User defined signal 2',
  SIGALRM: 'Alarm clock',
  SIGTERM: 'Terminated',
};

/** What only `jobs` says: of a command in front these go without a word. */
const QUIET_TEXT: Partial<Record<Signal, string>> = { SIGINT: 'Interrupt', SIGPIPE: 'Broken pipe' };

/** How `jobs` says that a job has ended. Models bash's printable_job_status and ash's sprint_status. */
export function endingOfJob({ code, signal }: Pick<WaitStatus, 'code' | 'signal'>, bash: boolean): string {
  if (signal !== undefined) return SIGNAL_TEXT[signal] ?? QUIET_TEXT[signal] ?? signal;
  if (code === 0) return 'Done';
  return bash ? `Exit ${code}` : `Done(${code})`;
}
