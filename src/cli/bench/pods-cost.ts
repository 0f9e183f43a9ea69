import { type Load, costOf } from './pods.ts';

// Runs in a process of its own, built as the app is (see built.ts): the load as JSON, and for how much CPU to measure it.
const [load = '{}', roundsMs = '0'] = process.argv.slice(2);
process.stdout.write(JSON.stringify(costOf(JSON.parse(load) as Load, Number(roundsMs))));
