import { apply, claim, claimed, nginx, pod, run, withVolume, type Row } from './manifests.ts';

/** A node is found, and the containers do not start: volumes, configuration, images. */
export const BEFORE_START: readonly Row[] = [
  // Volumes and configuration.
  ['the claim does not exist', 6, 'claim-absent', 'data', apply('0s', claimed())],
  [
    'the class does not exist',
    6,
    'claim-class-missing',
    'fast',
    apply('0s', claim('ReadWriteOnce', 'fast'), claimed()),
  ],
  [
    'another Pod has the claim',
    25,
    'claim-in-use',
    'one',
    apply('0s', claim('ReadWriteOncePod'), claimed('one')),
    apply('15s', claimed('two')),
  ],
  [
    'the claim is deleted while used',
    25,
    'still-used',
    'one',
    apply('0s', claim('ReadWriteOnce'), claimed('one')),
    run('15s', 'delete pvc data --wait=false'),
  ],
  [
    'no ConfigMap to mount',
    20,
    'object-missing',
    'ConfigMap default/conf',
    apply('0s', withVolume({ configMap: { name: 'conf' } })),
  ],
  [
    'no ConfigMap for the environment',
    15,
    'object-missing',
    'ConfigMap default/conf',
    apply('0s', pod(nginx({ envFrom: [{ configMapRef: { name: 'conf' } }] }))),
  ],
  [
    'a path that is no directory',
    20,
    'volume-missing',
    'is not a directory',
    apply('0s', withVolume({ hostPath: { path: '/nowhere', type: 'Directory' } })),
  ],
  [
    'may not run as root',
    15,
    'runs-as-root',
    'image will run as root',
    apply('0s', pod(nginx(), { securityContext: { runAsNonRoot: true } })),
  ],
  // Images.
  [
    'a tag that is not there',
    15,
    'tag-missing',
    'nginx:nosuch',
    apply('0s', pod(nginx({ image: 'nginx:nosuch' }))),
  ],
  [
    'no image name',
    10,
    'name-invalid',
    'nginx:1.29:latest',
    apply('0s', pod(nginx({ image: 'nginx:1.29:latest' }))),
  ],
  [
    'the login is not there',
    15,
    'object-missing',
    'Secret default/regcred',
    apply(
      '0s',
      pod(nginx({ image: 'docker.io/library/private-thing:1' }), { imagePullSecrets: [{ name: 'regcred' }] }),
    ),
  ],
];
