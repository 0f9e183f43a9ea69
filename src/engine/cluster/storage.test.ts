import { describe, expect, it } from 'vitest';
import { present } from '../../base/assert.ts';
import { checkScenario } from '../../scenario/check-scenario.ts';
import { SECOND } from '../../trace/ids.ts';
import { Session } from './session.ts';

interface Played {
  /** `pods/web Warning FailedAttachVolume: …`, each once, in order. */
  readonly events: readonly string[];
  /** What commands printed. */
  readonly printed: string;
  /** Seconds at which `RESOURCE/NAME` came and went. */
  readonly lives: ReadonlyMap<string, readonly [made: number, gone: number | undefined]>;
}

/** Plays steps to `untilSeconds`. */
function played(preset: string, steps: readonly object[], untilSeconds: number): Played {
  const scenario = checkScenario({ title: 'storage', cluster: { preset }, steps: steps as never });
  const events = new Set<string>();
  const lives = new Map<string, readonly [number, number | undefined]>();
  let printed = '';
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'a scenario'),
    level: 1,
    sink: ({ kind, data, at }) => {
      if (kind === 'command.output') printed += (data as { readonly text: string }).text;
      if (kind !== 'object.put' && kind !== 'object.delete') return;
      const { resource, name: own, object } = data as unknown as Change;
      if (resource === 'events' && object !== undefined) {
        const { involvedObject: about, type, reason, message } = object;
        events.add(`${about.kind}/${about.name} ${type} ${reason}: ${message}`);
      }
      const name = `${resource}/${own}`;
      const known = lives.get(name);
      if (kind === 'object.delete' && known !== undefined) lives.set(name, [known[0], at / SECOND]);
      else if (known === undefined) lives.set(name, [at / SECOND, undefined]);
    },
  });
  session.advance({ until: untilSeconds * SECOND });
  return { events: [...events], printed, lives };
}

interface Change {
  readonly resource: string;
  readonly name: string;
  readonly object?: Event;
}
interface Event {
  readonly involvedObject: { readonly kind: string; readonly name: string };
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

const claim = (more = ''): string => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}${more}}
`;
const pod = (name: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - {name: c, image: 'busybox:1.36', command: [sh, -c, 'date >> /data/log; wc -l < /data/log; sleep 3600'], volumeMounts: [{name: d, mountPath: /data}]}
  volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]
${more}`;

describe("kind's default storage", () => {
  const run = played(
    'kind-3',
    [
      { at: '0s', apply: claim() },
      { at: '5s', apply: pod('first') },
      { at: '20s', kubectl: 'delete pod first' },
      { at: '25s', apply: pod('second') },
      { at: '40s', kubectl: 'logs second' },
      { at: '41s', kubectl: 'get pods -l app=local-path-provisioner -A --no-headers' },
      { at: '42s', kubectl: 'delete pod second' },
      { at: '46s', kubectl: 'delete pvc data' },
    ],
    60,
  );
  const events = run.events.filter((text) => text.startsWith('PersistentVolumeClaim/data'));

  it('a claim waits for its first consumer, then a Pod on the chosen node makes its folder', () => {
    const name = [...run.lives.keys()].find((each) => each.startsWith('persistentvolumes/pvc-')) ?? '';
    const volume = name.slice(name.indexOf('/') + 1);
    expect(events).toEqual([
      'PersistentVolumeClaim/data Normal WaitForFirstConsumer: waiting for first consumer to be created before binding',
      "PersistentVolumeClaim/data Normal ExternalProvisioning: Waiting for a volume to be created either by the external provisioner 'rancher.io/local-path' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.",
      'PersistentVolumeClaim/data Normal Provisioning: External provisioner is provisioning volume for claim "default/data"',
      `PersistentVolumeClaim/data Normal ProvisioningSucceeded: Successfully provisioned volume ${volume}`,
    ]);
    expect(run.lives.get(`pods/helper-pod-create-${volume}`)?.[1]).toBeDefined();
    // The claim goes at 46 s, its volume once the folder is gone, and both helpers are taken away.
    expect(run.lives.get(name)?.[1]).toBeGreaterThan(46);
    expect(run.lives.get(`pods/helper-pod-delete-${volume}`)?.[1]).toBeGreaterThan(46);
  });

  it('what a Pod has written is there for the next one', () => {
    expect(run.printed).toContain('\n2\n');
  });
});

describe('attaching volumes', () => {
  const driver = `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: disk.example.com}
spec: {attachRequired: true}
---
`;
  const volume = `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk-1}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: manual
  csi: {driver: disk.example.com, volumeHandle: vol-1}
---
${claim(', storageClassName: manual')}---
`;
  const on = (node: string): string => `  nodeName: ${node}\n`;
  const FAILED = 'Pod/b Warning FailedAttachVolume: Multi-Attach error for volume "disk-1"';
  const DONE = 'AttachVolume.Attach succeeded for volume "disk-1" ';

  it('a volume for one node has to be detached there before another gets it', () => {
    const { events, lives } = played(
      'recording',
      [
        { at: '0s', apply: driver + volume + pod('a', on('worker-1')) },
        { at: '25s', apply: pod('b', on('worker-2')) },
        { at: '40s', kubectl: 'delete pod a' },
      ],
      90,
    );
    const attach = events.filter((text) => text.includes('AttachVolume'));
    expect(attach).toEqual([
      `Pod/a Normal SuccessfulAttachVolume: ${DONE}`,
      `${FAILED} Volume is already used by pod(s) a`,
      `Pod/b Normal SuccessfulAttachVolume: ${DONE}`,
    ]);
    const attachments = [...lives].filter(([name]) => name.startsWith('volumeattachments'));
    expect(attachments.length).toBe(2);
    const [[, [, detachedAt = 0]], [, [attachedAt]]] = attachments as [
      (typeof attachments)[0],
      (typeof attachments)[0],
    ];
    expect(detachedAt).toBeGreaterThan(40);
    expect(attachedAt).toBeGreaterThan(detachedAt);
    expect(events).toContainEqual(expect.stringMatching(/^Pod\/b Normal Started/));
  });

  it('it is taken from a lost node six minutes after nobody needs it there any more', () => {
    const { lives } = played(
      'recording',
      [
        { at: '0s', apply: driver + volume + pod('a', on('worker-1')) },
        { at: '25s', fault: { component: 'kubelet', node: 'worker-1', state: 'down' } },
        { at: '90s', kubectl: 'delete pod a --force --grace-period=0' },
      ],
      470,
    );
    const [, [, detachedAt] = []] = [...lives].find(([name]) => name.startsWith('volumeattachments')) ?? [];
    expect(detachedAt).toBeGreaterThan(90 + 360);
    expect(detachedAt).toBeLessThan(90 + 365);
  });

  it('without the driver nothing attaches it, and the Pod is told', () => {
    const { events } = played('recording', [{ at: '0s', apply: volume + pod('a', on('worker-1')) }], 130);
    expect(events).toContain(
      'Pod/a Warning FailedAttachVolume: AttachVolume.Attach failed for volume "disk-1" : timed out waiting for external-attacher of disk.example.com CSI driver to attach volume vol-1',
    );
    // The kubelet's own wait ends without an Event: it only ran out of time.
    expect(events.filter((text) => text.includes('FailedMount'))).toEqual([]);
  });
});

describe('protection', () => {
  const volume = `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk-1}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: manual
  hostPath: {path: /tmp/disk-1}
---
${claim(', storageClassName: manual')}---
`;

  it('a claim stays while a Pod uses it, and a volume while a claim is bound to it', () => {
    const { lives, printed } = played(
      'recording',
      [
        { at: '0s', apply: volume + pod('user') },
        { at: '10s', kubectl: 'delete pv disk-1 --wait=false' },
        { at: '11s', kubectl: 'delete pvc data --wait=false' },
        {
          at: '14s',
          kubectl:
            'get pv,pvc --no-headers -o custom-columns=K:.kind,D:.metadata.deletionTimestamp,F:.metadata.finalizers',
        },
        { at: '15s', kubectl: 'delete pod user' },
      ],
      30,
    );
    expect(printed).toMatch(/PersistentVolume +\S+Z +\[kubernetes.io\/pv-protection\]/);
    expect(printed).toMatch(/PersistentVolumeClaim +\S+Z +\[kubernetes.io\/pvc-protection\]/);
    const gone = (name: string): number => lives.get(name)?.[1] ?? Number.NaN;
    expect(gone('pods/user')).toBeGreaterThan(15);
    expect(gone('persistentvolumeclaims/data')).toBeGreaterThan(gone('pods/user'));
    expect(gone('persistentvolumes/disk-1')).toBeGreaterThan(gone('persistentvolumeclaims/data'));
  });

  it('a Pod that no node has taken keeps no claim', () => {
    const { lives } = played(
      'recording',
      [
        { at: '0s', apply: volume + pod('user', '  nodeSelector: {disk: none}\n') },
        { at: '10s', kubectl: 'delete pvc data --wait=false' },
      ],
      15,
    );
    expect(lives.get('persistentvolumeclaims/data')?.[1]).toBeGreaterThan(10);
    expect(lives.get('pods/user')?.[1]).toBeUndefined();
  });
});

describe('a volume that is to be recycled', () => {
  const volume = (source: string): string => `apiVersion: v1
kind: PersistentVolume
metadata: {name: pv1}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Recycle
  storageClassName: ''
  ${source}
`;
  const steps = (source: string): object[] => [
    { at: '0s', apply: `${volume(source)}---\n${claim(", storageClassName: ''")}` },
    { at: '3s', kubectl: 'delete pvc data' },
    { at: '30s', kubectl: 'get pv pv1 -o jsonpath="{.status.phase} {.status.message} {.spec.claimRef}"' },
  ];

  it('is emptied by a Pod, which tells the volume what happens to it, and is free again', () => {
    const { events, printed, lives } = played('kind-3', steps('hostPath: {path: /tmp/x}'), 31);
    expect(printed.endsWith('Available  ')).toBe(true);
    expect(lives.get('pods/recycler-for-pv1')?.[1]).toBeGreaterThan(3);
    const told = events.filter((event) => event.startsWith('PersistentVolume/pv1'));
    expect(told[0]).toMatch(
      /^PersistentVolume\/pv1 Normal RecyclerPod: Recycler pod: Successfully assigned default\/recycler-for-pv1 to /,
    );
    expect(told.at(-1)).toBe('PersistentVolume/pv1 Normal VolumeRecycled: Volume recycled');
  });

  it('fails where nobody can empty it', () => {
    const { events, printed } = played('kind-3', steps('csi: {driver: d, volumeHandle: h}'), 31);
    expect(printed).toContain('Failed No recycler plugin found for the volume! {');
    expect(events).toContain(
      'PersistentVolume/pv1 Warning VolumeFailedRecycle: No recycler plugin found for the volume!',
    );
  });
});
