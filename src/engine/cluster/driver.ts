import { commandOf } from '../../scenario/command-line.ts';
import type { Scenario, Step } from '../../scenario/scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import type { Command, RunningCommand } from '../../workstation/port.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { TIMED_OUT, type Task, sleepUntil, wait, waitUpTo } from '../kernel/task.ts';
import type { Cluster } from './cluster.ts';
import type { SessionInput } from './inputs.ts';

/**
 * Makes a run's steps happen. The scenario's own run one after the other, as a script would; what the user added is typed
 * into a terminal at its time: it goes to the program that reads there, or interrupts the command still running.
 */
export class Driver {
  private readonly kernel: Kernel;
  private readonly cluster: Cluster;
  private readonly scenario: Scenario;
  private readonly inputs: readonly SessionInput[];
  private faults = 0;
  private foreground: RunningCommand | undefined;

  constructor(kernel: Kernel, cluster: Cluster, scenario: Scenario, inputs: readonly SessionInput[]) {
    this.kernel = kernel;
    this.cluster = cluster;
    this.scenario = scenario;
    this.inputs = inputs;
  }

  start(): void {
    this.kernel.spawn(this.script());
    for (const input of this.inputs) this.kernel.at(input.step.at, () => this.take(input));
  }

  private *script(): Task {
    this.cluster.workstation.writeFiles(this.scenario.files);
    yield* sleepUntil(-(this.scenario.cluster.settleUs + PREPARE_US), this.kernel.now());
    yield* this.cluster.prepare();
    for (const step of this.scenario.steps) {
      yield* sleepUntil(step.at, this.kernel.now());
      this.kernel.setCause(undefined);
      yield* this.perform(step);
    }
  }

  /** Does a step and waits for its end. */
  private *perform(step: Step): Task {
    yield* this.arrange(step);
    const command = commandOfStep(step);
    if (command === undefined) return this.act(step);
    const running = this.cluster.workstation.run(command);
    const timeoutUs = step.kind === 'kubectl' ? step.timeoutUs : undefined;
    if (timeoutUs === undefined) yield* wait(running.done);
    else if ((yield* waitUpTo(running.done, timeoutUs)) === TIMED_OUT) running.interrupt();
  }

  private take(input: SessionInput): void {
    this.kernel.setCause(undefined);
    if (input.files !== undefined) this.cluster.workstation.writeFiles(input.files);
    const typed = typedLine(input.step);
    if (typed !== undefined && this.foreground?.wantsInput() === true)
      return this.foreground.type(`${typed}\n`);
    this.foreground?.interrupt();
    this.foreground = undefined;
    this.kernel.spawn(this.arrange(input.step));
    const command = commandOfStep(input.step);
    if (command === undefined) this.act(input.step);
    else this.foreground = this.cluster.workstation.run(command);
  }

  /** What must be there for a step's command: who it switches to, the program it registers. */
  private *arrange(step: Step): Task {
    if (step.kind === 'user') yield* this.cluster.admitUser(step.name);
    if (step.kind === 'webhook') this.cluster.addWebhookProgram(step.webhook);
  }

  /** Steps that are done to the cluster rather than asked of it. */
  private act(step: Step): void {
    if (step.kind === 'fault') {
      this.kernel.record('workstation', 'input.fault', { index: this.faults++, fault: step.fault });
      this.cluster.fault(step.fault);
    }
    if (step.kind === 'add-node') this.cluster.addNode(step.node, step.readyAfterUs);
  }
}

/** The line as typed, for a program in the terminal that reads one: a shell of `exec -it`. */
function typedLine(step: Step): string | undefined {
  if (step.kind === 'run') return step.line;
  return step.kind === 'kubectl' && step.stdin === undefined ? `kubectl ${step.line}` : undefined;
}

function commandOfStep(step: Step): Command | undefined {
  if (step.kind === 'run') return { run: { line: step.line } };
  const command = commandOf(step);
  return command === undefined ? undefined : { run: { kubectl: command.argv }, stdin: command.stdin };
}

/** How long the objects before the first step are given to be applied at the least. */
const PREPARE_US = 2 * SECOND;
