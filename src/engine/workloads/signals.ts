/** Linux's signals by number (x86-64). */
export const SIGNAL_NUMBER = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGSTKFLT: 16,
  SIGCHLD: 17,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGTSTP: 20,
  SIGTTIN: 21,
  SIGTTOU: 22,
  SIGURG: 23,
  SIGXCPU: 24,
  SIGXFSZ: 25,
  SIGVTALRM: 26,
  SIGPROF: 27,
  SIGWINCH: 28,
  SIGIO: 29,
  SIGPWR: 30,
  SIGSYS: 31,
} as const;

export type Signal = keyof typeof SIGNAL_NUMBER;

const BY_NUMBER = new Map(
  Object.entries(SIGNAL_NUMBER).map(([name, number]) => [number as number, name as Signal]),
);

/** What the kernel does when a process has said nothing about the signal. */
export function defaultAction(signal: Signal): 'end' | 'ignore' | 'stop' | 'continue' {
  switch (signal) {
    case 'SIGCHLD':
    case 'SIGURG':
    case 'SIGWINCH':
      return 'ignore';
    case 'SIGSTOP':
    case 'SIGTSTP':
    case 'SIGTTIN':
    case 'SIGTTOU':
      return 'stop';
    case 'SIGCONT':
      return 'continue';
    default:
      return 'end';
  }
}

/** `TERM`, `SIGTERM`, `term` and `15` all name SIGTERM. */
export function signalByWord(word: string): Signal | undefined {
  if (/^\d+$/.test(word)) return BY_NUMBER.get(Number(word));
  const upper = word.toUpperCase();
  const name = upper.startsWith('SIG') ? upper : `SIG${upper}`;
  return Object.hasOwn(SIGNAL_NUMBER, name) ? (name as Signal) : undefined;
}
