import { commandOf } from '../../scenario/command-line.ts';
import type { Scenario, Step } from '../../scenario/scenario.ts';
import { submittedFiles } from '../../scenario/submitted.ts';
import { SECOND } from '../../trace/ids.ts';
import type { Command, RunningCommand } from '../../workstation/port.ts';
import { END_OF_INPUT, INTERRUPT } from '../../workstation/shell/terminal.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { TIMED_OUT, type Task, sleepUntil, wait, waitUpTo } from '../kernel/task.ts';
import type { Cluster } from './cluster.ts';
import type { SessionInput } from './inputs.ts';

/**
 * Makes a run's steps happen. The scenario's own run one after the other, as a script would. Lines the user added are typed
 * into a terminal at their time: they go to the program that runs there, and to the shell when it has ended.
 */
export class Driver {
  private readonly kernel: Kernel;
  private readonly cluster: Cluster;
  private readonly scenario: Scenario;
  private readonly inputs: readonly SessionInput[];
  /** What runs in the terminal. */
  private foreground: RunningCommand | undefined;
  /** What the page started last and has not ended, and the scenario's own command. */
  private beside: RunningCommand | undefined;
  private scripted: RunningCommand | undefined;

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
    const { files } = this.scenario;
    this.cluster.workstation.writeFiles({ ...files, ...submittedFiles(this.scenario) });
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
    this.scripted = running;
    const timeoutUs = step.kind === 'kubectl' ? step.timeoutUs : undefined;
    if (timeoutUs === undefined) yield* wait(running.done);
    else if ((yield* waitUpTo(running.done, timeoutUs)) === TIMED_OUT) running.interrupt();
  }

  private take({ step, files }: SessionInput): void {
    this.kernel.setCause(undefined);
    const { workstation } = this.cluster;
    if (files !== undefined) workstation.writeFiles(files);
    this.kernel.spawn(this.arrange(step));
    if (step.kind === 'run') return this.type(step.line);
    // What the page does by itself goes on beside the terminal.
    const command = commandOfStep(step);
    if (command === undefined) return this.act(step);
    const running = workstation.run(command);
    this.beside = running;
    running.done.subscribe(() => {
      if (this.beside === running) this.beside = undefined;
    });
  }

  /** What must be there for a step's command: who it switches to, the program it registers. */
  private *arrange(step: Step): Task {
    if (step.kind === 'user') yield* this.cluster.admitUser(step.name);
    if (step.kind === 'webhook') this.cluster.addWebhookProgram(step.webhook);
  }

  /** A line or a key typed into the terminal: for the program that runs there, else for the shell. */
  private type(line: string): void {
    const { foreground } = this;
    const key = line === INTERRUPT || line === END_OF_INPUT;
    if (foreground !== undefined) return foreground.type(key ? line : `${line}\n`);
    if (line === INTERRUPT) return (this.beside ?? this.scripted)?.interrupt();
    if (key) return;
    const running = this.cluster.workstation.run({ run: { line } });
    this.foreground = running;
    running.done.subscribe(() => {
      this.foreground = undefined;
      for (const next of running.unread()) this.type(next);
    });
  }

  /** Steps that are done to the cluster rather than asked of it. */
  private act(step: Step): void {
    if (step.kind === 'fault') this.cluster.fault(step.fault);
    if (step.kind === 'traffic') this.cluster.traffic(step.traffic);
    if (step.kind === 'add-node') this.cluster.addNode(step.node, step.readyAfterUs);
  }
}

function commandOfStep(step: Step): Command | undefined {
  if (step.kind === 'run') return { run: { line: step.line } };
  const command = commandOf(step);
  return command === undefined ? undefined : { run: { kubectl: command.argv }, stdin: command.stdin };
}

/** How long the objects before the first step are given to be applied at the least. */
const PREPARE_US = 2 * SECOND;
