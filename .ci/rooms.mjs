/** Checks every import under src/ against the table in src/rooms.cjs. Usage: node .ci/rooms.mjs [BASE_DIR] */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';

/**
 * @import { ICruiseResult, IForbiddenRuleType, IViolation } from 'dependency-cruiser'
 * @typedef {{ room: string, imports: string[], packages?: string[] }} Room
 * @typedef {{ parent: string, shared: string[], registry: string[] }} Siblings
 * @typedef {{ simulation: Room[], shell: Room[], siblings: Siblings[], tests: { imports: string[], packages: string[] } }} Table
 */

const require = createRequire(import.meta.url);
/** @type {Table} */
const table = require('../src/rooms.cjs');
const rooms = [...table.simulation, ...table.shell];
const sourceFile = /\.(?:ts|tsx|cts|mts|js|cjs|mjs)$/;
const testFile = String.raw`(?:\.test\.tsx?$|/testing/)`;
const tableFiles = /^src\/rooms\.(?:cjs|test\.ts)$/;

/** @param {string} text */
const escaped = (text) => text.replaceAll('.', String.raw`\.`);
/** @param {string[]} texts */
const anyOf = (texts) => texts.map(escaped).join('|');

/**
 * What belongs to a room: its folder (or file of that name) without the rooms inside it.
 * @param {string} name
 */
function inside(name) {
  const isRoom = rooms.some(({ room }) => room === name);
  const nested = rooms
    .map(({ room }) => room)
    .filter((room) => room.startsWith(`${name}/`))
    .map((room) => room.slice(name.length + 1));
  const without = isRoom && nested.length > 0 ? `(?!(?:${anyOf(nested)})(?:/|$))` : '';
  return `^src/${escaped(name)}(?:/${without}|\\.tsx?$|$)`;
}

/** @param {string[]} names */
const list = (names) => (names.length === 0 ? 'nothing' : names.join(', '));

/**
 * @param {Room} room
 * @param {IForbiddenRuleType['from']} from
 * @returns {IForbiddenRuleType}
 */
function packageRule(room, from, suffix = '') {
  const allowed = room.packages ?? [];
  const named = allowed.filter((name) => name !== 'node' && name !== '*');
  const paths = allowed.includes('*') ? ['^node_modules/'] : named.map((name) => `^node_modules/${name}/`);
  return {
    name: `packages: ${room.room}${suffix}`,
    comment: `may use of packages: ${list(allowed)}`,
    severity: 'error',
    from,
    to: {
      pathNot: ['^src/', ...paths],
      couldNotResolve: false,
      ...(allowed.includes('node') ? { dependencyTypesNot: ['core'] } : {}),
    },
  };
}

/**
 * @param {Room} room
 * @param {IForbiddenRuleType['from']} from
 * @returns {IForbiddenRuleType}
 */
function importRule(room, from, suffix = '') {
  return {
    name: `room: ${room.room}${suffix}`,
    comment: `may import ${list(room.imports)}`,
    severity: 'error',
    from,
    to: { path: '^src/', pathNot: [inside(room.room), ...room.imports.map(inside)] },
  };
}

/**
 * A room's own files keep to its row; its tests may also build the simulation.
 * @param {Room} room
 */
function roomRules(room) {
  const product = { path: inside(room.room), pathNot: testFile };
  // Two conditions on one path: dependency-cruiser ANDs `path` with `pathNot` only, hence the look-ahead.
  const test = { path: `^(?=.*${testFile})${inside(room.room).slice(1)}` };
  /** @type {Room} */
  const loose = {
    room: room.room,
    imports: [...new Set([...room.imports, ...table.tests.imports])],
    packages: [...(room.packages ?? []), ...table.tests.packages],
  };
  return [
    importRule(room, product),
    packageRule(room, product),
    importRule(loose, test, ' (tests)'),
    packageRule(loose, test, ' (tests)'),
  ];
}

/**
 * @param {Siblings} siblings
 * @returns {IForbiddenRuleType}
 */
function siblingRule({ parent, shared, registry }) {
  const exempt = registry.length > 0 ? `(?!(?:${anyOf(registry)})(?:/|\\.))` : '';
  return {
    name: `siblings: ${parent}`,
    comment: `never import each other; they may share ${list(shared)}`,
    severity: 'error',
    from: { path: `^src/${parent}/${exempt}([^/.]+)`, pathNot: testFile },
    to: {
      path: `^src/${parent}/[^/.]+`,
      pathNot: `^src/${parent}/(?:${['$1', ...shared.map(escaped)].join('|')})(?:/|\\.)`,
    },
  };
}

/** @returns {IForbiddenRuleType[]} */
function rules() {
  return [
    ...rooms.flatMap(roomRules),
    ...table.siblings.map(siblingRule),
    {
      name: 'circular',
      comment: 'imports never run in a circle',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'unresolved',
      comment: 'the file or package is not there',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'tests in the product',
      comment: 'only tests import tests and testing folders',
      severity: 'error',
      from: { path: '^src/', pathNot: testFile },
      to: { path: `^src/.*${testFile}` },
    },
  ];
}

/**
 * dependency-cruiser reads TypeScript through swc (the native TypeScript compiler has no API it could use),
 * but does not tell swc which files hold JSX. It takes swc's exports as they are when it is first loaded.
 */
async function loadCruiser() {
  /** @type {{ parseFileSync: (file: string, options: object) => unknown }} */
  const swc = require('@swc/core');
  const parse = swc.parseFileSync;
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('x') });
  return import('dependency-cruiser');
}

/** @param {string} folder */
function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && sourceFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {IViolation} violation */
function describeViolation({ from, to, rule, cycle }) {
  const comment = rules().find(({ name }) => name === rule.name)?.comment ?? '';
  const circle = cycle === undefined ? '' : ` (${cycle.map(({ name }) => name).join(' → ')})`;
  return `${from} → ${to}${circle}\n    ${rule.name}: ${comment}`;
}

/**
 * Complaints about the tree at `baseDir`, and how many modules and imports were really read.
 * @param {string} baseDir
 */
async function checkRooms(baseDir) {
  const { cruise } = await loadCruiser();
  const { output } = await cruise(
    ['src'],
    {
      baseDir,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: String.raw`\.json$|\.css$|\.md$` },
      validate: true,
      ruleSet: { forbidden: rules() },
    },
    {
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.cjs', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  );
  const result = /** @type {ICruiseResult} */ (output);
  const seen = new Set(result.modules.map(({ source }) => source));
  const files = filesUnder(join(baseDir, 'src')).map((file) => relative(baseDir, file).replaceAll('\\', '/'));
  const unread = files.filter((file) => !seen.has(file));
  const homeless = files.filter(
    (file) => !tableFiles.test(file) && !rooms.some(({ room }) => new RegExp(inside(room)).test(file)),
  );
  const imports = result.modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  return {
    modules: files.length - unread.length,
    imports,
    complaints: [
      ...unread.map((file) => `${file} was not read by the checker`),
      ...homeless.map((file) => `${file} belongs to no room of src/rooms.cjs`),
      ...(imports === 0 ? ['not one import was read'] : []),
      ...result.summary.violations.map(describeViolation),
    ],
  };
}

const { complaints, modules, imports } = await checkRooms(resolve(process.argv[2] ?? '.'));
for (const complaint of complaints) console.error(complaint);
console.log(`rooms: ${modules} modules, ${imports} imports, ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
