import type { CommandSpec } from './command.ts';
import { type FlagSpec, int, strings, text } from './flag.ts';
import { command } from './shared.ts';
import { make } from './create-parts.ts';

const SERVICE_PORTS: FlagSpec = strings('tcp', "Port pairs can be specified as '<port>:<targetPort>'.");

/** `kubectl create service`. */
export const SERVICE: CommandSpec = command(
  'service',
  '[flags]',
  'Create a service using a specified subcommand',
  {
    aliases: ['svc'],
    commands: [
      make(
        'clusterip',
        'NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]',
        'Create a ClusterIP service',
        [
          text(
            'clusterip',
            "Assign your own ClusterIP or set to 'None' for a 'headless' service (no loadbalancing).",
          ),
          SERVICE_PORTS,
        ],
      ),
      make(
        'externalname',
        'NAME --external-name external.name [--dry-run=server|client|none]',
        'Create an ExternalName service',
        [text('external-name', 'External name of service'), SERVICE_PORTS],
        { requiredFlags: ['external-name'] },
      ),
      make(
        'loadbalancer',
        'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]',
        'Create a LoadBalancer service',
        [SERVICE_PORTS],
      ),
      make(
        'nodeport',
        'NAME [--tcp=port:targetPort] [--dry-run=server|client|none]',
        'Create a NodePort service',
        [int('node-port', 'Port used to expose the service on each node in a cluster.'), SERVICE_PORTS],
      ),
    ],
  },
);
