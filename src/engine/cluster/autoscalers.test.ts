import { expect, it } from 'vitest';
import { play } from './testing/play.ts';

it('of two autoscalers of one Deployment neither does anything until one of them is gone', () => {
  const { output } = play(
    [
      { at: '0s', kubectl: 'create deployment web --image=nginx' },
      { at: '0s', kubectl: 'autoscale deployment web --name=a --max=3 --cpu=50%' },
      { at: '0s', kubectl: 'autoscale deployment web --name=b --max=5 --cpu=50%' },
      { at: '40s', kubectl: 'get hpa a -o jsonpath=\'{.status.conditions[1].message}{"\\n"}\'' },
      { at: '41s', kubectl: 'get events --field-selector involvedObject.name=b -o name' },
      { at: '42s', kubectl: 'delete hpa b' },
      { at: '70s', kubectl: 'get hpa a -o jsonpath=\'{.status.conditions[1].reason}{"\\n"}\'' },
    ],
    '71s',
    { cluster: { preset: 'kind-3', metricsServer: true } },
  );
  expect(output).toContain(
    '\npods by selector app=web are controlled by multiple HPAs: [default/a default/b]\n',
  );
  expect(output).not.toContain('invalid metrics');
  expect(output).toContain('\nFailedGetResourceMetric\n');
});
