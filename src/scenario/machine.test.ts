import { expect, it } from 'vitest';
import { formatScenario } from './format-scenario.ts';
import { parseScenario } from './parse.ts';
import { problemText } from './problem.ts';

const withMachines = (machines: string) =>
  parseScenario(`title: x\ncluster:\n  preset: kind-3\n  machines:\n${machines}\nsteps: []\n`);
const problemsOf = (machines: string): readonly string[] => {
  const read = withMachines(machines);
  return read.ok ? [] : read.error.map(problemText);
};

it('reads a machine, and writes it back without what is usual', () => {
  const text = `
    - name: gpu-1
      cpu: 16
      memory: 64Gi
      pods: 20
      resources: {example.com/gpu: 2}
      labels: {zone: b}
      taints: [gpu=yes:NoSchedule, old:NoExecute]
      cordon: true
      images: [nginx:1.29]
    - {name: plain}`;
  const read = withMachines(text);
  expect(read.ok && read.value.cluster.nodes).toMatchObject({
    from: 'preset',
    preset: 'kind-3',
    machines: [
      {
        name: 'gpu-1',
        cpu: '16',
        memory: '64Gi',
        pods: 20,
        extended: { 'example.com/gpu': '2' },
        labels: { zone: 'b' },
        taints: [
          { key: 'gpu', value: 'yes', effect: 'NoSchedule' },
          { key: 'old', effect: 'NoExecute' },
        ],
        cordon: true,
        images: ['nginx:1.29'],
      },
      { name: 'plain', cpu: '4', memory: '8Gi' },
    ],
  });
  if (!read.ok) return;
  const written = formatScenario(read.value);
  expect(written).toContain('    - name: plain\n');
  expect(parseScenario(written)).toEqual(read);
});

it('names what a machine cannot be', () => {
  expect(problemsOf('    - {name: A_b}').join()).toContain('lowercase RFC 1123 subdomain');
  expect(problemsOf('    - {name: a}\n    - {name: a}').join()).toContain('another machine has the name a');
  expect(problemsOf('    - {name: control-plane}').join()).toContain('another machine has the name');
  expect(problemsOf('    - {name: a, memory: much}').join()).toContain('must be an amount');
  expect(problemsOf('    - {name: a, cpu: -1}').join()).toContain('must be an amount');
  expect(problemsOf('    - {name: a, taints: [gpu]}').join()).toContain('must be KEY=VALUE:EFFECT');
  expect(problemsOf('    - {name: a, colour: red}').join()).toContain('unknown key');
  expect(
    parseScenario('title: x\ncluster: {nodes: [{metadata: {name: a}}], machines: []}\nsteps: []\n').ok,
  ).toBe(false);
});
