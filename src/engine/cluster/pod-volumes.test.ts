import { expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { play } from './testing/play.ts';

const SPEC =
  "spec: {accessModes: [ReadWriteOnce], storageClassName: '', resources: {requests: {storage: 1Gi}}}";
const pod = (more: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  ${more}
  containers:
  - {name: app, image: 'nginx:1.25', volumeMounts: [{name: data, mountPath: /data}]}
  volumes:
  - name: data
    ephemeral: {volumeClaimTemplate: {metadata: {labels: {a: b}}, ${SPEC}}}
`;
const VOLUME = `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /mnt/disk}}
`;
const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: web-data}
${SPEC}
`;

/** What these commands print, one behind the other. */
function outputsOf(steps: readonly Json[]): readonly string[] {
  const { records } = play(steps, '40s');
  return records.flatMap((record) => (record.kind === 'command.output' ? [record.data.text] : []));
}

const OWNER =
  'get pvc web-data -o jsonpath={.metadata.labels.a}-{.metadata.ownerReferences[0].kind}-{.metadata.ownerReferences[0].name}-{.status.phase}';

it('makes the claim of an ephemeral volume, which lives as long as its Pod', () => {
  const [, , made, ready, , gone] = outputsOf([
    { at: '0s', apply: pod('') },
    { at: '4s', apply: VOLUME },
    { at: '15s', kubectl: OWNER },
    { at: '16s', kubectl: 'get pod web --no-headers' },
    { at: '18s', kubectl: 'delete pod web' },
    { at: '30s', kubectl: 'get pvc' },
  ]);
  expect(made).toBe('b-Pod-web-Bound');
  expect(ready).toMatch(/^web +1\/1 +Running/);
  expect(gone).toBe('No resources found in default namespace.\n');
});

const NOT_OURS = 'PVC default/web-data was not created for pod default/web (pod is not owner)';
const MESSAGES = 'get events -o jsonpath={.items[*].message}';

it('takes no claim of that name which is not the Pod’s', () => {
  const [, , , events, pods] = outputsOf([
    { at: '0s', apply: VOLUME },
    { at: '1s', apply: CLAIM },
    { at: '5s', apply: pod('nodeName: worker-1') },
    { at: '12s', kubectl: MESSAGES },
    { at: '13s', kubectl: 'get pod web --no-headers' },
  ]);
  expect(events).toContain(`ephemeral volume data: ${NOT_OURS}`);
  expect(events).toContain(
    `Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[data]: ${NOT_OURS}`,
  );
  expect(pods).toMatch(/^web +0\/1 +ContainerCreating/);
});

it('mounts no inline volume of a CSI driver that is not on the node', () => {
  const run = play(
    [
      {
        at: '0s',
        apply: `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: 'nginx:1.25', volumeMounts: [{name: data, mountPath: /data}]}
  volumes: [{name: data, csi: {driver: nope.example.com}}]
`,
      },
    ],
    '5s',
  );
  expect(run.events('FailedMount')[0]?.message).toBe(
    'MountVolume.SetUp failed for volume "data" : kubernetes.io/csi: mounter.SetUpAt failed to get CSI client: driver name nope.example.com not found in the list of registered CSI drivers',
  );
});

/** A Pod that runs a command once, with what stands in `more` in its spec, and a volume `v` mounted at /v. */
const once = (command: string, more: string, volume: string): string => `apiVersion: v1
kind: Pod
metadata: {name: once}
spec:
  restartPolicy: Never
  ${more}
  containers:
  - {name: app, image: 'busybox:1.36', command: [sh, -c, '${command}'], volumeMounts: [{name: v, mountPath: /v}]}
  volumes:
  - {name: v, ${volume}}
`;

it('makes no folder for a hostPath of type FileOrCreate', () => {
  const [, message] = outputsOf([
    { at: '0s', apply: once('true', '', 'hostPath: {path: /srv/none/file, type: FileOrCreate}') },
    { at: '2s', kubectl: 'get events --field-selector reason=FailedMount -o jsonpath={.items[0].message}' },
  ]);
  expect(message).toBe(
    'MountVolume.SetUp failed for volume "v" : open /srv/none/file: no such file or directory',
  );
});

const modes = (paths: string): string => `stat -L -c "%a %u %g" ${paths}`;
const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: b}\n';
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

it('lets the fsGroup read the files of a Secret, whatever their mode', () => {
  const command = `${modes('/v/a /v/..data')}; ls -ln /v | grep -c " 0  *2000 .* a -> ..data/a"`;
  const [, , ...printed] = outputsOf([
    { at: '0s', apply: SECRET },
    {
      at: '0s',
      apply: once(command, 'securityContext: {fsGroup: 2000}', 'secret: {secretName: s, defaultMode: 0400}'),
    },
    { at: '5s', kubectl: 'logs once' },
  ]);
  expect(printed.join('')).toBe('440 0 2000\n2755 0 2000\n1\n');
});

it.each([
  ['', '644 0 0'],
  ['securityContext: {runAsUser: 1000}', '600 1000 0'],
  ['securityContext: {runAsUser: 1000, fsGroup: 2000}', '640 1000 2000'],
])('gives the token to whom the containers run as: %s', (more, expected) => {
  const [, printed] = outputsOf([
    { at: '0s', apply: once(modes(`${ACCOUNT}/token`), more, 'emptyDir: {}') },
    { at: '5s', kubectl: 'logs once' },
  ]);
  expect(printed).toBe(`${expected}\n`);
});
