import type { CommandSpec } from './command.ts';
import { bool, duration, int32, int64, stringArray, strings, text } from './flag.ts';
import {
  DRY_RUN,
  PRINT,
  RECORD,
  SAVE_CONFIG,
  SELECTOR,
  VALIDATE,
  command,
  fieldManager,
  files,
} from './shared.ts';
import { APPEND_HASH, FROM_FILES, IMAGE, RULES, SUBJECTS, make } from './create-parts.ts';
import { SECRET } from './create-secret.ts';
import { SERVICE } from './create-service.ts';

/** `kubectl create` and its generators. */
export const CREATE: CommandSpec = command('create', {
  flags: [
    ...DRY_RUN,
    bool('edit'),
    fieldManager('kubectl-create'),
    ...files(),
    ...PRINT,
    text('raw'),
    RECORD,
    SAVE_CONFIG,
    SELECTOR,
    ...VALIDATE,
    bool('windows-line-endings'),
  ],
  commands: [
    make('clusterrole', [stringArray('aggregation-rule'), strings('non-resource-url'), ...RULES]),
    make('clusterrolebinding', [text('clusterrole'), ...SUBJECTS], { requiredFlags: ['clusterrole'] }),
    make('configmap', [APPEND_HASH, ...FROM_FILES], { aliases: ['cm'] }),
    make('cronjob', [IMAGE, text('restart'), text('schedule')], {
      aliases: ['cj'],
      requiredFlags: ['image', 'schedule'],
    }),
    make(
      'deployment',
      [strings('image'), int32('port', { default: '-1' }), int32('replicas r', { default: '1' })],
      { aliases: ['deploy'], requiredFlags: ['image'] },
    ),
    make(
      'ingress',
      [stringArray('annotation'), text('class'), text('default-backend'), stringArray('rule')],
      { aliases: ['ing'] },
    ),
    make('job', [text('from'), IMAGE]),
    make('namespace', [], { aliases: ['ns'] }),
    make('poddisruptionbudget', [text('max-unavailable'), text('min-available'), text('selector')], {
      aliases: ['pdb'],
    }),
    make(
      'priorityclass',
      [
        text('description'),
        bool('global-default'),
        text('preemption-policy', { default: 'PreemptLowerPriority' }),
        int32('value'),
      ],
      { aliases: ['pc'] },
    ),
    make('quota', [text('hard'), text('scopes')], { aliases: ['resourcequota'] }),
    make('role', RULES),
    make('rolebinding', [text('clusterrole'), text('role'), ...SUBJECTS]),
    SECRET,
    SERVICE,
    make('serviceaccount', [], { aliases: ['sa'] }),
    command('token', {
      flags: [
        stringArray('audience'),
        text('bound-object-kind'),
        text('bound-object-name'),
        text('bound-object-uid'),
        duration('duration'),
        ...PRINT,
      ],
    }),
  ],
});

/** `kubectl run` and `kubectl expose`. */
export const MAKING_COMMANDS: readonly CommandSpec[] = [
  CREATE,
  command('expose', {
    flags: [
      text('cluster-ip'),
      ...DRY_RUN,
      text('external-ip'),
      fieldManager('kubectl-expose'),
      ...files(),
      text('labels l'),
      text('load-balancer-ip'),
      text('name'),
      ...PRINT,
      text('override-type', { default: 'merge' }),
      text('overrides'),
      text('port'),
      text('protocol'),
      RECORD,
      SAVE_CONFIG,
      text('selector'),
      text('session-affinity'),
      text('target-port'),
      text('type'),
    ],
  }),
  command('run', {
    requiredFlags: ['image'],
    flags: [
      stringArray('annotations'),
      bool('attach'),
      bool('command'),
      text('detach-keys', { default: 'ctrl-p,ctrl-q' }),
      ...DRY_RUN,
      stringArray('env'),
      bool('expose'),
      RECORD,
      fieldManager('kubectl-run'),
      text('image'),
      text('image-pull-policy'),
      text('labels l'),
      bool('leave-stdin-open'),
      ...PRINT,
      text('override-type', { default: 'merge' }),
      text('overrides'),
      duration('pod-running-timeout', { default: '1m0s' }),
      text('port'),
      bool('privileged'),
      bool('quiet q'),
      text('restart', {
        default: 'Always',
      }),
      bool('rm'),
      SAVE_CONFIG,
      bool('stdin i'),
      bool('tty t'),
      text('cascade', { default: 'background', bare: 'background' }),
      ...files(),
      bool('force'),
      int64('grace-period', { default: '-1' }),
      duration('timeout'),
      bool('wait'),
    ],
  }),
];
