import { expect, it } from 'vitest';
import { goSort } from './go-sort.ts';

it('leaves equal elements as Go does', () => {
  // What kubectl 1.36.3 printed of a cluster's Pods with --sort-by=.metadata.creationTimestamp.
  const listed = 'dns-a dns-b etcd net-a net-b net-c net-d api cm proxy-a proxy-b proxy-c proxy-d sched path';
  const later = new Set(['etcd', 'api', 'cm', 'sched']);
  const sorted = goSort(listed.split(' '), (a, b) => !later.has(a) && later.has(b));
  expect(sorted.join(' ')).toBe(
    'net-d proxy-b path net-a net-b net-c dns-b proxy-d dns-a proxy-a proxy-c api cm sched etcd',
  );
});
