import { describe, expect, it } from 'vitest';
import { Files } from './files.ts';
import type { Credentials } from './port.ts';
import { FileTree, imageRoot } from './tree.ts';

const ROOT: Credentials = { uid: 0, gid: 0, groups: [], override: true };
const USER: Credentials = { uid: 1000, gid: 1000, groups: [2000], override: false };

function image(): FileTree {
  const tree = new FileTree({ source: 'overlay', type: 'overlay' });
  tree.text('/etc/app.conf', 'a=1\n');
  tree.mkdirs('/data');
  return tree;
}

function write(files: Files, path: string, text: string, as = ROOT): string {
  const opened = files.open(path, as, { write: true, create: true, truncate: true, nowUs: 5 });
  if (!opened.ok) return opened.error;
  const written = opened.value.write(0, text, false, 5);
  return written.ok ? 'ok' : written.error;
}

function read(files: Files, path: string, as = ROOT): string {
  const opened = files.open(path, as, { read: true, nowUs: 5 });
  return opened.ok ? opened.value.read(0, 1_000) : opened.error;
}

describe('files', () => {
  it('copies up what a container changes and leaves the image as it is', () => {
    const base = image();
    const one = new Files(imageRoot(base));
    const two = new Files(imageRoot(base));
    expect(write(one, '/etc/app.conf', 'a=2\n')).toBe('ok');
    expect(one.change({ op: 'mkdir', path: '/etc/new', mode: 0o755 }, ROOT, 5)).toEqual({
      ok: true,
      value: undefined,
    });
    expect([read(one, '/etc/app.conf'), read(two, '/etc/app.conf')]).toEqual(['a=2\n', 'a=1\n']);
    expect(two.readdir('/etc', ROOT)).toEqual({ ok: true, value: ['app.conf'] });
    expect(one.mounts()[0]?.fs.usedBytes()).toBe(4);
  });

  it('shares a mounted volume between containers, read-only where asked, and mounts one file of it', () => {
    const volume = new FileTree({ source: 'tmpfs', type: 'tmpfs' });
    volume.text('/..2026/mode', 'fast');
    volume.link('/..data', '..2026');
    volume.link('/mode', '..data/mode');
    const one = new Files(imageRoot(image()));
    const two = new Files(imageRoot(image()), { readOnly: true });
    one.mount('/etc/cfg', volume);
    two.mount('/etc/cfg', volume, { readOnly: true });
    two.mount('/etc/one', volume, { subPath: '..2026/mode' });
    expect([read(one, '/etc/cfg/mode'), read(two, '/etc/cfg/mode'), read(two, '/etc/one')]).toEqual([
      'fast',
      'fast',
      'fast',
    ]);
    expect([write(two, '/etc/cfg/x', ''), write(two, '/etc/x', ''), write(one, '/etc/cfg/x', 'new')]).toEqual(
      ['EROFS', 'EROFS', 'ok'],
    );
    expect(read(two, '/etc/cfg/x')).toBe('new');
    // An atomic update swaps a link; the file that was mounted by itself stays the old one.
    volume.text('/..2027/mode', 'slow');
    volume.link('/..data', '..2027');
    expect([read(two, '/etc/cfg/mode'), read(two, '/etc/one')]).toEqual(['slow', 'fast']);
  });

  it('keeps to rights, set-group-ID folders and the room there is', () => {
    const files = new Files(imageRoot(image()));
    const volume = new FileTree({ source: 'tmpfs', type: 'tmpfs', sizeBytes: 5 });
    volume.root.mode = 0o2777;
    volume.root.gid = 2000;
    files.mount('/data', volume);
    expect([
      write(files, '/x', 'no', USER),
      write(files, '/etc/app.conf', 'no', USER),
      write(files, '/data/x', 'four', USER),
    ]).toEqual(['EACCES', 'EACCES', 'ok']);
    expect(files.stat('/data/x', USER)).toMatchObject({
      ok: true,
      value: { uid: 1000, gid: 2000, sizeBytes: 4 },
    });
    expect(write(files, '/data/y', 'too much', USER)).toBe('ENOSPC');
    expect(files.change({ op: 'chown', path: '/data/x', uid: 0, gid: 0 }, USER, 5)).toEqual({
      ok: false,
      error: 'EPERM',
    });
    expect(files.change({ op: 'rmdir', path: '/data' }, ROOT, 5)).toEqual({ ok: false, error: 'EBUSY' });
  });

  it('follows links, also in the middle of a path, and gives up on a ring of them', () => {
    const tree = image();
    tree.link('/lib', 'etc');
    tree.link('/a', 'b');
    tree.link('/b', 'a');
    const files = new Files(imageRoot(tree));
    expect(read(files, '/lib/app.conf')).toBe('a=1\n');
    expect(read(files, '/lib/../etc/./app.conf')).toBe('a=1\n');
    expect(read(files, '/a')).toBe('ELOOP');
    expect(files.stat('/lib', ROOT, false)).toMatchObject({ value: { kind: 'symlink' } });
    expect(files.stat('/lib/', ROOT, false)).toMatchObject({ value: { kind: 'directory' } });
    expect(files.realpath('/lib', ROOT)).toEqual({ ok: true, value: '/etc' });
    expect(read(files, '/etc/app.conf/x')).toBe('ENOTDIR');
  });

  it('takes memory for what is in tmpfs, and gives it back', () => {
    const taken: number[] = [];
    const files = new Files(imageRoot(image()), { memory: (bytes) => void taken.push(bytes) });
    files.mount('/shm', new FileTree({ source: 'shm', type: 'tmpfs', sizeBytes: 1_000_000 }));
    for (const path of ['/shm/x', '/etc/x']) {
      const opened = files.open(path, ROOT, { write: true, create: true, nowUs: 0 });
      if (opened.ok) opened.value.write(0, { zeros: 500_000 }, false, 0);
    }
    files.change({ op: 'unlink', path: '/shm/x' }, ROOT, 0);
    expect(taken).toEqual([501_100, -501_100]);
  });
});
