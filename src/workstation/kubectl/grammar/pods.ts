import type { CommandSpec } from './command.ts';
import { type FlagSpec, bool, duration, int, int64, stringToString, strings, text } from './flag.ts';
import { FILENAME, POD_RUNNING_TIMEOUT, SELECTOR, command } from './shared.ts';

const CONTAINER: FlagSpec = text('container c');
const STDIN = bool('stdin i');
const TTY = bool('tty t');
const QUIET = bool('quiet q');

/** Commands that reach into Pods. */
export const POD_COMMANDS: readonly CommandSpec[] = [
  command('logs', {
    flags: [
      bool('all-containers'),
      bool('all-pods'),
      CONTAINER,
      bool('follow f'),
      bool('ignore-errors'),
      bool('insecure-skip-tls-verify-backend'),
      int64('limit-bytes'),
      int('max-log-requests', { default: '5' }),
      POD_RUNNING_TIMEOUT('20s'),
      bool('prefix'),
      bool('previous p'),
      SELECTOR,
      duration('since'),
      text('since-time'),
      int64('tail', { default: '-1' }),
      bool('timestamps'),
    ],
  }),
  command('exec', {
    flags: [CONTAINER, FILENAME, POD_RUNNING_TIMEOUT('1m0s'), QUIET, STDIN, TTY],
  }),
  command('attach', {
    flags: [
      CONTAINER,
      text('detach-keys', { default: 'ctrl-p,ctrl-q' }),
      POD_RUNNING_TIMEOUT('1m0s'),
      QUIET,
      STDIN,
      TTY,
    ],
  }),
  command('port-forward', {
    flags: [strings('address', { default: '[localhost]' }), POD_RUNNING_TIMEOUT('1m0s')],
  }),
  command('cp', {
    flags: [CONTAINER, bool('no-preserve'), int('retries')],
  }),
  command('debug', {
    flags: [
      bool('arguments-only'),
      bool('attach'),
      CONTAINER,
      text('copy-to'),
      text('custom'),
      stringToString('env'),
      FILENAME,
      text('image'),
      text('image-pull-policy'),
      bool('keep-annotations'),
      bool('keep-init-containers', { default: 'true' }),
      bool('keep-labels'),
      bool('keep-liveness'),
      bool('keep-readiness'),
      bool('keep-startup'),
      text('profile', {
        default: 'general',
      }),
      bool('quiet q'),
      bool('replace'),
      bool('same-node'),
      stringToString('set-image'),
      bool('share-processes', {
        default: 'true',
      }),
      bool('stdin i'),
      text('target'),
      bool('tty t'),
    ],
  }),
];
