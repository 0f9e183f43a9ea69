/** Checks the licence of every installed package: permissive ones anywhere, MPL-2.0 only among tools. */
import { existsSync, readFileSync } from 'node:fs';

const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'OFL-1.1',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
]);
const TOOLS_ONLY = new Set(['MPL-2.0', 'CC-BY-4.0']);

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly license?: string;
}

function licenceOf(path: string, locked: LockedPackage): string {
  const manifest = `${path}/package.json`;
  if (!existsSync(manifest)) return locked.license ?? 'unknown'; // Builds for other systems.
  const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string | { type?: string } };
  return (typeof license === 'string' ? license : license?.type) ?? 'unknown';
}

/** `(MIT OR GPL-2.0)` may be taken as MIT; `MIT AND ISC` asks for both. */
function allowed(licence: string, isTool: boolean): boolean {
  const plain = licence.replace(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((name) => PERMISSIVE.has(name) || (isTool && TOOLS_ONLY.has(name))),
    );
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const counts = new Map<string, number>();
let refused = 0;
for (const [path, locked] of Object.entries(lock.packages)) {
  if (path === '') continue;
  const licence = licenceOf(path, locked);
  counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const isTool = locked.dev === true || locked.devOptional === true;
  if (allowed(licence, isTool)) continue;
  console.error(`${path}: licence ${licence} is not allowed ${isTool ? 'among tools' : 'in the product'}`);
  refused += 1;
}
const summary = [...counts].toSorted((a, b) => b[1] - a[1]).map(([licence, count]) => `${licence} ${count}`);
console.log(`licences: ${summary.join(', ')}`);
if (refused > 0) process.exitCode = 1;
