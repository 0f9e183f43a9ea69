import type { CommandSpec } from './command.ts';
import { type FlagSpec, int, strings, text } from './flag.ts';
import { command } from './shared.ts';
import { make } from './create-parts.ts';

const SERVICE_PORTS: FlagSpec = strings('tcp');

/** `kubectl create service`. */
export const SERVICE: CommandSpec = command('service', {
  aliases: ['svc'],
  commands: [
    make('clusterip', [text('clusterip'), SERVICE_PORTS]),
    make('externalname', [text('external-name'), SERVICE_PORTS], { requiredFlags: ['external-name'] }),
    make('loadbalancer', [SERVICE_PORTS]),
    make('nodeport', [int('node-port'), SERVICE_PORTS]),
  ],
});
