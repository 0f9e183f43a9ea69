// Models pkg/apis/core/validation supportedStopSignalsLinux, supportedStopSignalsWindows (1.36).

const NAMED =
  'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ';

function realTime(): string[] {
  const names = ['SIGRTMIN', 'SIGRTMAX'];
  for (let i = 1; i <= 15; i++) names.push(`SIGRTMIN+${i}`);
  for (let i = 1; i <= 14; i++) names.push(`SIGRTMAX-${i}`);
  return names;
}

/** Sorted, as a refusal lists them. */
export const STOP_SIGNALS: readonly string[] = [
  ...NAMED.split(' ').map((name) => `SIG${name}`),
  ...realTime(),
].sort();

export const WINDOWS_STOP_SIGNALS: readonly string[] = ['SIGKILL', 'SIGTERM'];
