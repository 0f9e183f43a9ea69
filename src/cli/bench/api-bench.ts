import { BareServer } from '../../engine/cluster/bare-server.ts';
import type { Level } from '../../trace/ids.ts';
import { cpuMs, least } from './cpu.ts';

/** The first rounds are the compiler's. */
const ROUNDS = 5;
const OBJECTS = 5_000;
const WATCHERS = [1_250, 2_500, 5_000, 10_000];
const WRITES = 20;

const podOf = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'web',
        image: 'nginx:1.29',
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '100m', memory: '64Mi' } },
      },
    ],
  },
});

/** Requests a second of CPU: a third each creates, gets and strategic patches of Pods. */
export function requestRate(level: Level): number {
  const rates = Array.from({ length: ROUNDS }, () => {
    const server = new BareServer(level);
    const target = (index: number) => ({
      resource: 'pods',
      namespace: 'default',
      name: `web-${index}`,
    });
    const patch = { metadata: { annotations: { checked: 'yes' } } };
    const ms = cpuMs(() => {
      for (let index = 0; index < OBJECTS; index++) {
        const where = target(index);
        server.request({ verb: 'create', ...where, body: podOf(where.name) });
        server.request({ verb: 'get', ...where });
        server.request({ verb: 'patch', ...where, patchType: 'strategic', body: patch });
      }
    });
    return (3 * OBJECTS * 1_000) / ms;
  });
  return Math.max(...rates);
}

/** Microseconds of CPU per delivered event, by the number of watchers of one resource. */
export function fanOut(): readonly { readonly watchers: number; readonly usPerEvent: number }[] {
  return WATCHERS.map((watchers) => {
    const server = new BareServer();
    let delivered = 0;
    const sink = { event: () => void delivered++, closed: () => undefined };
    for (let index = 0; index < watchers; index++)
      server.run(server.client.watch({ resource: 'configmaps', namespace: 'default' }, sink));
    const ms = least(ROUNDS, () =>
      cpuMs(() => {
        delivered = 0;
        for (let index = 0; index < WRITES; index++) write(server);
        server.kernel.advance({ until: server.kernel.now() + 1_000_000 });
      }),
    );
    return { watchers, usPerEvent: (ms * 1_000) / delivered };
  });
}

let writes = 0;

function write(server: BareServer): void {
  const name = `config-${writes++}`;
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } };
  server.request({ verb: 'create', resource: 'configmaps', namespace: 'default', name, body });
}
