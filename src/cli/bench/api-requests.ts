import { requestRate } from './api-bench.ts';

// Runs in a process of its own, built as the app is (see built.ts): one rate a line, with the story recorded and with every stage.
for (const level of [1, 3] as const) process.stdout.write(`${requestRate(level)}\n`);
