import { describe, expect, it } from 'vitest';
import { Kernel } from '../kernel/kernel.ts';
import { Client, type ApiRequest, type Transport } from './client.ts';
import { EventsV1Recorder } from './events-v1-recorder.ts';

function recorderOn(requests: ApiRequest[]): { kernel: Kernel; recorder: EventsV1Recorder } {
  const kernel = new Kernel({ seed: 1, epochUs: 1_796_029_200_000_000, sink: () => undefined });
  const transport: Transport = {
    *request(_identity, request) {
      requests.push(request);
      return { ok: true, value: { code: 201, body: request.body, warnings: [] } };
    },
    *watch() {
      return { ok: true, value: { stop: () => undefined } };
    },
  };
  const client = new Client(transport, {
    user: 'system:kube-scheduler',
    groups: [],
    client: 'kube-scheduler',
    from: 'cp',
  });
  const recorder = new EventsV1Recorder(kernel, client, {
    controller: 'default-scheduler',
    instance: 'default-scheduler-cp',
  });
  return { kernel, recorder };
}

const pod = (resourceVersion: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u1', resourceVersion },
});
const failed = {
  type: 'Warning',
  reason: 'FailedScheduling',
  action: 'Scheduling',
  note: '0/1 nodes are available',
} as const;

describe('events.k8s.io recorder', () => {
  it('makes an object of the first and the second failure, a series of the third, and nothing of the fourth', () => {
    const requests: ApiRequest[] = [];
    const { kernel, recorder } = recorderOn(requests);
    // The first failure's status patch changes the Pod's version; the later ones change nothing.
    ['10', '11', '11', '11'].forEach((version, i) =>
      kernel.at(i * 1_000_000, () => recorder.event(pod(version), failed)),
    );
    kernel.advance({ until: 10_000_000 });
    expect(requests.map(({ verb, resource }) => `${verb} ${resource}`)).toEqual([
      'create events.events.k8s.io',
      'create events.events.k8s.io',
      'patch events.events.k8s.io',
    ]);
    expect(requests[2]?.body).toEqual({
      series: { count: 2, lastObservedTime: '2026-11-30T09:00:02.000000Z' },
    });
    expect(requests[2]?.name).toBe(
      (requests[1]?.body as { metadata: { name: string } } | undefined)?.metadata.name,
    );
    expect(requests[0]?.body).toMatchObject({
      eventTime: '2026-11-30T09:00:00.000000Z',
      regarding: { kind: 'Pod', name: 'web', resourceVersion: '10' },
      note: '0/1 nodes are available',
      reportingController: 'default-scheduler',
      reportingInstance: 'default-scheduler-cp',
    });
  });

  it('writes the count of a series when it ends after six quiet minutes, then begins anew', () => {
    const requests: ApiRequest[] = [];
    const { kernel, recorder } = recorderOn(requests);
    for (let i = 0; i < 4; i++) kernel.at(i * 1_000_000, () => recorder.event(pod('11'), failed));
    kernel.advance({ until: 13 * 60_000_000 });
    expect(requests.map(({ verb }) => verb)).toEqual(['create', 'patch', 'patch']);
    expect(requests[2]?.body).toEqual({
      series: { count: 4, lastObservedTime: '2026-11-30T09:00:03.000000Z' },
    });
    recorder.event(pod('11'), failed);
    kernel.advance({ until: 14 * 60_000_000 });
    expect(requests[3]?.verb).toBe('create');
  });

  it('goes on trying while the server cannot be reached', () => {
    const kernel = new Kernel({ seed: 1, epochUs: 0, sink: () => undefined });
    let tries = 0;
    const transport: Transport = {
      *request() {
        tries++;
        if (tries < 3)
          return { ok: false, error: { kind: 'TransportError', message: 'connection refused', code: 0 } };
        return { ok: true, value: { code: 201, body: {}, warnings: [] } };
      },
      *watch() {
        return { ok: true, value: { stop: () => undefined } };
      },
    };
    const client = new Client(transport, { user: 'u', groups: [], client: 'kube-scheduler', from: 'cp' });
    const recorder = new EventsV1Recorder(kernel, client, { controller: 'c', instance: 'i' });
    recorder.event(pod('1'), failed);
    kernel.advance({ until: 60_000_000 });
    expect(tries).toBe(3);
  });
});
