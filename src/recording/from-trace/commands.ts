import type { JsonObject } from '../../base/json.ts';
import { faultDocument } from '../../scenario/read-fault.ts';
import type { Scenario, Step } from '../../scenario/scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { RecordedCommand } from '../format.ts';
import { seconds } from './common.ts';

interface RunningCommand {
  readonly at: number;
  readonly argv: readonly string[];
  readonly stdin?: string;
  exit: number | 'interrupted';
  stdout: string;
  stderr: string;
}

/** The steps as they went: each command with its outcome, faults and joining nodes as entries without arguments. */
export function recordedCommands(records: readonly TraceRecord[], scenario: Scenario): RecordedCommand[] {
  const commands = runCommands(records).filter((command) => command.at >= 0);
  const out: RecordedCommand[] = [];
  for (const step of scenario.steps) {
    if (step.kind === 'fault' || step.kind === 'add-node' || step.kind === 'traffic') out.push(silent(step));
    else {
      const command = commands.shift();
      if (command !== undefined) out.push(entry(command));
    }
  }
  return [...out, ...commands.map(entry)];
}

/** All commands in order; one that never ended reads as interrupted. */
function runCommands(records: readonly TraceRecord[]): RunningCommand[] {
  const running = new Map<number, RunningCommand>();
  for (const record of records) {
    switch (record.kind) {
      case 'input.command': {
        const { index, argv, stdin } = record.data;
        const words = argv[0] === 'kubectl' ? argv.slice(1) : argv;
        running.set(index, {
          at: record.at,
          argv: words,
          ...(stdin === undefined ? {} : { stdin }),
          exit: 'interrupted',
          stdout: '',
          stderr: '',
        });
        break;
      }
      case 'command.output': {
        const command = running.get(record.data.command);
        if (command !== undefined) command[record.data.stream] += record.data.text;
        break;
      }
      case 'command.exit': {
        const command = running.get(record.data.command);
        if (command !== undefined) command.exit = record.data.exit;
        break;
      }
      default:
        break;
    }
  }
  return [...running.values()];
}

function entry(command: RunningCommand): RecordedCommand {
  const { at, argv, stdin, exit, stdout, stderr } = command;
  return { at: seconds(at), argv, ...(stdin === undefined ? {} : { stdin }), exit, stdout, stderr };
}

function silent(step: Extract<Step, { kind: 'fault' | 'add-node' | 'traffic' }>): RecordedCommand {
  const fault: JsonObject | null = step.kind === 'fault' ? faultDocument(step.fault) : null;
  return {
    at: seconds(step.at),
    argv: null,
    ...(fault === null ? {} : { fault }),
    exit: 0,
    stdout: '',
    stderr: '',
  };
}
