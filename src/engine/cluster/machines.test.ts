import { expect, it } from 'vitest';
import { parseScenario } from '../../scenario/parse.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { Session } from './session.ts';

/** Everything the commands of a scenario print. */
function printed(text: string): string {
  const scenario = parseScenario(text);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.error));
  let out = '';
  const sink = (record: TraceRecord): void => {
    if (record.kind === 'command.output') out += record.data.text;
  };
  new Session({ scenario: scenario.value, sink }).advance({ until: 60_000_000 });
  return out;
}

it('a scenario has machines of its own in place of the preset’s workers, with real kubelets', () => {
  const out = printed(`
title: x
cluster:
  preset: kind-3
  machines:
  - {name: big, cpu: 16, memory: 32Gi, pods: 20, labels: {disk: ssd}, images: ['nginx:1.29']}
  - {name: gpu, taints: ['gpu=yes:NoSchedule'], resources: {example.com/gpu: 2}}
  - {name: old, cordon: true}
steps:
- at: 1s
  kubectl: run web --image=nginx:1.29
- at: 10s
  kubectl: get nodes
- at: 10s
  kubectl: get pods -o wide --no-headers
- at: 10s
  kubectl: get node big gpu old -o 'custom-columns=C:.status.allocatable.cpu,P:.status.capacity.pods,G:.status.capacity.example\\.com/gpu,D:.metadata.labels.disk,T:.spec.taints[*].key'
- at: 10s
  kubectl: get events --field-selector involvedObject.name=web,reason=Pulled -o jsonpath={.items[*].message}
`);
  const lines = out.split('\n').map((line) => line.trim().replaceAll(/\s+/g, ' '));
  expect(lines.filter((line) => /^(big|control-plane|gpu|old) /.test(line))).toEqual([
    expect.stringMatching(/^big Ready <none> /),
    expect.stringMatching(/^control-plane Ready control-plane /),
    expect.stringMatching(/^gpu Ready <none> /),
    expect.stringMatching(/^old Ready,SchedulingDisabled <none> /),
  ]);
  // The one node that is open to it, and has the image.
  expect(lines.find((line) => line.startsWith('web '))).toContain(' big ');
  expect(out).toContain('Container image "nginx:1.29" already present on machine');
  expect(lines).toContain('16 20 <none> ssd <none>');
  expect(lines).toContain('4 110 2 <none> gpu');
  expect(lines).toContain('4 110 <none> <none> node.kubernetes.io/unschedulable');
});
