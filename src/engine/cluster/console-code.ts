import { iptablesSaveFilter, iptablesSaveNat } from '../node/proxy/iptables.ts';
import type { ConsoleTools } from './console-tools.ts';
import { nodeCri } from './node-cri.ts';
import { MachineView } from './machine-view.ts';

/** The code of a login on a node. */
export const CONSOLE_TOOLS: ConsoleTools = {
  viewOf: (...of) => new MachineView(...of),
  cri: nodeCri,
  iptablesSave: iptablesSaveNat,
  iptablesSaveFilter,
};
