import { expect, it } from 'vitest';
import { Desk } from '../../testing/desk.ts';

// Outputs of kubectl 1.36.3.

const VOLUMES = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: {
    containers: [{ name: 'c', image: 'nginx' }],
    volumes: [
      {
        name: 'eph',
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { labels: { l: 'm', o: 'p' } },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
      { name: 'csi', csi: { driver: 'd', volumeAttributes: { a: 'b', c: 'd' } } },
    ],
  },
};

it('what belongs to a key of a volume is written at its level, line by line', () => {
  const desk = new Desk();
  desk.kubectl('create -f -', JSON.stringify(VOLUMES));
  const { stdout } = desk.kubectl('describe pod p');
  expect(stdout).toContain(
    '    Labels:            l=m\n                       o=p\n    Annotations:       <none>\n    Capacity:      \n    Access Modes:  \n',
  );
  expect(stdout).toContain('    VolumeAttributes:      a=b\n                           c=d\n');
});

it('the protocol of an application stands behind the target', () => {
  const desk = new Desk();
  const ports = [{ port: 80, appProtocol: 'http' }];
  desk.kubectl(
    'create -f -',
    JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports } }),
  );
  expect(desk.kubectl('describe svc s').stdout).toMatch(/^TargetPort: +80\/TCP\nAppProtocol: +http\n/m);
});

it('what cannot be read of files is told before what is not there', () => {
  const desk = new Desk();
  const map = (name: unknown): string =>
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
  const { stderr } = desk.kubectl('describe -f -', `${map('a')}\n---\n${map(true)}\n---\n${map('b')}`);
  expect(stderr.split('\n').map((line) => line.slice(0, 29))).toEqual([
    'unable to decode "STDIN": jso',
    'Error from server (NotFound):',
    'Error from server (NotFound):',
    '',
  ]);
});
