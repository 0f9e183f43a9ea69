import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, duration, int, int64, stringArray, strings, text } from './flag.ts';
import {
  ALL_NAMESPACES,
  CHUNK_SIZE,
  DRY_RUN,
  LOCAL,
  PRINT,
  RECORD,
  SAVE_CONFIG,
  SELECTOR,
  VALIDATE,
  command,
  fieldManager,
  FILENAME,
  files,
} from './shared.ts';

const rolling = (name: string, flags: readonly FlagSpec[]): CommandSpec => command(name, { flags });

const ROLLOUT: CommandSpec = command('rollout', {
  alone: 'error on stdout',
  commands: [
    rolling('history', [...files(), ...PRINT, int64('revision'), SELECTOR]),
    rolling('pause', [fieldManager('kubectl-rollout'), ...files(), ...PRINT, SELECTOR]),
    rolling('restart', [fieldManager('kubectl-rollout'), ...files(), ...PRINT, SELECTOR]),
    rolling('resume', [fieldManager('kubectl-rollout'), ...files(), ...PRINT, SELECTOR]),
    rolling('status', [
      ...files(),
      int64('revision'),
      SELECTOR,
      duration('timeout'),
      bool('watch w', { default: 'true' }),
    ]),
    rolling('undo', [...DRY_RUN, ...files(), ...PRINT, SELECTOR, int64('to-revision')]),
  ],
});

const CONTAINERS = text('containers c', { default: '*' });
const setting = (name: string, flags: readonly FlagSpec[], more: Partial<CommandSpec> = {}): CommandSpec =>
  command(name, {
    ...more,
    flags: [...DRY_RUN, fieldManager('kubectl-set'), ...files(), LOCAL, ...PRINT, ...flags],
  });
const ALL = bool('all');

const SET: CommandSpec = command('set', {
  commands: [
    setting('env', [
      ALL,
      CONTAINERS,
      stringArray('env e'),
      text('from'),
      strings('keys'),
      bool('list'),
      bool('overwrite', { default: 'true' }),
      text('prefix'),
      bool('resolve'),
      SELECTOR,
    ]),
    setting('image', [ALL, RECORD, SELECTOR]),
    setting('resources', [ALL, CONTAINERS, RECORD, text('limits'), text('requests'), SELECTOR]),
    command('selector', {
      flags: [
        ALL,
        ...DRY_RUN,
        fieldManager('kubectl-set'),
        FILENAME,
        LOCAL,
        ...PRINT,
        RECORD,
        bool('recursive R', { default: 'true' }),
        text('resource-version'),
      ],
    }),
    setting('serviceaccount', [ALL], { aliases: ['sa'] }),
    setting('subject', [
      ALL,
      stringArray('group'),
      SELECTOR,
      stringArray('serviceaccount'),
      stringArray('user'),
    ]),
  ],
});

/** Commands about workloads' size, template and history. */
export const WORKLOAD_COMMANDS: readonly CommandSpec[] = [
  ROLLOUT,
  SET,
  command('scale', {
    flags: [
      bool('all'),
      int('current-replicas', { default: '-1' }),
      ...DRY_RUN,
      ...files(),
      ...PRINT,
      RECORD,
      int('replicas'),
      text('resource-version'),
      SELECTOR,
      duration('timeout'),
    ],
    requiredFlags: ['replicas'],
  }),
  command('autoscale', {
    flags: [
      text('cpu'),
      int('cpu-percent', {
        default: '-1',
        deprecated:
          "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
      }),
      ...DRY_RUN,
      fieldManager('kubectl-autoscale'),
      RECORD,
      ...files(),
      int('max', {
        default: '-1',
      }),
      text('memory'),
      int('min', { default: '-1' }),
      text('name'),
      ...PRINT,
      SAVE_CONFIG,
    ],
    requiredFlags: ['max'],
  }),
  command('top', {
    commands: [
      command('node', {
        aliases: ['nodes', 'no'],
        flags: [
          bool('no-headers'),
          SELECTOR,
          bool('show-capacity'),
          bool('show-swap'),
          text('sort-by'),
          bool('use-protocol-buffers', {
            default: 'true',
          }),
        ],
      }),
      command('pod', {
        aliases: ['pods', 'po'],
        flags: [
          ALL_NAMESPACES,
          bool('containers'),
          text('field-selector'),
          bool('no-headers'),
          SELECTOR,
          bool('show-swap'),
          text('sort-by'),
          bool('sum'),
          bool('use-protocol-buffers', {
            default: 'true',
          }),
        ],
      }),
    ],
  }),
];

/** Commands about nodes. */
export const NODE_COMMANDS: readonly CommandSpec[] = [
  command('cordon', { flags: [...DRY_RUN, SELECTOR] }),
  command('uncordon', { flags: [...DRY_RUN, SELECTOR] }),
  command('drain', {
    flags: [
      CHUNK_SIZE,
      bool('delete-emptydir-data'),
      bool('disable-eviction'),
      ...DRY_RUN,
      bool('force'),
      int('grace-period', { default: '-1' }),
      bool('ignore-daemonsets'),
      text('pod-selector'),
      SELECTOR,
      int('skip-wait-for-delete-timeout'),
      duration('timeout'),
    ],
  }),
  command('taint', {
    flags: [
      bool('all'),
      ...DRY_RUN,
      fieldManager('kubectl-taint'),
      bool('overwrite'),
      ...PRINT,
      SELECTOR,
      ...VALIDATE,
    ],
  }),
];
