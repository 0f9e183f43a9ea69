import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const checker = join(import.meta.dirname, '../.ci/rooms.mjs');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'podscope-rooms-'));
  for (const name of ['react', 'yaml', 'vitest']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'exports.x = 1;');
  }
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Writes a tree of files `path: [imported specifiers]` and returns what the checker complains of. */
function complaints(tree: Record<string, readonly string[]>): string[] {
  for (const [path, imports] of Object.entries(tree)) {
    write(path, [...imports.map((from) => `import { x } from '${from}';`), 'export const y = x;'].join('\n'));
  }
  try {
    execFileSync('node', [checker, root], { encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    return (error as { stderr: string }).stderr
      .trim()
      .split('\n')
      .map((line) => line.trim());
  }
}

const leaf = { 'src/base/a.ts': [], 'src/trace/t.ts': ['../base/a.ts'] };

describe('the room checker', () => {
  it('accepts imports the table lists', () => {
    expect(
      complaints({
        ...leaf,
        'src/engine/kernel/k.ts': ['../../base/a.ts', '../../trace/t.ts'],
        'src/engine/controllers/job/j.ts': ['../common/c.ts', '../../machinery/m.ts'],
        'src/engine/controllers/common/c.ts': ['../../kernel/k.ts'],
        'src/engine/controllers/registry.ts': ['./job/j.ts'],
        'src/engine/machinery/m.ts': ['../kernel/k.ts'],
        'src/engine/node/cri/port.ts': ['../../kernel/k.ts'],
        'src/engine/node/kubelet/k.ts': ['../cri/port.ts'],
        'src/engine/cluster/c.ts': ['../controllers/registry.ts', '../node/kubelet/k.ts'],
        'src/scenario/s.ts': ['yaml'],
        'src/ui/app/app.tsx': ['react', '../features/editor/e.tsx'],
        'src/ui/features/editor/e.tsx': ['react', '../../../trace/t.ts'],
      }),
    ).toEqual([]);
  });

  it('refuses an import the table does not list', () => {
    expect(complaints({ ...leaf, 'src/base/b.ts': ['../trace/t.ts'] })).toEqual([
      'src/base/b.ts → src/trace/t.ts',
      'room: base: may import nothing',
    ]);
    expect(
      complaints({
        ...leaf,
        'src/engine/node/cri/impl.ts': [],
        'src/engine/node/kubelet/k.ts': ['../cri/impl.ts'],
      }),
    ).toContain('src/engine/node/kubelet/k.ts → src/engine/node/cri/impl.ts');
  });

  it('refuses type imports, re-exports and dynamic imports alike', () => {
    complaints(leaf);
    write('src/base/type.ts', "import type { y } from '../trace/t.ts';\nexport type Y = typeof y;");
    write('src/base/again.ts', "export * from '../trace/t.ts';");
    write('src/base/later.ts', "export const z = import('../trace/t.ts');");
    expect(complaints({}).filter((line) => line.includes('→'))).toEqual([
      'src/base/again.ts → src/trace/t.ts',
      'src/base/later.ts → src/trace/t.ts',
      'src/base/type.ts → src/trace/t.ts',
    ]);
  });

  it('keeps siblings apart', () => {
    expect(
      complaints({
        ...leaf,
        'src/engine/controllers/job/j.ts': ['../cronjob/c.ts'],
        'src/engine/controllers/cronjob/c.ts': ['../../../base/a.ts'],
        'src/ui/features/editor/e.tsx': ['../timeline/t.tsx'],
        'src/ui/features/timeline/t.tsx': [],
      }).filter((line) => line.startsWith('siblings')),
    ).toEqual([
      'siblings: engine/controllers: never import each other; they may share common, types',
      'siblings: ui/features: never import each other; they may share nothing',
    ]);
  });

  it('refuses packages a room is not given', () => {
    expect(complaints({ ...leaf, 'src/engine/etcd/e.ts': ['yaml'], 'src/base/c.ts': ['node:fs'] })).toEqual([
      'src/base/c.ts → fs',
      'packages: base: may use of packages: nothing',
      'src/engine/etcd/e.ts → node_modules/yaml/index.js',
      'packages: engine/etcd: may use of packages: nothing',
    ]);
  });

  it('lets a test build the simulation, and no product file use a test', () => {
    expect(
      complaints({
        ...leaf,
        'src/engine/etcd/e.ts': ['../../base/a.ts'],
        'src/engine/controllers/job/j.test.ts': ['vitest', '../../etcd/e.ts'],
        'src/engine/controllers/job/j.ts': ['./j.test.ts'],
      }).filter((line) => !line.includes('→')),
    ).toEqual(['tests in the product: only tests import tests and testing folders']);
  });

  it('refuses circles and folders outside the table', () => {
    expect(
      complaints({ ...leaf, 'src/base/p.ts': ['./q.ts'], 'src/base/q.ts': ['./p.ts'], 'src/util/u.ts': [] }),
    ).toEqual([
      'src/util/u.ts belongs to no room of src/rooms.cjs',
      'src/base/p.ts → src/base/q.ts (src/base/q.ts → src/base/p.ts)',
      'circular: imports never run in a circle',
    ]);
  });

  it('fails when it read nothing', () => {
    expect(complaints({ 'src/base/a.ts': [] })).toEqual(['not one import was read']);
  });
});
