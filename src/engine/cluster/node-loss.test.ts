import { expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { Session } from './session.ts';

interface NodeFacts {
  readonly spec: { readonly taints?: readonly { readonly effect: string }[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** When worker-2, whose kubelet stops at 5 s, last renewed its lease, was Unknown and was given a NoExecute taint, in seconds. */
function lost(seed: number): { renewed: number; unknown: number; tainted: number } {
  const steps = [{ at: '5s', fault: { component: 'kubelet', node: 'worker-2', state: 'down' } }];
  const scenario = checkScenario({ title: 'lost', steps, until: '80s', seed });
  const puts: { at: number; resource: string; object: NodeFacts }[] = [];
  const keep = (record: TraceRecord): void => {
    if (record.kind !== 'object.put' || record.data.name !== 'worker-2') return;
    const object = record.data.object as unknown as NodeFacts;
    puts.push({ at: record.at / 1e6, resource: record.data.resource, object });
  };
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'scenario'),
    sink: keep,
  });
  session.advance({ until: session.end() ?? 0 });
  const nodes = puts.filter(({ resource }) => resource === 'nodes');
  const isUnknown = ({ object }: { object: NodeFacts }): boolean =>
    object.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'Unknown') === true;
  const isTainted = ({ object }: { object: NodeFacts }): boolean =>
    object.spec.taints?.some(({ effect }) => effect === 'NoExecute') === true;
  return {
    renewed: present(puts.filter(({ resource }) => resource !== 'nodes').at(-1), 'a lease').at,
    unknown: present(nodes.find(isUnknown), 'Unknown').at,
    tainted: present(nodes.find(isTainted), 'tainted').at,
  };
}

it.each([1, 2, 3])(
  'a lost node is Unknown 50 s after its last renewal was seen, and tainted at once (seed %i)',
  (seed) => {
    const { renewed, unknown, tainted } = lost(seed);
    expect(unknown - renewed).toBeGreaterThan(50);
    expect(unknown - renewed).toBeLessThan(55.1);
    expect(tainted - unknown).toBeGreaterThan(0);
    expect(tainted - unknown).toBeLessThan(0.2);
  },
);
