import { expect, it } from 'vitest';
import { HostFiles } from './host-files.ts';
import { FileTree } from '../../workloads/vfs/tree.ts';

const tree = (): FileTree => new FileTree({ source: 'share', type: 'nfs', nowUs: 0 });
const files = (): HostFiles => new HostFiles({ sizeBytes: 1e9, nowUs: () => 0, shared: tree });

it('finds a path through mounts, bind mounts and links', () => {
  const host = files();
  host.makeDirectory('/var/lib/pods/a/token');
  host.mount('/var/lib/pods/a/token', { kind: 'tmpfs' });
  host.writeFile('/var/lib/pods/a/token/data/key', 'secret');
  host.symlink('/var/lib/pods/a/token/now', 'data');
  host.symlink('/var/lib/here', '/var/lib/pods/a');
  host.bind('/var/lib/pods/a/token/data', '/srv/token');

  const place = host.place('/var/lib/pods/a/token/now/key');
  expect(place?.path).toBe('/data/key');
  expect(place?.fs.source).toBe('tmpfs');
  expect(host.readFile('/var/lib/here/token/now/key')).toEqual({ ok: true, value: 'secret' });
  expect(host.place('/srv/token/key')?.path).toBe('/data/key');
  // The name of a mount point elsewhere is a name like any other.
  host.writeFile('/var/lib/pods/b/token/key', 'other');
  expect(host.place('/var/lib/pods/b/token/key')?.fs).toBe(host.tree);

  host.unmount('/var/lib/pods/a/token');
  expect(host.place('/var/lib/pods/a/token/now/key')).toBeUndefined();
  expect(host.readFile('/srv/token/key')).toEqual({ ok: true, value: 'secret' });
});
