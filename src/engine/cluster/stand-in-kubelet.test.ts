import { describe, expect, it } from 'vitest';
import type { Pod } from '../../api/generated/types.ts';
import type { Json } from '../../base/json.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { MINUTE } from '../../trace/ids.ts';
import { Session } from './session.ts';

const DAEMON_SET = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: 'nginx:1.29'}]}
`;

const deployment = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'nginx:1.29'}]}
`;

const node = (name: string): Json => ({
  metadata: { name },
  status: { capacity: { cpu: '64', pods: '500' } },
});

/** The Pods that have an address at the end, by name. */
function addresses(nodes: readonly Json[], steps: readonly Json[]): ReadonlyMap<string, string> {
  const checked = checkScenario({ title: 'x', cluster: { nodes: [...nodes] }, steps: [...steps] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const found = new Map<string, string>();
  const session = new Session({
    scenario: checked.value,
    level: 1,
    sink: (record) => {
      if (record.kind === 'object.delete' && record.data.resource === 'pods') found.delete(record.data.name);
      if (record.kind !== 'object.put' || record.data.object.kind !== 'Pod') return;
      const { metadata, status } = record.data.object as Pod;
      if (status?.podIP !== undefined) found.set(metadata?.name ?? '', status.podIP);
    },
  });
  session.advance({ until: 5 * MINUTE });
  return found;
}

describe('Pods on nodes without a machine', () => {
  it('have an address each, on more nodes than an octet counts', () => {
    const nodes = Array.from({ length: 300 }, (_, place) => node(`worker-${place + 1}`));
    const found = addresses(nodes, [{ at: '0s', apply: DAEMON_SET }]);
    expect(found.size).toBe(300);
    expect(new Set(found.values()).size).toBe(300);
    expect([...found.values()].every((ip) => ip.split('.').every((part) => Number(part) < 256))).toBe(true);
  });

  it('wait while the range of their node is used up, and get what others leave', () => {
    const full = addresses([node('worker-1')], [{ at: '0s', apply: deployment(260) }]);
    expect(full.size).toBe(253);
    const again = addresses(
      [node('worker-1')],
      [
        { at: '0s', apply: deployment(260) },
        { at: '60s', kubectl: 'scale deployment web --replicas=100' },
        { at: '120s', kubectl: 'scale deployment web --replicas=250' },
      ],
    );
    expect(again.size).toBe(250);
    expect(new Set(again.values()).size).toBe(250);
  });
});
