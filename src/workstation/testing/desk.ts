import { TestServer } from '../../engine/apiserver/testing/test-server.ts';
import { DEFAULT_SETTINGS } from '../../engine/kernel/settings.ts';
import { Client } from '../../engine/machinery/client.ts';
import { ADMIN } from '../../engine/cluster/identities.ts';
import { build } from '../kubectl/kustomize/build.ts';
import { jq } from '../shell/jq/jq.ts';
import type { KubectlTexts } from '../kubectl/texts/texts.ts';
import helps from '../kubectl/texts/helps.json' with { type: 'json' };
import type { Command, Workstation } from '../port.ts';
import { createWorkstation } from '../workstation.ts';

/** What a command printed and ended with. */
export interface Ran {
  readonly exit: number | 'interrupted';
  readonly stdout: string;
  readonly stderr: string;
}

/** A workstation before an API server of its own. For tests. */
export class Desk {
  readonly server = new TestServer();
  readonly workstation: Workstation;

  constructor(texts: KubectlTexts = {}) {
    const { kernel, server } = this.server;
    const context = {
      kernel,
      settings: DEFAULT_SETTINGS,
      connect: (identity: typeof ADMIN) => new Client(server, identity),
    };
    this.workstation = createWorkstation(context, {
      admin: ADMIN,
      server: 'https://10.99.0.1:6443',
      texts: { helps, jq, kustomize: build, ...texts },
    });
  }

  /** Runs a command to its end. */
  run(command: Command): Ran {
    const from = this.server.records.length;
    const running = this.workstation.run(command);
    while (!running.done.settled && this.server.kernel.advance({ maxTurns: 1 }) === 'turns');
    const printed = { stdout: '', stderr: '' };
    for (const record of this.server.records.slice(from)) {
      if (record.kind === 'command.output') printed[record.data.stream] += record.data.text;
    }
    return { exit: running.done.settled ? running.done.value() : 'interrupted', ...printed };
  }

  /** Runs a line of the machine's shell. */
  line(line: string): Ran {
    return this.run({ run: { line } });
  }

  /** Lets a second pass. */
  settle(): void {
    const { kernel } = this.server;
    kernel.advance({ until: kernel.now() + 1_000_000 });
  }

  /** Everything printed so far. */
  printed(): string {
    return this.server.records
      .map((record) => (record.kind === 'command.output' ? record.data.text : ''))
      .join('');
  }

  /** Runs kubectl with words apart at blanks. */
  kubectl(line: string, stdin?: string): Ran {
    return this.run({ run: { kubectl: line.split(' ') }, ...(stdin === undefined ? {} : { stdin }) });
  }
}
