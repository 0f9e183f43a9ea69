/** Programs of the learner's machine beyond busybox's: their code is in tools.ts, and comes with a run that uses one. */
export const TOOL_NAMES = ['clear', 'column', 'diff', 'time', 'timeout', 'watch', 'less', 'more'] as const;
