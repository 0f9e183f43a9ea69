import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../../api/generated/types.ts';
import { Kernel } from '../../../kernel/kernel.ts';
import type { Task } from '../../../kernel/task.ts';
import type { NodeMeters } from '../../cri/port/host.ts';
import { DEFAULT_CONFIGURATION, type KubeletConfiguration } from '../config/configuration.ts';
import type { KubeletDeps } from '../deps.ts';
import { EvictionManager } from './manager.ts';

const SECOND = 1_000_000;
const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const podOf = (name: string, spec: object = {}): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name },
    spec: { containers: [{ name: 'app' }], ...spec },
  }) as unknown as Pod;

/** A node with one container a Pod, whose meters and Pods a test changes; what happens is a line with its second. */
class Node {
  readonly kernel = new Kernel({ seed: 1, epochUs: 0, sink: () => undefined });
  readonly log: string[] = [];
  readonly finished = new Set<string>();
  pods: Pod[] = [];
  memoryUsed = 0;
  diskUsed = 0;
  /** What reclaiming frees of the disk. */
  reclaimable = 0;
  written: Record<string, number> = {};
  readonly manager: EvictionManager;

  constructor(config: Partial<KubeletConfiguration> = {}) {
    const { kernel } = this;
    const answer = function* <T>(value: T) {
      yield* [];
      return { ok: true as const, value };
    };
    const say = (text: string): void => void this.log.push(`${kernel.now() / SECOND} ${text}`);
    const deps = {
      kernel,
      nodeName: 'n1',
      config: { ...DEFAULT_CONFIGURATION, ...config },
      recorder: {
        event: (_: object, _type: string, _reason: string, message: string) => say(message),
        annotated: (_: object, _annotations: object, { message }: { message: string }) => say(message),
        eventAbout: (_: object, _type: string, reason: string) => say(reason),
      },
      runtime: {
        listContainers: (uid?: string) =>
          answer(
            this.pods
              .filter(({ metadata }) => uid === undefined || metadata.uid === uid)
              .map(({ metadata }) => ({
                id: metadata.uid,
                state: 'RUNNING',
                labels: { 'io.kubernetes.pod.uid': metadata.uid, 'io.kubernetes.container.name': 'app' },
              })),
          ),
        containerStats: (id: string) =>
          answer({
            memoryWorkingSetBytes: 64 * MIB,
            writableLayerBytes: this.written[id] ?? 0,
            processes: 1,
          }),
      },
      host: {
        meters: (): NodeMeters => ({
          memoryCapacityBytes: GIB,
          memoryWorkingSetBytes: this.memoryUsed,
          cpuUsedUs: 0,
          diskCapacityBytes: 100 * GIB,
          diskUsedBytes: this.diskUsed,
          inodes: 1000,
          inodesUsed: 0,
          processes: 10,
          maxProcesses: 1000,
        }),
        disk: { usage: (path: string) => this.written[path.split('/').at(-1) ?? ''] ?? 0 },
        cgroups: { memoryUsage: () => 64 * MIB },
      },
    } as unknown as KubeletDeps;
    this.manager = new EvictionManager({
      deps,
      pods: () => this.pods,
      kill: (pod, { graceOverride }) => this.kill(pod, graceOverride, say),
      finished: (uid) => this.finished.has(uid),
      mounted: () => true,
      reclaimDisk: () => this.reclaim(),
    });
    for (const task of [this.manager.run(), this.manager.volumeStats.run()])
      kernel.spawn(task, { background: true });
  }

  private *kill(pod: Pod, grace: number | undefined, say: (text: string) => void): Task<boolean> {
    yield* [];
    say(`kill ${pod.metadata.name} ${grace}`);
    this.pods = this.pods.filter((other) => other !== pod);
    return true;
  }

  private *reclaim(): Task {
    yield* [];
    this.diskUsed -= this.reclaimable;
  }

  at(seconds: number, change: () => void): this {
    this.kernel.at(seconds * SECOND, change);
    return this;
  }

  until(seconds: number): string[] {
    this.kernel.advance({ until: seconds * SECOND });
    return this.log;
  }
}

const LOW = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. ';
const CLAUSE = 'Container app was using 64Mi, request is 0, has larger consumption of memory. ';

describe('under memory pressure', () => {
  it('evicts one Pod a round, the next as soon as the first is cleaned up', () => {
    const node = new Node();
    node.pods = [podOf('a', { priority: 1 }), podOf('b'), podOf('c', { priority: 2 })];
    node.at(4, () => (node.memoryUsed = GIB - 50 * MIB));
    // Gone 3.4 s after its containers ended: seen at the poll 4 s after.
    node.at(13.4, () => node.finished.add('b'));
    node.at(16, () => (node.memoryUsed = 0));
    node.at(17, () => node.finished.add('a'));
    expect(node.until(40)).toEqual([
      '10 EvictionThresholdMet',
      `10 ${LOW}${CLAUSE}`,
      '10 kill b 1',
      '14 EvictionThresholdMet',
      `14 ${LOW}${CLAUSE}`,
      '14 kill a 1',
    ]);
  });

  it('waits half a minute at most for the clean-up', () => {
    const node = new Node();
    node.pods = [podOf('a', { priority: 1 }), podOf('b')];
    node.memoryUsed = GIB - 50 * MIB;
    expect(node.until(60).filter((line) => line.includes('kill'))).toEqual(['0 kill b 1', '30 kill a 1']);
  });

  it('keeps the condition for the transition period, and lets no BestEffort Pod in meanwhile', () => {
    const node = new Node();
    const states: string[] = [];
    node.at(12, () => (node.memoryUsed = GIB - 50 * MIB)).at(25, () => (node.memoryUsed = 0));
    for (const at of [19.9, 20, 319.9, 320])
      node.kernel.at(at * SECOND + 1, () => {
        const refused = node.manager.admit(podOf('new'))?.message ?? 'let in';
        states.push(`${at} ${node.manager.pressures().memoryPressure} ${refused}`);
      });
    node.until(330);
    expect(states).toEqual([
      '19.9 false let in',
      '20 true The node had condition: [MemoryPressure]. ',
      '319.9 true The node had condition: [MemoryPressure]. ',
      '320 false let in',
    ]);
  });

  it('gives a soft threshold its grace period, and the Pod the longest it may have', () => {
    const node = new Node({
      evictionSoft: { 'memory.available': '200Mi' },
      evictionSoftGracePeriodUs: { 'memory.available': 25 * SECOND },
      evictionMaxPodGracePeriod: 7,
    });
    node.pods = [podOf('a')];
    node.at(1, () => (node.memoryUsed = GIB - 150 * MIB));
    node.at(11, () => node.log.push(`11 pressure ${node.manager.pressures().memoryPressure}`));
    expect(node.until(50).filter((line) => !line.includes('low on'))).toEqual([
      '11 pressure true',
      '40 EvictionThresholdMet',
      '40 kill a 7',
    ]);
  });
});

describe('under disk pressure', () => {
  it('frees what no Pod needs first, and evicts nobody when that is enough', () => {
    const node = new Node();
    node.pods = [podOf('a')];
    node.diskUsed = 95 * GIB;
    node.reclaimable = 20 * GIB;
    expect(node.until(30)).toEqual(['0 EvictionThresholdMet']);
  });

  it('evicts when it is not', () => {
    const node = new Node();
    node.pods = [podOf('a')];
    node.diskUsed = 95 * GIB;
    node.written['a'] = 3 * MIB;
    expect(node.until(5)).toEqual([
      '0 EvictionThresholdMet',
      '0 The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 5Gi. Container app was using 3Mi, request is 0, has larger consumption of ephemeral-storage. ',
      '0 kill a 1',
    ]);
  });
});

describe('over limits of their own', () => {
  const limited = (name: string): Pod =>
    podOf(name, { containers: [{ name: 'app', resources: { limits: { 'ephemeral-storage': '1Mi' } } }] });

  it('all such Pods go in one round', () => {
    const node = new Node();
    node.pods = [limited('a'), limited('b'), limited('c')];
    node.at(3, () => (node.written = { a: 2 * MIB, c: 2 * MIB }));
    expect(node.until(12).filter((line) => line.includes('kill'))).toEqual(['10 kill a 1', '10 kill c 1']);
  });

  it('an emptyDir is measured within a minute of its Pod, then after one to two', () => {
    const node = new Node();
    node.pods = [podOf('a', { volumes: [{ name: 'data', emptyDir: { sizeLimit: '1Mi' } }] })];
    const [first] = [1, 2, 3]
      .map((seconds) => {
        const used = node.until(seconds * 20) && node.manager.volumeStats.usedBytes('a', 'data');
        return used === undefined ? undefined : seconds * 20;
      })
      .filter((seconds) => seconds !== undefined);
    expect(first).toBeLessThanOrEqual(60);
    node.written['data'] = 2 * MIB;
    const before = node.kernel.now() / SECOND;
    const killed = node.until(200).filter((line) => line.includes('exceeds'));
    expect(killed).toHaveLength(1);
    const at = Number(killed[0]?.split(' ')[0]);
    expect(killed[0]).toBe(`${at} Usage of EmptyDir volume "data" exceeds the limit "1Mi". `);
    expect(at % 10).toBe(0);
    expect(at - before).toBeLessThanOrEqual(130);
  });
});
