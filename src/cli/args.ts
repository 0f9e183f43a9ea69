import { parseArgs } from 'node:util';
import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';

/** An option of a command; `value` names what follows it, absent for a switch. */
interface OptionSpec {
  readonly value?: string;
  readonly says: string;
}

interface CommandSpec {
  readonly takes: string;
  readonly says: string;
  /** Least and most arguments that are not options. */
  readonly arguments: readonly [least: number, most: number];
  readonly options: Readonly<Record<string, OptionSpec>>;
}

const SEED: OptionSpec = { value: 'N', says: "another seed than the scenario's" };
const UNTIL: OptionSpec = {
  value: 'T',
  says: 'virtual time to stop at, such as 30s or 2m (default: the scenario says, or when the cluster is quiet)',
};
const MANY = Number.POSITIVE_INFINITY;

/** What each command takes. */
export const COMMANDS = {
  run: {
    takes: 'SCENARIO',
    says: 'Plays a scenario and prints its story. SCENARIO is a file, the name of a built-in one, or a link of the page.',
    arguments: [1, 1],
    options: {
      until: UNTIL,
      seed: SEED,
      level: {
        value: '1|2|3',
        says: '1 story (default), 2 steps of components, 3 every request and delivery',
      },
      json: { says: 'print records as JSON, one a line' },
      digest: { says: 'print the digest of all records: equal runs have equal ones' },
    },
  },
  record: {
    takes: 'SCENARIO...',
    says: 'Plays scenarios and writes each recording to DIR/NAME.json.',
    arguments: [1, MANY],
    options: { out: { value: 'DIR', says: 'where to write (required)' }, until: UNTIL, seed: SEED },
  },
  verify: {
    takes: '[AREA|DIR|FILE...]',
    says: 'Plays recorded scenarios and compares with what the real cluster did. Without arguments: all that come with Podscope.',
    arguments: [0, MANY],
    options: {
      facet: { value: 'NAME,...', says: 'compare only these facets' },
      show: {
        value: 'N',
        says: 'differences to print of each scenario (default 3; 0 prints the table alone)',
      },
      'only-failing': { says: 'leave out the lines of scenarios that agree' },
      held: { value: 'FILE', says: 'fail only when a scenario of this list no longer agrees' },
      hold: { value: 'FILE', says: 'write the list of the scenarios that agree' },
      timing: { says: 'print moments that lie more than 3 s from the recorded ones' },
      seed: SEED,
      jobs: { value: 'N', says: 'processes to play in (default 1)' },
    },
  },
  serve: {
    takes: 'SCENARIO',
    says: "Serves the scenario's cluster over HTTP on this machine, for any client of the API: kubectl --server http://127.0.0.1:8001",
    arguments: [1, 1],
    options: {
      port: { value: 'N', says: 'where to listen (default 8001; 0 = any free port)' },
      speed: { value: 'X', says: 'virtual seconds in one second (default 1, at most 1000)' },
      seed: SEED,
    },
  },
  lives: {
    takes: '',
    says: 'Plays every built-in scenario and prints src/scenario/catalogue/lives.ts.',
    arguments: [0, 0],
    options: {},
  },
  race: {
    takes: '[AREA|DIR|FILE...]',
    says: 'Plays the recordings that count failed requests with many seeds, and prints how often each count comes out.',
    arguments: [0, MANY],
    options: { seeds: { value: 'N', says: 'seeds to play with (default 200)' } },
  },
  bench: {
    takes: '[NAME...]',
    says: 'Measures the engine; without arguments, everything.',
    arguments: [0, MANY],
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof COMMANDS;

/** What was asked for, checked against the table. */
export interface Arguments {
  readonly command: CommandName;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
}

/** A request for help: with one command, or with all of them. */
export interface HelpRequest {
  readonly help: CommandName | 'all';
}

/** Reads the arguments after the program's name; refuses in plain words. */
export function readArguments(argv: readonly string[]): Result<Arguments | HelpRequest, string> {
  const [first, ...others] = argv;
  const asks = first === 'help' || first === '--help' || first === '-h';
  const [command, ...rest] = asks ? [...others, '--help'] : [first, ...others];
  if (command === undefined || command === '--help') return ok({ help: 'all' });
  if (!isCommand(command))
    return err(
      `there is no command ${JSON.stringify(command)}; there are ${Object.keys(COMMANDS).join(', ')}`,
    );
  const spec: CommandSpec = COMMANDS[command];
  const known = Object.fromEntries(
    Object.entries(spec.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const options: Record<string, string | true> = {};
  const positionals: string[] = [];
  const { tokens } = parseArgs({
    args: [...rest],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    if (token.name === 'help' || token.name === 'h') return ok({ help: command });
    const option = spec.options[token.name];
    if (option === undefined)
      return err(
        `${command} has no option ${token.rawName}; it has ${
          Object.keys(spec.options)
            .map((name) => `--${name}`)
            .join(', ') || 'none'
        }`,
      );
    if (option.value !== undefined && token.value === undefined)
      return err(`--${token.name} needs a value: --${token.name} ${option.value}`);
    options[token.name] = option.value === undefined ? true : (token.value ?? '');
  }
  const [least, most] = spec.arguments;
  if (positionals.length < least) return err(`${command} needs ${spec.takes}`);
  if (positionals.length > most) return err(`${command} takes one ${spec.takes}, not ${positionals.length}`);
  return ok({ command, positionals, options });
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

const called = (name: string, takes: string): string => `${name} ${takes}`.trimEnd();

/** A command's options, a line each. */
function optionLines({ options }: CommandSpec): string {
  const rows = Object.entries(options).map(([option, { value, says }]) => {
    const head = `    --${option}${value === undefined ? '' : ` ${value}`}`;
    return `${head.padEnd(22)}${says}\n`;
  });
  return rows.join('');
}

/** The text of --help: of one command or of all. */
export function helpText(about: CommandName | 'all'): string {
  if (about !== 'all') {
    const spec: CommandSpec = COMMANDS[about];
    return (
      `usage: ${PROGRAM} ${called(about, spec.takes)}\n\n${spec.says}\n\n${optionLines(spec)}`.trimEnd() +
      '\n'
    );
  }
  const parts = Object.entries(COMMANDS as Readonly<Record<string, CommandSpec>>).map(
    ([name, spec]) => `  ${called(name, spec.takes)}\n    ${spec.says}\n${optionLines(spec)}`,
  );
  return `Podscope: a Kubernetes cluster that is simulated, record by record.\n\nusage: ${PROGRAM} COMMAND\n\n${parts.join('\n')}`;
}

const PROGRAM = 'npm run -s podscope --';
