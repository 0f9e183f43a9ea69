import { Future } from '../engine/kernel/task.ts';
import type { Identity } from '../engine/machinery/client.ts';
import type { ComponentContext } from '../engine/machinery/component.ts';
import { CommandOutput } from './command-output.ts';
import { HomeFiles } from './files.ts';
import { type Kubeconfig, adminConfig } from './kubeconfig.ts';
import { LocalPorts } from './local-ports.ts';
import { runKubectl } from './kubectl/run.ts';
import type { Command, RunningCommand, Workstation } from './port.ts';

export interface WorkstationOptions {
  /** Whom the kubeconfig's client certificate proves. */
  readonly admin: Identity;
  /** The API server's URL, as the kubeconfig has it: `https://10.99.0.1:6443`. */
  readonly server: string;
}

/** The learner's machine, with the administrator's kubeconfig. */
export function createWorkstation(context: ComponentContext, options: WorkstationOptions): Workstation {
  return new Machine(context, options);
}

class Machine implements Workstation {
  private readonly context: ComponentContext;
  private readonly admin: Identity;
  private readonly config: Kubeconfig;
  private readonly files = new HomeFiles();
  private readonly ports = new LocalPorts();
  private commands = 0;

  constructor(context: ComponentContext, { admin, server }: WorkstationOptions) {
    this.context = context;
    this.admin = admin;
    this.config = adminConfig(server);
  }

  writeFiles(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) this.files.write(name, text);
  }

  run({ run, stdin }: Command): RunningCommand {
    const { kernel, settings } = this.context;
    const index = this.commands++;
    const argv = 'kubectl' in run ? ['kubectl', ...run.kubectl] : [run.line];
    const line = 'line' in run ? { line: run.line } : {};
    const began = kernel.record('workstation', 'input.command', { index, argv, ...line, ...(stdin === undefined ? {} : { stdin }) });
    const cause = kernel.cause;
    kernel.setCause(began ?? cause);
    const output = new CommandOutput(kernel, index);
    const interrupted = new Future();
    const streams = {
      stdin,
      interrupted,
      out: (text: string) => void output.write('stdout', text),
      err: (text: string) => void output.write('stderr', text),
    };
    const task = kernel.spawn(runKubectl({ ...this.context, settings, config: this.config, files: this.files, ports: this.ports, admin: this.admin }, argv.slice(1), streams));
    kernel.setCause(cause);
    const done = new Future<number | 'interrupted'>();
    const finish = (exit: number | 'interrupted'): void => {
      if (done.settled) return;
      kernel.record('workstation', 'command.exit', { command: index, exit }, began);
      done.resolve(exit);
    };
    task.done.subscribe(() => finish(task.done.value()));
    return {
      done,
      interrupt: () => {
        if (done.settled) return;
        interrupted.resolve();
        task.cancel();
        finish('interrupted');
      },
    };
  }
}
