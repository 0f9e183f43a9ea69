import { Future, type Task } from '../engine/kernel/task.ts';
import type { Identity } from '../engine/machinery/client.ts';
import type { ComponentContext } from '../engine/machinery/component.ts';
import type { NetPort } from '../engine/workloads/process/context.ts';
import type { Program, Syscalls } from '../engine/workloads/program.ts';
import { fail, out } from '../engine/workloads/toolbox/io.ts';
import { CommandOutput } from './command-output.ts';
import { type Kubeconfig, adminConfig, configText } from './kubeconfig.ts';
import { HOME } from './files.ts';
import { HomeFiles } from './home-files.ts';
import { LocalPorts } from './local-ports.ts';
import { type KubectlMachine, runKubectl } from './kubectl/run.ts';
import type { KubectlTexts } from './kubectl/texts/texts.ts';
import { textChannel } from './kubectl/streams.ts';
import type { NodeConsoles } from './nodes/port.ts';
import type { WaysOntoNodes } from './nodes/ssh.ts';
import { rareTools } from './rare/rare.ts';
import type { AddedUser, Command, RunningCommand, Workstation } from './port.ts';
import type { ApiEndpoint } from './shell/api-endpoint.ts';
import { Disk } from './shell/disk.ts';
import { kubectlProgram } from './shell/kubectl-program.ts';
import { LineShell } from './shell/line-shell.ts';
import { localNetwork } from './shell/local-network.ts';
import { INTERRUPT, TerminalInput, textInput } from './shell/terminal.ts';
import type { Tabs } from './shell/tab-editor.ts';
import { TOOL_NAMES } from './shell/tool-names.ts';

export interface WorkstationOptions {
  /** Whom the kubeconfig's client certificate proves. */
  readonly admin: Identity;
  /** The API server's URL, as the kubeconfig has it: `https://10.99.0.1:6443`. */
  readonly server: string;
  /** What the machine reaches beyond its own loopback: the nodes. */
  readonly net?: NetPort;
  readonly texts?: KubectlTexts;
  /** The nodes that one can log in to. */
  readonly nodes?: NodeConsoles;
}

/** The learner's machine, with the administrator's kubeconfig. */
export function createWorkstation(context: ComponentContext, options: WorkstationOptions): Workstation {
  return new Machine(context, options);
}

/** `history [N]`: what was typed, numbered as bash does. */
function historyOf(typed: readonly string[]): Program {
  return function* (sys: Syscalls): Task<number> {
    const [count] = sys.argv.slice(1);
    if (count !== undefined && !/^\d+$/.test(count))
      return yield* fail(sys, `history: ${count}: numeric argument required`);
    const from = count === undefined ? 0 : Math.max(0, typed.length - Number(count));
    const lines = typed.map((line, at) => `${String(at + 1).padStart(5)}  ${line}\n`);
    yield* out(sys, lines.slice(from).join(''));
    return 0;
  };
}

const EDITORS = ['vi', 'vim', 'nano'];

/** A program that its run had no use for when it was loaded. */
const absent: Program = function* (sys: Syscalls): Task<number> {
  return yield* fail(sys, `${sys.argv[0] ?? ''}: this program is not at hand`);
};

/** Where the kubeconfig's server is, for those who ask it without kubectl. */
function endpointOf({ connect }: ComponentContext, { server }: WorkstationOptions): ApiEndpoint {
  const [address = '', port = '443'] = server.replace(/^https?:\/\//, '').split(':');
  return { address, port: Number(port), connect };
}

/** A program under way: how it ends, and how to end it. */
interface Running {
  readonly done: Future<number>;
  interrupt(): void;
  readonly input?: TerminalInput;
}

class Machine implements Workstation {
  private readonly context: ComponentContext;
  private readonly config: Kubeconfig;
  private readonly disk: Disk;
  private readonly kubectl: Omit<KubectlMachine, 'files'>;
  private readonly ports = new LocalPorts();
  private readonly shell: LineShell;
  private readonly homeFiles: HomeFiles;
  private commands = 0;
  /** Of the line typed last. */
  private lineIndex = 0;
  /** Files from elsewhere that are tabs while they are edited, and the commands that edit them. */
  private readonly lent = new Map<string, number>();
  /** Lines typed so far. */
  private readonly typed: string[] = [];
  /** The terminal of the command typed last. */
  private foreground: TerminalInput | undefined;

  constructor(context: ComponentContext, options: WorkstationOptions) {
    const { kernel } = context;
    const { admin, server, net, texts, nodes } = options;
    this.context = context;
    this.config = adminConfig(server, admin);
    this.disk = new Disk(() => kernel.unixUs());
    this.kubectl = {
      ...context,
      config: this.config,
      server,
      ports: this.ports,
      admin,
      ...texts,
    };
    this.disk.view('/root/.kube/config', () => configText(this.config));
    this.disk.program(
      '/usr/local/bin/kubectl',
      kubectlProgram(
        this.kubectl,
        (cwd) => this.disk.from(cwd),
        () => this.foreground,
      ),
      58_000_000,
    );
    this.disk.link('/usr/local/bin/k', 'kubectl');
    for (const name of TOOL_NAMES)
      this.disk.program(`/usr/bin/${name}`, (sys) => rareTools().programs[name](sys), 100_000);
    for (const name of EDITORS)
      this.disk.program(`/usr/bin/${name}`, (sys) => rareTools().tabEditor(this.tabs())(sys), 3_000_000);
    this.disk.program('/usr/bin/history', historyOf(this.typed), 100_000);
    this.disk.program('/usr/bin/jq', texts?.jq ?? absent, 100_000);
    if (nodes !== undefined) this.addWays(nodes);
    this.homeFiles = new HomeFiles(this.disk.from(() => HOME));
    this.shell = new LineShell(
      kernel,
      this.disk,
      localNetwork(kernel, this.ports, net, endpointOf(context, options)),
    );
  }

  private tabs(): Tabs {
    const command = this.lineIndex;
    const files = this.disk.from(() => HOME);
    return {
      files,
      tell: (open) => {
        const changes = this.homeFiles.changes() ?? {};
        this.context.kernel.record('workstation', 'command.files', { command, open, files: changes });
      },
      lend: (name, text) => {
        files.write(name, text);
        this.lent.set(name, command);
      },
      takeBack: (name) => {
        files.remove(name);
        this.lent.delete(name);
      },
    };
  }

  /** What a command that was stopped had lent to the editor is nobody's any more. */
  private takeBack(command: number): void {
    const home = this.disk.from(() => HOME);
    for (const [name, borrower] of this.lent) {
      if (borrower !== command) continue;
      home.remove(name);
      this.lent.delete(name);
    }
  }

  /** The ways onto the nodes: ssh, and docker where they are containers. */
  private addWays(nodes: NodeConsoles): void {
    let made: ReturnType<WaysOntoNodes> | undefined;
    const ways = (): ReturnType<WaysOntoNodes> =>
      (made ??= rareTools().waysOntoNodes(this.context.kernel, nodes, () => this.foreground));
    this.disk.program('/usr/bin/ssh', (sys) => ways().ssh(sys), 1_000_000);
    if (nodes.inContainers) this.disk.program('/usr/bin/docker', (sys) => ways().docker(sys), 40_000_000);
  }

  writeFiles(files: Readonly<Record<string, string>>): void {
    const home = this.disk.from(() => this.shell.home);
    for (const [name, text] of Object.entries(files)) home.write(name, text);
    this.homeFiles.look();
  }

  addUser({ name, namespace, ...user }: AddedUser): boolean {
    const { users, contexts } = this.config;
    if (users.has(name)) return false;
    users.set(name, user);
    contexts.set(name, {
      cluster: 'kubernetes',
      user: name,
      ...(namespace === undefined ? {} : { namespace }),
    });
    return true;
  }

  run(command: Command): RunningCommand {
    const { kernel } = this.context;
    const { run, stdin } = command;
    const index = this.commands++;
    const argv = 'kubectl' in run ? ['kubectl', ...run.kubectl] : [run.line];
    const line = 'line' in run ? { line: run.line } : {};
    if ('line' in run) {
      this.typed.push(run.line);
      this.lineIndex = index;
    }
    const began = kernel.record('workstation', 'input.command', {
      index,
      argv,
      ...line,
      ...(stdin === undefined ? {} : { stdin }),
    });
    const cause = kernel.cause;
    kernel.setCause(began ?? cause);
    const output = new CommandOutput(kernel, index);
    const running =
      'kubectl' in run ? this.runKubectl(run.kubectl, stdin, output) : this.runLine(run.line, stdin, output);
    kernel.setCause(cause);
    const done = new Future<number | 'interrupted'>();
    const finish = (exit: number | 'interrupted'): void => {
      if (done.settled) return;
      this.takeBack(index);
      const files = this.homeFiles.changes();
      const data = { command: index, exit, ...(files === undefined ? {} : { files }) };
      kernel.record('workstation', 'command.exit', data, began);
      done.resolve(exit);
    };
    running.done.subscribe(() => finish(running.done.value()));
    const { input } = running;
    const interrupt = (): void => {
      if (done.settled) return;
      finish('interrupted');
      running.interrupt();
    };
    return {
      done,
      type(text) {
        if (text !== INTERRUPT || input?.raw === true) return input?.type(text);
        input?.rest();
        interrupt();
      },
      unread: () => input?.rest() ?? [],
      interrupt,
    };
  }

  /** kubectl alone, as a script calls it: no shell around it, no terminal. */
  private runKubectl(argv: readonly string[], stdin: string | undefined, output: CommandOutput): Running {
    const interrupted = new Future();
    const streams = {
      stdin,
      terminal: false,
      shown: false,
      input: () => textChannel(stdin ?? ''),
      interrupted,
      out: (text: string) => void output.write('stdout', text),
      err: (text: string) => void output.write('stderr', text),
    };
    const files = this.disk.from(() => this.shell.cwd);
    const task = this.context.kernel.spawn(runKubectl({ ...this.kubectl, files }, argv, streams));
    return {
      done: task.done,
      interrupt: () => {
        interrupted.resolve();
        task.cancel();
      },
    };
  }

  private runLine(line: string, stdin: string | undefined, output: CommandOutput): Running {
    const input =
      stdin === undefined ? new TerminalInput((text) => void output.write('stdout', text)) : undefined;
    this.foreground = input;
    const terminal = input !== undefined;
    const handle = this.shell.run(line, {
      stdin: input ?? textInput(stdin ?? ''),
      stdout: { terminal, write: (text) => void output.write('stdout', text) },
      stderr: { terminal, write: (text) => void output.write('stderr', text) },
    });
    const done = new Future<number>();
    handle.done.subscribe(() => done.resolve(handle.done.value().code));
    return { done, interrupt: () => this.shell.interrupt(handle), ...(input === undefined ? {} : { input }) };
  }
}
