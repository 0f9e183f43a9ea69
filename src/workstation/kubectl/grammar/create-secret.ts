import type { CommandSpec } from './command.ts';
import { type FlagSpec, text } from './flag.ts';
import { command } from './shared.ts';
import { APPEND_HASH, FROM_FILES, make } from './create-parts.ts';

/** `kubectl create secret`. */
export const SECRET: CommandSpec = command('secret', {
  commands: [
    make('docker-registry', [
      APPEND_HASH,
      text('docker-email'),
      text('docker-password'),
      text('docker-server', {
        default: 'https://index.docker.io/v1/',
      }),
      text('docker-username'),
      FROM_FILES[1] as FlagSpec,
    ]),
    make('generic', [APPEND_HASH, ...FROM_FILES, text('type')]),
    make('tls', [APPEND_HASH, text('cert'), text('key')]),
  ],
});
