import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../scenario/parse.ts';
import type { CauseId } from './verdict.ts';
import { playedTo } from './testing/play.ts';
import { whyCluster, whyRefused } from './why.ts';

/** A recorded case, played to a moment. */
function played(name: string, atSeconds: number): ReturnType<typeof playedTo> {
  const scenario = parseScenario(readFileSync(`src/recording/recordings/cases/${name}.yaml`, 'utf8'));
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.error));
  return playedTo(scenario.value, atSeconds);
}

/** The root that somebody who knows Kubernetes would name, and a word of what it is about. */
const ROOTS: readonly (readonly [string, number, CauseId, string])[] = [
  ['api-05', 9, 'quota-unstated', 'failed quota: rq-team'],
  ['api-08', 9, 'pod-security', 'violates PodSecurity "restricted:latest"'],
  ['crl-01', 30, 'program-ended', 'hello'],
  ['ctr-02', 30, 'command-missing', 'helm'],
  ['ctr-03', 12, 'command-missing', 'pi'],
  ['evi-02', 40, 'over-local-limit', 'exceeds the total limit of containers 30Mi'],
  ['evi-03', 30, 'over-local-limit', 'exceeds the total limit of containers 0'],
  ['img-03', 8, 'rate-limited', '127.0.0.1:5004/library/busybox:1.37'],
  ['img-05', 20, 'never-pull', 'fine:v1'],
  ['img-07', 30, 'platform', 'kuard'],
  ['ini-01', 20, 'service-missing', 'firmament.infra.svc.cluster.local'],
  ['nod-04', 7, 'node-labels-gone', 'worker-1'],
  ['prb-03', 42, 'liveness-failed', 'dp'],
  ['sch-02', 6, 'taint', 'node-role.kubernetes.io/control-plane:NoSchedule'],
  ['sch-04', 16, 'update-deadlock', 'edge'],
  ['sch-05', 10, 'spread', 'kubernetes.io/hostname'],
  ['sch-08', 15, 'claim-no-class', 'hub-db'],
  ['sch-12', 9, 'node-named-by-hand', 'worker-1'],
  ['sid-01', 15, 'container-keeps-pod', 'proxy'],
  ['svc-01', 6, 'selects-none', 'name=nginx-ingress'],
  ['svc-02', 17, 'port-not-served', '8080'],
  ['svc-03', 12, 'peers-unpublished', 'nats'],
  ['svc-04', 14, 'host-dns', 'ping'],
  ['trm-04', 12, 'finalizer', 'example.test/archive'],
  ['vol-01', 6, 'object-missing', 'Secret default/edge-cert'],
  ['vol-02', 6, 'key-missing', 'Secret default/cloud: network'],
  ['vol-06', 28, 'volume-ownership', 'solr'],
  ['wrk-03', 14, 'old-revision', 'zoo-2'],
  ['wrk-05', 11, 'daemon-taint', 'node-role.kubernetes.io/control-plane:NoSchedule'],
];

describe('Why? of recorded cases', () => {
  it.each(ROOTS)('%s at %i s: the root is %s', (name, at, cause, about) => {
    const root = whyCluster(played(name, at).cluster).at(-1);
    expect({ cause: root?.cause, about: root?.about }).toEqual({
      cause,
      about: expect.stringContaining(about),
    });
    expect(root?.evidence.length).toBeGreaterThan(0);
  });

  it.each([
    ['api-04', 'does not match template `labels`'],
    ['api-07', 'must be less than or equal to cpu limit of 500m'],
    ['api-11', 'User "system:serviceaccount:tenants:builder" cannot create resource "pods"'],
  ])('%s: the request was refused, in the server’s own words', (name, words) => {
    const { cluster, stderr } = played(name, 1.5);
    expect(whyRefused(cluster, stderr)[0]).toMatchObject({
      cause: 'refused',
      about: expect.stringContaining(words),
    });
  });

  it.each(['sid-02', 'sid-04', 'vol-03'])('%s is well at its end: there is nothing to explain', (name) => {
    expect(whyCluster(played(name, 30).cluster)).toEqual([]);
  });
});
