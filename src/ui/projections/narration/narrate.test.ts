import { describe, expect, it } from 'vitest';
import type { Lang } from '../../../i18n/lang.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { runOf } from '../testing/builder.ts';
import { firstPod, firstPodAndGone } from '../testing/first-pod.ts';
import { narrate } from './narrate.ts';

const plain = (segments: readonly { readonly text: string }[] | undefined): string =>
  (segments ?? []).map(({ text }) => text).join('');

function told(lang: Lang, records: readonly TraceRecord[]): readonly string[] {
  const run = runOf(records);
  return run.story.steps(2).map((seq) => {
    const { sentence } = narrate(
      { ...run, seq, timeUs: run.trace.at(seq).at, lang },
      { namespace: 'default', name: 'nginx' },
    );
    return plain(sentence);
  });
}

describe('narrate', () => {
  it('tells a first Pod in English, who first and why', () => {
    expect(told('en', firstPod().records)).toEqual([
      'You run kubectl apply -f nginx.yaml.',
      'kubectl sends the Pod to the API server.',
      'Stored. Nothing runs yet.',
      'kubectl prints “pod/nginx created”.',
      'The scheduler got ADDED, because nodeName is empty.',
      '3 of 4 nodes can take nginx.',
      'The scheduler scores the nodes that are left.',
      'The scheduler picks worker-2: 96 points, the most.',
      'The scheduler writes its choice: nginx goes to worker-2.',
      'nginx is bound to worker-2. Now it is that kubelet’s turn.',
      'The kubelet watches only worker-2’s Pods. It learns of this one now.',
      'The kubelet begins its work on nginx.',
      'The kubelet reports the status of nginx to the API server.',
      'etcd has the new status of nginx.',
      'The kubelet asks containerd for a sandbox.',
      'containerd runs the CNI plugin: the Pod needs a network.',
      'The Pod has an address: 10.244.2.17.',
      'pause runs: it holds the Pod’s namespaces open.',
      'The sandbox stands: network and pause are in place.',
      'The kubelet reports the status of nginx to the API server.',
      'etcd knows the address of nginx: 10.244.2.17.',
      'containerd is downloading nginx:1.29. The kubelet waits; nothing else does.',
      'nginx:1.29 is on worker-2.',
      'The kubelet asks containerd to create nginx.',
      'nginx is created, not started.',
      'The kubelet asks containerd to start nginx.',
      'nginx is a process now, pid 4187 on worker-2.',
      'The kubelet reports the status of nginx to the API server.',
      'nginx is Ready. Services may send it traffic now.',
    ]);
  });

  it('tells the same in Korean, with particles that fit', () => {
    const all = told('ko', firstPod().records);
    expect(all[2]).toBe('저장되었다. 아직 아무것도 실행되지 않았다.');
    expect(all[4]).toBe('스케줄러가 ADDED를 받았다. nodeName이 비어 있기 때문이다.');
    expect(all[7]).toBe('스케줄러가 worker-2를 고른다. 96점으로 가장 높다.');
    expect(all[8]).toBe('스케줄러가 고른 결과를 쓴다. nginx는 worker-2로 간다.');
    expect(all[10]).toBe('kubelet은 worker-2의 Pod만 본다. 그래서 지금에야 알았다.');
    expect(all[21]).toBe('containerd가 nginx:1.29를 내려받는다. kubelet만 기다린다.');
    expect(all.at(-1)).toBe('nginx는 Ready다. 이제 Service가 트래픽을 보낼 수 있다.');
  });

  it('says how long a pull is open and how many layers are there, at any time into it', () => {
    const run = runOf(firstPod().records);
    const pull = run.trace
      .all()
      .find((record) => record.kind === 'cri.call' && record.data.method === 'PullImage')!;
    const at = (ms: number, lang: Lang): string =>
      plain(narrate({ ...run, seq: pull.seq, timeUs: ms * 1000, lang }, undefined).detail);
    expect(at(3_412, 'en')).toBe('One gRPC call, PullImage, open for 2.84 s. 6 of 7 layers are on worker-2.');
    expect(at(3_412, 'ko')).toBe('gRPC 호출 PullImage가 2.84초째 열려 있다. 레이어 7개 중 6개를 받았다.');
  });

  it('tells the end of a Pod', () => {
    expect(told('en', firstPodAndGone().records).slice(29)).toEqual([
      'You run kubectl delete pod nginx.',
      'kubectl asks to delete nginx.',
      'nginx is marked for deletion. It still runs.',
      'The kubelet sees the mark and begins to stop nginx.',
      'The kubelet asks containerd to stop nginx within 30 s.',
      'nginx gets SIGTERM and may finish its work.',
      'nginx ended with 0.',
      'The kubelet asks containerd to take the sandbox down.',
      'nginx is gone from etcd.',
    ]);
  });
});
