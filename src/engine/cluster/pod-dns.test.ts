import { expect, it } from 'vitest';
import { play } from './testing/play.ts';

it('resolver limits are told of each time that the sandbox’s config is made', () => {
  const run = play(
    [
      {
        at: '0s',
        apply: `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  dnsConfig: {nameservers: [1.1.1.1, 1.1.1.2, 1.1.1.3]}
  containers: [{name: app, image: 'nginx:1.25'}]
`,
      },
    ],
    '5s',
  );
  const told = run.events('DNSConfigForming');
  expect(told[0]?.message).toBe(
    'Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 10.96.0.10 1.1.1.1 1.1.1.2',
  );
  // Twice while it is started, once at the sync that follows.
  expect(told.length).toBeGreaterThanOrEqual(3);
});
