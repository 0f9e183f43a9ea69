import { describe, expect, it } from 'vitest';
import { fileKey } from './env-file.ts';

const files = {
  volume: (name: string) => (name === 'cfg' ? { hostPath: '/v', readOnly: false } : undefined),
  readFile: (path: string) =>
    ({
      '/v/a.env': "# from the init container\n\nHOST='db'\nTEXT='two\nlines' # said\n",
      '/v/bad.env': 'HOST = db\n',
    })[path],
};

describe('fileKeyRef', () => {
  it.each([
    [
      { volumeName: 'cfg', path: 'a.env', key: 'HOST' },
      { ok: true, value: 'db' },
    ],
    [
      { volumeName: 'cfg', path: 'a.env', key: 'TEXT' },
      { ok: true, value: 'two\nlines' },
    ],
    [
      { volumeName: 'cfg', path: 'a.env', key: 'NO', optional: true },
      { ok: true, value: undefined },
    ],
    [
      { volumeName: 'cfg', path: 'a.env', key: 'NO' },
      { ok: false, error: 'environment variable key "NO" not found in file "a.env"' },
    ],
    [
      { volumeName: 'cfg', path: 'none.env', key: 'NO', optional: true },
      { ok: false, error: "couldn't parse env file" },
    ],
    [
      { volumeName: 'cfg', path: 'bad.env', key: 'HOST' },
      { ok: false, error: "couldn't parse env file" },
    ],
    [
      { volumeName: 'x', path: 'a.env', key: 'HOST' },
      { ok: false, error: 'cannot find the volume "x" referenced by FileKeyRef' },
    ],
  ])('%j', (selector, expected) => {
    expect(fileKey(selector, files)).toEqual(expected);
  });
});
