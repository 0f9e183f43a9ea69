/**
 * Who may import whom. What is not listed is forbidden.
 *
 * Read by the checker (.ci/rooms.ts) and by people. Every folder under src/ belongs to the room with the longest
 * matching name. `imports` names rooms, or one file or folder of a room where only its port may be seen
 * (`engine/node/cri/port`). `packages` names npm packages; `node` allows Node's own modules.
 * A test may assemble more of the simulation than the file it stands beside: see `tests`.
 */
const facts = ['base', 'api', 'trace'];
const sim = [...facts, 'engine/kernel'];

/** The layers of the simulation: deterministic, synchronous, DOM-free. */
const simulation = [
  { room: 'base', imports: [] },
  { room: 'api', imports: ['base'], packages: ['yaml'] },
  { room: 'trace', imports: ['base', 'api'] },
  { room: 'scenario', imports: facts, packages: ['yaml', 'valibot'] },
  { room: 'diagnosis', imports: facts },
  { room: 'recording', imports: [...facts, 'scenario'] },

  { room: 'engine/kernel', imports: ['base', 'trace'] },
  { room: 'engine/machinery', imports: sim },
  { room: 'engine/etcd', imports: sim },
  { room: 'engine/network', imports: sim },
  { room: 'engine/workloads', imports: sim },
  {
    room: 'engine/apiserver',
    imports: [...sim, 'engine/machinery', 'engine/etcd'],
    packages: ['re2js'],
  },
  { room: 'engine/controllers', imports: [...sim, 'engine/machinery'] },
  { room: 'engine/scheduler', imports: [...sim, 'engine/machinery'] },
  { room: 'engine/node/kubelet', imports: [...sim, 'engine/machinery', 'engine/node/cri/port'] },
  { room: 'engine/node/cri', imports: [...sim, 'engine/node/oci', 'engine/node/cni'] },
  { room: 'engine/node/oci', imports: [...sim, 'engine/workloads', 'engine/network'] },
  { room: 'engine/node/cni', imports: [...sim, 'engine/network'] },
  { room: 'engine/node/proxy', imports: [...sim, 'engine/machinery', 'engine/network'] },
  { room: 'engine/cluster', imports: [...sim, 'engine', 'workstation', 'scenario'] },
  {
    room: 'workstation',
    imports: [...sim, 'engine/machinery', 'engine/workloads'],
    packages: ['yaml'],
  },
];

/** What stands around the simulation. */
const shell = [
  { room: 'i18n', imports: ['base'] },
  { room: 'share', imports: ['base', 'scenario'], packages: ['valibot'] },
  {
    room: 'worker',
    imports: [
      ...facts,
      'scenario',
      'engine/cluster',
      'engine/apiserver/cel',
      'engine/kernel/late-code',
      'engine/workloads/rare',
      'recording',
      'workstation/kubectl/texts',
      'workstation/kubectl/kustomize',
      'workstation/shell/jq',
      'workstation/rare',
    ],
    packages: ['valibot'],
  },
  {
    room: 'cli',
    imports: [
      ...facts,
      'scenario',
      'share',
      'engine/cluster',
      'engine/apiserver/cel',
      'engine/workloads/rare',
      'recording',
      'workstation/kubectl/texts',
      'workstation/kubectl/kustomize',
      'workstation/shell/jq',
      'workstation/rare',
    ],
    packages: ['node', 'yaml'],
  },
  // Build steps that write generated files; they run in Node and are part of no bundle.
  { room: 'api/generate', imports: ['base', 'api'], packages: ['node', 'yaml'] },

  { room: 'ui/widgets', imports: ['base', 'i18n'], packages: ['*'] },
  { room: 'ui/projections', imports: [...facts, 'i18n', 'diagnosis'] },
  { room: 'ui/session', imports: [...facts, 'scenario', 'worker', 'ui/projections'], packages: ['*'] },
  {
    room: 'ui/features',
    imports: [
      ...facts,
      'i18n',
      'scenario',
      'share',
      'diagnosis',
      'workstation/kubectl/grammar',
      'ui/projections',
      'ui/session',
      'ui/widgets',
    ],
    packages: ['*'],
  },
  { room: 'ui/app', imports: ['base', 'i18n', 'scenario', 'share/is-link', 'ui'], packages: ['*'] },
  { room: 'main.tsx', imports: ['ui/app'], packages: ['react', 'react-dom'] },
];

/**
 * Folders whose children (folders or files) never import each other. Every child may import those named in `shared`;
 * those named in `registry` put the children together and may import them all.
 */
const siblings = [
  { parent: 'engine/controllers', shared: ['common', 'types'], registry: ['registry', 'index'] },
  { parent: 'engine/scheduler/plugins', shared: ['common', 'types'], registry: ['registry', 'index'] },
  { parent: 'engine/apiserver/admission', shared: ['common', 'types'], registry: ['registry', 'index'] },
  { parent: 'ui/features', shared: [], registry: [] },
];

/**
 * Tests (`*.test.ts` and what lies in a folder `testing`) may assemble more than the file they stand beside:
 * those of the simulation any part of it, those of the shell what their room may import and the whole simulation.
 */
const tests = {
  imports: ['base', 'api', 'trace', 'scenario', 'recording', 'diagnosis', 'engine', 'workstation'],
  packages: ['vitest', 'fast-check', 'node', 'yaml'],
};

module.exports = { simulation, shell, siblings, tests };
