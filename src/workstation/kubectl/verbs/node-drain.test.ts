import { describe, expect, it } from 'vitest';
import type { TraceRecord } from '../../../trace/record.ts';
import { Desk } from '../../testing/desk.ts';

const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } };
const BUDGET = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', namespace: 'default' },
  spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
};

function withPod(desk: Desk, namespace: string, pod: object = {}): void {
  desk.server.create('nodes', NODE);
  const metadata = { name: 'web', namespace, labels: { app: 'web' }, ...pod };
  const spec = { nodeName: 'n1', containers: [{ name: 'web', image: 'nginx' }] };
  const made = desk.server.create('pods', { apiVersion: 'v1', kind: 'Pod', metadata, spec });
  desk.server.request({
    verb: 'update',
    resource: 'pods',
    namespace,
    name: 'web',
    subresource: 'status',
    body: { ...made, status: { phase: 'Running' } },
  });
}

/** What kubectl asked about one Pod, in order. */
function asked(records: readonly TraceRecord[]): string[] {
  return records.flatMap((record) =>
    record.kind === 'request.send' && record.data.name === 'web' && record.data.resource === 'pods'
      ? [[record.data.verb, record.data.subresource].filter(Boolean).join('/')]
      : [],
  );
}

describe('drain', () => {
  it('--disable-eviction: deletes, and says only what is gone', () => {
    const desk = new Desk();
    withPod(desk, 'default');
    const drained = desk.kubectl('drain n1 --force --disable-eviction --grace-period=0');
    expect(drained.stdout).toBe('node/n1 cordoned\npod/web deleted\nnode/n1 drained\n');
    expect(asked(desk.server.records)).toContain('delete');
  });

  it('looks at a refused Pod again before it tries anew', () => {
    const desk = new Desk();
    withPod(desk, 'default');
    desk.server.create('poddisruptionbudgets.policy', BUDGET);
    const from = desk.server.records.length;
    const ran = desk.kubectl('drain n1 --force --timeout=7s');
    expect(asked(desk.server.records.slice(from))).toEqual(['create/eviction', 'get', 'create/eviction']);
    expect(ran.stderr).toContain('error when evicting pods/"web" -n "default" (will retry after 5s): ');
  });

  it('only waits for a Pod that its namespace takes with it', () => {
    const desk = new Desk();
    desk.kubectl('create namespace team');
    desk.kubectl('create serviceaccount default -n team');
    withPod(desk, 'team', { finalizers: ['example.com/held'] });
    desk.kubectl('delete namespace team --wait=false');
    const early = desk.kubectl('drain n1 --force --timeout=7s');
    expect(early.stderr).toContain(
      'error when evicting pod "web" from terminating namespace "team" (will retry after 5s): ',
    );
    desk.kubectl('delete pod web -n team --wait=false');
    expect(desk.kubectl('drain n1 --force --timeout=3s').stderr).toContain(
      'error when waiting for pod "web" in namespace "team" to terminate: global timeout reached: 3s',
    );
  });
});
