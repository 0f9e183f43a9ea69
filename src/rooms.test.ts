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

/** A module that imports `x` from each specifier; one with spaces in it is a whole statement. */
function moduleOf(imports: readonly string[]): string {
  const statements = imports.map((from) => (from.includes(' ') ? from : `import { x } from '${from}';`));
  return [...statements, 'export const x = 1;'].join('\n');
}

/** Writes a tree of files `path: [imported specifiers]` and returns the checker's complaints, sorted. */
function complaints(tree: Record<string, readonly string[]>): string[] {
  for (const [path, imports] of Object.entries(tree)) write(path, moduleOf(imports));
  try {
    execFileSync('node', [checker, root], { encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const { stderr } = error as { stderr: string };
    return stderr.trim().replaceAll('\n    ', ' ! ').split('\n').toSorted();
  }
}

const leaves = { 'src/base/a.ts': [], 'src/trace/t.ts': ['../base/a.ts'] };

describe('the room checker', () => {
  it('accepts what the table lists, shared siblings and tests that build the simulation', () => {
    expect(
      complaints({
        ...leaves,
        'src/engine/kernel/k.ts': ['../../base/a.ts', '../../trace/t.ts'],
        'src/engine/controllers/job/j.ts': ['../common/c.ts', '../../machinery/m.ts'],
        'src/engine/controllers/job/j.test.ts': ['vitest', './j.ts', '../../etcd/e.ts'],
        'src/engine/controllers/common/c.ts': ['../../kernel/k.ts'],
        'src/engine/controllers/registry.ts': ['./job/j.ts'],
        'src/engine/etcd/e.ts': ['../../base/a.ts'],
        'src/engine/machinery/m.ts': ['../kernel/k.ts'],
        'src/engine/node/cri/port.ts': ['../../kernel/k.ts'],
        'src/engine/node/kubelet/k.ts': ['../cri/port.ts'],
        'src/engine/cluster/c.ts': ['../controllers/registry.ts', '../node/kubelet/k.ts'],
        'src/scenario/s.ts': ['yaml'],
        'src/api/generate/main.ts': ['node:fs'],
        'src/ui/app/app.tsx': ['react', '../features/editor/e.tsx'],
        'src/ui/features/editor/e.tsx': ['react', '../../../trace/t.ts'],
      }),
    ).toEqual([]);
  });

  it('refuses everything else', () => {
    expect(
      complaints({
        ...leaves,
        'src/base/again.ts': ["export * from '../trace/t.ts';"],
        'src/base/later.ts': ["export const y = import('../trace/t.ts');"],
        'src/base/node.ts': ['node:fs'],
        'src/base/type.ts': ["import type { x as y } from '../trace/t.ts';"],
        'src/base/p.ts': ['./q.ts'],
        'src/base/q.ts': ['./p.ts'],
        'src/engine/controllers/cronjob/c.ts': [],
        'src/engine/controllers/job/j.test.ts': ['../../../ui/features/timeline/t.tsx'],
        'src/engine/controllers/job/j.ts': ['../cronjob/c.ts', './j.test.ts'],
        'src/engine/etcd/e.ts': ['yaml', './absent.ts'],
        'src/engine/node/cri/impl.ts': [],
        'src/engine/node/kubelet/k.ts': ['../cri/impl.ts'],
        'src/ui/features/editor/e.tsx': ['../timeline/t.tsx'],
        'src/ui/features/timeline/t.tsx': [],
        'src/util/u.ts': [],
      }),
    ).toEqual([
      'src/base/again.ts → src/trace/t.ts ! room: base: may import nothing',
      'src/base/later.ts → src/trace/t.ts ! room: base: may import nothing',
      'src/base/node.ts → fs ! packages: base: may use of packages: nothing',
      'src/base/p.ts → src/base/q.ts (src/base/q.ts → src/base/p.ts) ! circular: imports never run in a circle',
      'src/base/type.ts → src/trace/t.ts ! room: base: may import nothing',
      'src/engine/controllers/job/j.test.ts → src/ui/features/timeline/t.tsx ! room: engine/controllers (tests): may import base, api, trace, engine/kernel, engine/machinery, scenario, recording, diagnosis, engine, workstation',
      'src/engine/controllers/job/j.ts → src/engine/controllers/cronjob/c.ts ! siblings: engine/controllers: never import each other; they may share common, types',
      'src/engine/controllers/job/j.ts → src/engine/controllers/job/j.test.ts ! tests in the product: only tests import tests and testing folders',
      'src/engine/etcd/e.ts → ./absent.ts ! unresolved: the file or package is not there',
      'src/engine/etcd/e.ts → node_modules/yaml/index.js ! packages: engine/etcd: may use of packages: nothing',
      'src/engine/node/kubelet/k.ts → src/engine/node/cri/impl.ts ! room: engine/node/kubelet: may import base, api, trace, engine/kernel, engine/machinery, engine/node/cri/port',
      'src/ui/features/editor/e.tsx → src/ui/features/timeline/t.tsx ! siblings: ui/features: never import each other; they may share nothing',
      'src/util/u.ts belongs to no room of src/rooms.cjs',
    ]);
  });

  it('fails when it read nothing', () => {
    expect(complaints({ 'src/base/a.ts': [] })).toEqual(['not one import was read']);
  });
});
