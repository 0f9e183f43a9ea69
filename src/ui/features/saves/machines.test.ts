import { expect, it } from 'vitest';
import { checkScenario } from '../../../scenario/check-scenario.ts';
import { machineRows, moreRows, presetName, withMachines } from './machines.ts';

const document = { title: 'T', cluster: { preset: 'zones-3' }, steps: [] };

it('shows a preset’s workers, and writes nothing while they are as they were', () => {
  const rows = machineRows(document);
  expect(rows.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `worker-${n}`));
  expect(rows[5]).toMatchObject({
    resources: 'example.com/gpu=2',
    labels: 'topology.kubernetes.io/region=sim topology.kubernetes.io/zone=zone-c accelerator=gpu',
  });
  expect(withMachines(document, rows)).toEqual(document);
});

it('writes changed workers so that the scenario reads, and shows them again as they were typed', () => {
  const rows = moreRows(machineRows(document).slice(0, 1)).map((row, place) =>
    place === 0
      ? row
      : {
          ...row,
          cpu: '16',
          pods: '20',
          taints: 'gpu=yes:NoSchedule',
          images: 'nginx:1.29 redis:8',
          cordon: true,
        },
  );
  const changed = withMachines(document, rows);
  expect(changed.cluster?.machines?.[1]).toEqual({
    name: 'worker-2',
    cpu: '16',
    pods: 20,
    taints: ['gpu=yes:NoSchedule'],
    images: ['nginx:1.29', 'redis:8'],
    cordon: true,
  });
  expect(checkScenario(changed as never).ok).toBe(true);
  expect(machineRows(changed)).toEqual(rows);
  expect(checkScenario(withMachines(document, [{ ...rows[0]!, name: '' }]) as never).ok).toBe(false);
});

it('leaves Node objects of a scenario’s own alone', () => {
  const own = { title: 'T', cluster: { nodes: [{ metadata: { name: 'a' } }] }, steps: [] };
  expect(presetName(own)).toBeUndefined();
  expect(machineRows(own)).toEqual([]);
});
