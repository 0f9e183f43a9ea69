import { expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from './main.ts';

const WEB = `kind: Pod
apiVersion: v1
metadata: {name: web, labels: {app: web}}
spec:
  containers: [{name: web, image: 'nginx:1.29', ports: [{containerPort: 80}]}]
---
kind: Service
apiVersion: v1
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;

it('the story of a run has its traffic: what comes of it, when that changes, and the sums', async () => {
  const file = join(tmpdir(), 'podscope-traffic.json');
  const steps = [
    { at: '0s', apply: WEB },
    { at: '12s', traffic: { to: 'web', rate: 10, for: '4s' } },
    { at: '14s', kubectl: 'delete pod web --now' },
  ];
  writeFileSync(
    file,
    JSON.stringify({ title: 'traffic', cluster: { preset: 'kind-3' }, steps, until: '20s' }),
  );
  const printed: string[] = [];
  await main(['run', file], (text) => printed.push(text));
  const told = printed.filter((line) => line.includes('network  '));
  expect(told.length).toBeLessThan(8);
  expect(told[0]).toContain('users -> default/web: 10 x 200 in the second from +12');
  // Once the Service has no endpoint, no rule takes them.
  const sums = told.slice(-2).map((line) => line.replace(/^.*users -> /, '').trim());
  const counts = sums.map((line) => Number(/: (\d+) requests in all/.exec(line)?.[1]));
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(40);
  expect(sums[0]).toContain('x 200');
  expect(sums[1]).toContain('x refused');
  const moments = printed.map((line) => Number(/^ *\+([\d.]+)s/.exec(line)?.[1] ?? 'NaN'));
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  const each: string[] = [];
  await main(['run', file, '--level', '2'], (text) => each.push(text));
  expect(each.filter((line) => line.includes('users asks web/: 200 from web')).length).toBeGreaterThan(15);
});
