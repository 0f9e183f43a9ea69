/** Messages of the terminal. */
export const terminalEn = {
  title: 'Terminal',
  log: 'Terminal output',
  input: 'Command line',
  placeholder: 'kubectl get pods',
  past: 'A command typed here runs at {at} and makes the rest anew.',
  running: 'running',
  interrupted: 'interrupted',
  exit: 'exit {code}',
  stop: 'Stop',
  empty: 'Nothing has been typed by now.',
  suggestions: 'Suggestions',
} as const;
