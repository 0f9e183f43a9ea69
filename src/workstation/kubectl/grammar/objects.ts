import type { CommandSpec } from './command.ts';
import { bool, duration, int, stringArray, strings, text } from './flag.ts';
import {
  ALL_NAMESPACES,
  CHUNK_SIZE,
  DRY_RUN,
  FIELD_SELECTOR,
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
  SUBRESOURCE,
} from './shared.ts';

const GRACE_PERIOD = int('grace-period', { default: '-1' });
const FORCE = bool('force');
const CASCADE = text('cascade', {
  default: 'background',
  bare: 'background',
});
const WAIT = bool('wait', { default: 'true' });
const TIMEOUT = duration('timeout');

/** Commands that read and write objects as they are. */
export const OBJECT_COMMANDS: readonly CommandSpec[] = [
  command('get', {
    flags: [
      ALL_NAMESPACES,
      CHUNK_SIZE,
      FIELD_SELECTOR,
      ...files(),
      bool('ignore-not-found'),
      strings('label-columns L'),
      bool('no-headers'),
      ...PRINT,
      bool('output-watch-events'),
      text('raw'),
      SELECTOR,
      bool('server-print', { default: 'true' }),
      bool('show-kind'),
      bool('show-labels'),
      text('sort-by'),
      text('subresource'),
      bool('watch w'),
      bool('watch-only'),
    ],
  }),
  command('describe', {
    flags: [ALL_NAMESPACES, CHUNK_SIZE, ...files(), SELECTOR, bool('show-events', { default: 'true' })],
  }),
  command('apply', {
    flags: [
      bool('all'),
      text('applyset', { hidden: true }),
      CASCADE,
      ...DRY_RUN,
      fieldManager('kubectl-client-side-apply'),
      ...files(),
      FORCE,
      bool('force-conflicts'),
      GRACE_PERIOD,
      bool('openapi-patch', { default: 'true' }),
      ...PRINT,
      bool('overwrite', { default: 'true' }),
      bool('prune'),
      RECORD,
      stringArray('prune-allowlist'),
      SELECTOR,
      bool('server-side'),
      SUBRESOURCE,
      TIMEOUT,
      ...VALIDATE,
      { ...WAIT, default: 'false' },
    ],
    commands: [
      command('edit-last-applied', {
        flags: [
          fieldManager('kubectl-client-side-apply'),
          ...files(),
          ...PRINT,
          ...VALIDATE,
          bool('windows-line-endings'),
        ],
      }),
      command('view-last-applied', {
        flags: [
          bool('all'),
          ...files(),
          text('output o', {
            default: 'yaml',
          }),
          SELECTOR,
        ],
      }),
      command('set-last-applied', {
        flags: [bool('create-annotation'), ...DRY_RUN, FILENAME, ...PRINT],
      }),
    ],
  }),
  command('delete', {
    flags: [
      bool('all'),
      ALL_NAMESPACES,
      CASCADE,
      ...DRY_RUN,
      FIELD_SELECTOR,
      ...files(),
      FORCE,
      GRACE_PERIOD,
      bool('ignore-not-found'),
      bool('interactive i'),
      bool('now'),
      text('output o'),
      text('raw'),
      SELECTOR,
      TIMEOUT,
      WAIT,
    ],
  }),
  command('replace', {
    flags: [
      CASCADE,
      ...DRY_RUN,
      fieldManager('kubectl-replace'),
      ...files(),
      FORCE,
      GRACE_PERIOD,
      ...PRINT,
      text('raw'),
      SAVE_CONFIG,
      SUBRESOURCE,
      TIMEOUT,
      ...VALIDATE,
      { ...WAIT, default: 'false' },
    ],
  }),
  command('patch', {
    flags: [
      ...DRY_RUN,
      fieldManager('kubectl-patch'),
      RECORD,
      ...files(),
      LOCAL,
      ...PRINT,
      text('patch p'),
      text('patch-file'),
      SUBRESOURCE,
      text('type', {
        default: 'strategic',
      }),
    ],
  }),
  command('edit', {
    flags: [
      fieldManager('kubectl-edit'),
      RECORD,
      ...files(),
      bool('output-patch'),
      ...PRINT,
      SAVE_CONFIG,
      SUBRESOURCE,
      ...VALIDATE,
      bool('windows-line-endings'),
    ],
  }),
  command('diff', {
    flags: [
      int('concurrency', { default: '1' }),
      fieldManager('kubectl-client-side-apply'),
      ...files(),
      bool('force-conflicts'),
      bool('prune'),
      stringArray('prune-allowlist'),
      SELECTOR,
      bool('server-side'),
      bool('show-managed-fields'),
      bool('show-secrets'),
    ],
  }),
  command('wait', {
    flags: [
      bool('all'),
      ALL_NAMESPACES,
      FIELD_SELECTOR,
      FILENAME,
      bool('recursive R', { default: 'true' }),
      stringArray('for'),
      LOCAL,
      ...PRINT,
      SELECTOR,
      duration('timeout', { default: '30s' }),
    ],
  }),
  command('events', {
    flags: [
      ALL_NAMESPACES,
      CHUNK_SIZE,
      text('for'),
      bool('no-headers'),
      ...PRINT,
      strings('types'),
      bool('watch w'),
    ],
  }),
  command('label', {
    flags: labelFlags('label'),
  }),
  command('annotate', {
    flags: labelFlags('annotate'),
  }),
];

function labelFlags(verb: 'label' | 'annotate'): CommandSpec['flags'] {
  return [
    bool('all'),
    ALL_NAMESPACES,
    ...DRY_RUN,
    fieldManager(`kubectl-${verb}`),
    FIELD_SELECTOR,
    ...files(),
    bool('list'),
    LOCAL,
    ...PRINT,
    bool('overwrite'),
    RECORD,
    text('resource-version'),
    SELECTOR,
  ];
}
