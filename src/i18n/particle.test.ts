import { describe, expect, it } from 'vitest';
import { nativeCount, type Particle, withParticle } from './particle.ts';

describe('particles', () => {
  const cases: readonly (readonly [string, Particle, string])[] = [
    ['kubelet', '은', 'kubelet은'],
    ['kubelet', '이', 'kubelet이'],
    ['containerd', '이', 'containerd가'],
    ['nginx:1.29', '을', 'nginx:1.29를'],
    ['worker-3', '은', 'worker-3은'],
    ['worker-2', '으로', 'worker-2로'],
    ['worker-1', '으로', 'worker-1로'],
    ['worker-6', '으로', 'worker-6으로'],
    ['worker-10', '이', 'worker-10이'],
    ['137', '으로', '137로'],
    ['Pod', '이', 'Pod가'],
    ['Ready', '이', 'Ready가'],
    ['api', '이', 'api가'],
    ['spec', '은', 'spec은'],
    ['etcd', '은', 'etcd는'],
    ['Service', '으로', 'Service로'],
    ['스케줄러', '이', '스케줄러가'],
    ['노드', '은', '노드는'],
    ['레이블', '으로', '레이블로'],
    ['web-app', '을', 'web-app을'],
    ['big', '이', 'big이'],
    ['healthcheck', '은', 'healthcheck는'],
    ['이름', '으로', '이름으로'],
    ['kube-scheduler', '은', 'kube-scheduler는'],
    ['kube-controller-manager', '이', 'kube-controller-manager가'],
    ['kube-proxy', '은', 'kube-proxy는'],
    ['ReplicaSet', '을', 'ReplicaSet을'],
    ['Deployment', '을', 'Deployment를'],
    ['Secret', '이', 'Secret이'],
    ['ConfigMap', '이', 'ConfigMap이'],
    ['Job', '은', 'Job은'],
    ['Namespace', '은', 'Namespace는'],
    ['image', '을', 'image를'],
    ['node', '이', 'node가'],
    ['nodeName', '이', 'nodeName이'],
    ['shim', '은', 'shim은'],
    ['pause', '이', 'pause가'],
    ['veth', '을', 'veth를'],
    ['kernel', '으로', 'kernel로'],
    ['IP', '을', 'IP를'],
    ['DNS', '이', 'DNS가'],
    ['URL', '으로', 'URL로'],
    ['OOM', '으로', 'OOM으로'],
    ['SIGTERM', '을', 'SIGTERM을'],
    ['SIGKILL', '으로', 'SIGKILL로'],
    ['ADDED', '을', 'ADDED를'],
    ['GET', '은', 'GET은'],
    ['Running', '이', 'Running이'],
    ['CrashLoopBackOff', '이', 'CrashLoopBackOff가'],
    ['ErrImagePull', '으로', 'ErrImagePull로'],
    ['web-6d8f4-x2k9r', '으로', 'web-6d8f4-x2k9r로'],
    ['api-5f7c8d9b6-m4tzn', '은', 'api-5f7c8d9b6-m4tzn은'],
    ['“생성됨”', '은', '“생성됨”은'],
    ['63 %', '이', '63 %가'],
    ['128Mi', '을', '128Mi를'],
    ['cgroup', '과', 'cgroup과'],
  ];
  it.each(cases)('%s + %s', (word, which, want) => {
    expect(withParticle(word, which)).toBe(want);
  });

  it('counts in native words up to ten', () => {
    expect([1, 5, 7, 10, 11, 0].map(nativeCount)).toEqual(['한', '다섯', '일곱', '열', '11', '0']);
  });
});
