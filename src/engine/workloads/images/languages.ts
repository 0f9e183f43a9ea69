import { RUNTIMES } from '../servers/interpreters.ts';
import type { ServerModelName } from '../servers/models.ts';
import { runtime, server, tagsOf } from './builders.ts';
import type { ImageSpec } from './spec.ts';

const TEMURIN = tagsOf('8|11|17|21|22|23|24|25', 'latest');

/** PHP's images with a server in them. */
function php(variant: string, model: ServerModelName, port: number, command: string): ImageSpec {
  return server({
    name: 'php',
    model,
    tags: new RegExp(`^(?:[578][\\d.]*-)?${variant}(?:-[\\w.-]+)?$`),
    layersMiB: [28, 160],
    binary: `/usr/local/bin/${command}`,
    command: [command],
    port,
    config: { stopSignal: variant === 'fpm' ? 'SIGQUIT' : 'SIGWINCH' },
  });
}

/** Images of languages' runtimes. One more: a line here. */
export const LANGUAGE_IMAGES: readonly ImageSpec[] = [
  runtime('python', tagsOf('2|3', 'latest|slim|alpine|bookworm|slim-bookworm'), RUNTIMES.python, {
    layersMiB: [46, 60, 20],
    cmd: ['python3'],
    names: ['python', 'python3', 'pip'],
  }),
  runtime('node', tagsOf('1\\d|2\\d', 'latest|lts|current|alpine|slim|lts-alpine|lts-slim'), RUNTIMES.node, {
    layersMiB: [46, 60, 210],
    cmd: ['node'],
    entrypoint: {
      path: '/usr/local/bin/docker-entrypoint.sh',
      // Neither an option nor the name of a file that is no program is a command.
      text: '#!/bin/sh\nset -e\nif [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ] || { [ -f "$1" ] && ! [ -x "$1" ]; }; then\n  set -- node "$@"\nfi\nexec "$@"\n',
    },
    names: ['node', 'npm', 'npx', 'yarn'],
  }),
  runtime('eclipse-temurin', TEMURIN, RUNTIMES.java, {
    layersMiB: [28, 170],
    cmd: ['jshell'],
    names: ['java', 'jshell'],
  }),
  runtime('amazoncorretto', TEMURIN, RUNTIMES.java, {
    layersMiB: [60, 160],
    cmd: ['jshell'],
    names: ['java', 'jshell'],
  }),
  runtime('openjdk', TEMURIN, RUNTIMES.java, {
    layersMiB: [28, 200],
    cmd: ['jshell'],
    names: ['java', 'jshell'],
  }),
  runtime(
    'golang',
    tagsOf('1', 'latest|alpine|bookworm'),
    { ...RUNTIMES.ruby, name: 'go', version: 'go version go1.23.0 linux/amd64' },
    { layersMiB: [46, 60, 70], cmd: ['bash'], names: ['go'] },
  ),
  runtime('ruby', tagsOf('[23]', 'latest|slim|alpine'), RUNTIMES.ruby, {
    layersMiB: [46, 40],
    cmd: ['irb'],
    names: ['ruby', 'irb'],
  }),
  php('apache', 'httpd', 80, 'apache2-foreground'),
  php('fpm', 'phpFpm', 9000, 'php-fpm'),
  runtime('php', tagsOf('[578]', 'latest|cli|alpine|zts'), RUNTIMES.php, {
    layersMiB: [28, 100],
    cmd: ['php', '-a'],
    entrypoint: {
      path: '/usr/local/bin/docker-php-entrypoint',
      text: '#!/bin/sh\nset -e\nif [ "${1#-}" != "$1" ]; then\n  set -- php "$@"\nfi\nexec "$@"\n',
    },
  }),
  runtime('perl', tagsOf('5', 'latest|slim'), RUNTIMES.perl, {
    layersMiB: [46, 60, 15],
    cmd: ['perl', '-de0'],
  }),
];
