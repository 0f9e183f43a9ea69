import { parseDuration } from '../scenario/duration.ts';
import type { Level } from '../trace/ids.ts';
import type { Arguments } from './args.ts';
import { helpText, readArguments } from './args.ts';
import { benchCommand } from './bench/bench.ts';
import type { RunOptions } from './engine.ts';
import type { Outcome, Print } from './outcome.ts';
import { GOOD, notUnderstood } from './outcome.ts';
import { type LinkedRun, fragmentOf, openLink } from './links.ts';
import { livesCommand } from './lives.ts';
import { raceCommand } from './race.ts';
import { recordCommand } from './record.ts';
import { runCommand } from './run.ts';
import { serveCommand } from './serve/serve.ts';
import { verifyCommand } from './verify.ts';

/** Differences that verify prints of each scenario unless told otherwise. */
const SHOWN = 3;
/** Seeds that race plays with unless told otherwise. */
const RACES = 200;
const LAST_PORT = 65_535;
/** Each is a process with the whole engine in its memory. */
const MOST_JOBS = 64;
/** Virtual seconds a second that a run can be served at. */
const FASTEST = 1_000;

/** Runs one command line; `print` takes what goes to standard output. Never rejects. */
export async function main(argv: readonly string[], print: Print, linked?: LinkedRun): Promise<Outcome> {
  const read = readArguments(argv);
  if (!read.ok) return notUnderstood(read.error);
  if ('help' in read.value) {
    print(helpText(read.value.help));
    return GOOD;
  }
  try {
    return await dispatch(read.value, print, linked);
  } catch (problem) {
    // A mistake of the engine's: what it was helps whoever mends it.
    return {
      code: 1,
      message: `the run failed: ${problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)}`,
    };
  }
}

function dispatch(
  { command, positionals, options }: Arguments,
  print: Print,
  linked: LinkedRun | undefined,
): Outcome | Promise<Outcome> {
  const wrong = wrongValue(options);
  if (wrong !== undefined) return notUnderstood(wrong);
  const run = runOptions(options);
  switch (command) {
    case 'run':
      return runCommand(
        positionals[0] ?? '',
        run,
        { json: options['json'] === true, digest: options['digest'] === true },
        print,
        linked,
      );
    case 'record':
      return recordCommand(positionals, textOf(options['out']), run, print);
    case 'verify': {
      const facets = (textOf(options['facet']) ?? '').split(',').filter((name) => name !== '');
      const show = numberOf(options['show']) ?? SHOWN;
      const onlyFailing = options['only-failing'] === true;
      const timing = options['timing'] === true;
      return verifyCommand(
        positionals,
        {
          playing: { facets, ...(run.seed === undefined ? {} : { seed: run.seed }) },
          jobs: numberOf(options['jobs']) ?? 1,
          show,
          onlyFailing,
          timing,
          held: textOf(options['held']),
          hold: textOf(options['hold']),
        },
        print,
      );
    }
    case 'serve':
      return serveCommand(
        positionals[0] ?? '',
        {
          port: numberOf(options['port']) ?? 8001,
          speed: numberOf(options['speed']) ?? 1,
          ...(run.seed === undefined ? {} : { seed: run.seed }),
        },
        print,
      );
    case 'lives':
      return livesCommand(print);
    case 'race':
      return raceCommand(positionals, numberOf(options['seeds']) ?? RACES, print);
    case 'bench':
      return benchCommand(positionals, print);
  }
}

const textOf = (value: string | true | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
const numberOf = (value: string | true | undefined): number | undefined =>
  typeof value === 'string' ? Number(value) : undefined;

function wrongValue(options: Arguments['options']): string | undefined {
  for (const name of ['seed', 'seeds', 'show', 'jobs', 'port']) {
    const value = textOf(options[name]);
    if (value !== undefined && !/^\d+$/.test(value))
      return `--${name} must be a whole number, is ${JSON.stringify(value)}`;
  }
  const speed = textOf(options['speed']);
  if (speed !== undefined && !(Number(speed) > 0 && Number(speed) <= FASTEST))
    return `--speed must be above 0 and at most ${FASTEST}, is ${JSON.stringify(speed)}`;
  const jobs = textOf(options['jobs']);
  if (jobs !== undefined && !(Number(jobs) > 0 && Number(jobs) <= MOST_JOBS))
    return `--jobs must be 1 to ${MOST_JOBS}, is ${jobs}`;
  const port = numberOf(options['port']) ?? 0;
  if (port > LAST_PORT) return `--port must be at most ${LAST_PORT}, is ${port}`;
  const level = textOf(options['level']);
  if (level !== undefined && !/^[123]$/.test(level))
    return `--level must be 1, 2 or 3, is ${JSON.stringify(level)}`;
  const until = textOf(options['until']);
  return until !== undefined && parseDuration(until) === undefined
    ? `--until must be a time such as 30s or 2m, is ${JSON.stringify(until)}`
    : undefined;
}

function runOptions(options: Arguments['options']): RunOptions {
  const seed = numberOf(options['seed']);
  const level = numberOf(options['level']) as Level | undefined;
  const untilUs = parseDuration(textOf(options['until']));
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(level === undefined ? {} : { level }),
    ...(untilUs === undefined ? {} : { untilUs }),
  };
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1]) {
  // Whoever reads may stop reading (`| head`).
  process.stdout.on('error', () => process.exit(1));
  const argv = process.argv.slice(2);
  const fragment = argv.map(fragmentOf).find((found) => found !== undefined);
  const linked = fragment === undefined ? undefined : await openLink(fragment);
  const outcome =
    linked?.ok === false
      ? notUnderstood(linked.error)
      : await main(argv, (text) => void process.stdout.write(text), linked?.value);
  if (outcome.message !== undefined) process.stderr.write(`podscope: ${outcome.message}\n`);
  process.exitCode = outcome.code;
}
