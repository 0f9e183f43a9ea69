import type { CommandSpec } from './command.ts';
import { CLUSTER_COMMANDS } from './cluster.ts';
import { MAKING_COMMANDS } from './create.ts';
import { OBJECT_COMMANDS } from './objects.ts';
import { POD_COMMANDS } from './pods.ts';
import { command } from './shared.ts';
import { NODE_COMMANDS, WORKLOAD_COMMANDS } from './workloads.ts';

/** kubectl's whole grammar. Models kubectl/pkg/cmd/cmd.go NewKubectlCommand (1.36). */
export const KUBECTL: CommandSpec = command('kubectl', {
  commands: [
    ...MAKING_COMMANDS,
    ...OBJECT_COMMANDS,
    ...WORKLOAD_COMMANDS,
    ...NODE_COMMANDS,
    ...POD_COMMANDS,
    ...CLUSTER_COMMANDS,
  ],
});
