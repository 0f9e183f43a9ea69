import type { CommandSpec } from './command.ts';
import { type FlagSpec, text } from './flag.ts';
import { command } from './shared.ts';
import { APPEND_HASH, FROM_FILES, make } from './create-parts.ts';

/** `kubectl create secret`. */
export const SECRET: CommandSpec = command(
  'secret',
  '(docker-registry | generic | tls)',
  'Create a secret using a specified subcommand',
  {
    commands: [
      make(
        'docker-registry',
        'NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string] [--from-file=[key=]source] [--dry-run=server|client|none]',
        'Create a secret for use with a Docker registry',
        [
          APPEND_HASH('secret'),
          text('docker-email', 'Email for Docker registry'),
          text('docker-password', 'Password for Docker registry authentication'),
          text('docker-server', 'Server location for Docker registry', {
            default: 'https://index.docker.io/v1/',
          }),
          text('docker-username', 'Username for Docker registry authentication'),
          FROM_FILES[1] as FlagSpec,
        ],
      ),
      make(
        'generic',
        'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]',
        'Create a secret from a local file, directory, or literal value',
        [APPEND_HASH('secret'), ...FROM_FILES, text('type', 'The type of secret to create')],
      ),
      make(
        'tls',
        'NAME --cert=path/to/cert/file --key=path/to/key/file [--dry-run=server|client|none]',
        'Create a TLS secret',
        [
          APPEND_HASH('secret'),
          text('cert', 'Path to PEM encoded public key certificate.', { values: 'file' }),
          text('key', 'Path to private key associated with given certificate.', { values: 'file' }),
        ],
      ),
    ],
  },
);
