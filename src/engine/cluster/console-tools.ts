import { MissingCode } from '../kernel/late-code.ts';
import type { iptablesSaveFilter, iptablesSaveNat } from '../node/proxy/iptables.ts';
import type { nodeCri } from './node-cri.ts';
import type { MachineView } from './machine-view.ts';

/** What only a login on a node looks at. The code comes with the other tools of the learner's machine. */
export interface ConsoleTools {
  readonly viewOf: (...of: ConstructorParameters<typeof MachineView>) => MachineView;
  readonly cri: typeof nodeCri;
  readonly iptablesSave: typeof iptablesSaveNat;
  readonly iptablesSaveFilter: typeof iptablesSaveFilter;
}

let installed: ConsoleTools | undefined;

/** Puts the code in place, for every run from now on. */
export function installConsoleTools(tools: ConsoleTools | undefined): void {
  installed = tools;
}

/** Throws what makes the host load the code and play the run again where it has not come. */
export function consoleTools(): ConsoleTools {
  if (installed === undefined) throw new MissingCode('tools', 'what a login on a node needs is not loaded');
  return installed;
}
