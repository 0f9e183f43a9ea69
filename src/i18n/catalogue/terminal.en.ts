/** Messages of the terminal. */
export const terminalEn = {
  input: 'Command line',
  help: 'Terminal of the learner’s machine. Tab completes, the up arrow recalls, Control C interrupts, Escape leaves.',
  past: 'A command typed here runs at {at} and makes the rest anew.',
  held: 'The clock waits while you type.',
  over: 'The simulation ended at {at}: what is typed here would not run. Go back to a moment before.',
  running: 'Running: {line}',
  stop: 'Stop (Ctrl C)',
  tooLong: 'That is too much to type at once. Put it into a file in the editor. Nothing was sent.',
} as const;
