import { CLIENTS_OF, clientProgram } from '../servers/clients.ts';
import { type ServerModel, serverProgram } from '../servers/generic.ts';
import { type RuntimeModel, runtimeProgram } from '../servers/interpreters.ts';
import { SERVER_MODELS, type ServerModelName } from '../servers/models.ts';
import type { ImageConfig } from './catalogue.ts';
import { type Base, baseTree } from './rootfs.ts';
import { type ImageSpec, withPath } from './spec.ts';

/** Tags as maintained images have them: a version of the given majors with an optional variant, or a word. */
export function tagsOf(majors: string, words = 'latest'): RegExp {
  return new RegExp(
    `^(?:${words}|(?:${majors})(?:\\.\\d{1,2}){0,2}(?:-(?:alpine|slim|bookworm|bullseye|trixie|perl|debian|jdk|jre|jammy|noble|fpm|apache|cli|management|glibc|musl|uclibc|otel)[\\d.]*(?:-[a-z0-9.]+)*)?)$`,
  );
}

interface ServerImage {
  readonly name: string;
  readonly model: ServerModelName;
  readonly tags: RegExp;
  readonly layersMiB: readonly number[];
  readonly binary: string;
  readonly command: readonly string[];
  readonly port: number;
  readonly base?: Base;
  readonly config?: Partial<ImageConfig>;
}

/** An image of one server: an entrypoint script that ends in exec, and the server. */
export function server(image: ServerImage): ImageSpec {
  return {
    repository: image.name.includes('/') ? image.name : `docker.io/library/${image.name}`,
    tags: image.tags,
    layersMiB: image.layersMiB,
    config: () => ({
      entrypoint: image.base === 'distroless' ? [] : ['docker-entrypoint.sh'],
      cmd: image.command,
      env: withPath(),
      exposedPorts: [`${image.port}/tcp`],
      ...image.config,
    }),
    tree: (tag) => {
      const tree = baseTree(image.base ?? (tag.includes('alpine') ? 'alpine' : 'debian'));
      tree.executable(image.binary, serverProgram(SERVER_MODELS[image.model]), 20_000_000);
      const model: ServerModel = SERVER_MODELS[image.model];
      if (model.writes !== undefined)
        tree.mkdirs(model.writes.path.replace(/\/[^/]*$/, '')).mode = model.writes.folderMode;
      for (const volume of image.config?.volumes ?? []) tree.mkdirs(volume).mode = 0o1777;
      for (const [name, client] of Object.entries(CLIENTS_OF[image.model] ?? {}))
        tree.executable(`/usr/bin/${name}`, clientProgram(client), 1_000_000);
      if (image.base !== 'distroless')
        tree.text('/usr/local/bin/docker-entrypoint.sh', entrypoint(image.command), 0o775);
      return tree;
    },
  };
}

/** The script of official images: options alone are meant for the server. */
function entrypoint(command: readonly string[]): string {
  return `#!/bin/sh\nset -e\ncase "$1" in -*) set -- ${command.join(' ')} "$@" ;; esac\nexec "$@"\n`;
}

/** An image of a language's runtime. */
export function runtime(
  name: string,
  tags: RegExp,
  model: RuntimeModel,
  options: {
    readonly layersMiB: readonly number[];
    readonly cmd: readonly string[];
    readonly names?: readonly string[];
  },
): ImageSpec {
  return {
    repository: `docker.io/library/${name}`,
    tags,
    layersMiB: options.layersMiB,
    config: () => ({ cmd: options.cmd, env: withPath() }),
    tree: (tag) => {
      const tree = baseTree(tag.includes('alpine') ? 'alpine' : 'debian');
      for (const binary of options.names ?? [model.name])
        tree.executable(`/usr/local/bin/${binary}`, runtimeProgram(model), 30_000_000);
      return tree;
    },
  };
}

/** A base image: a shell and tools, which ends at once without a terminal. */
export function base(
  name: string,
  tags: RegExp,
  kind: Base,
  options: { readonly layersMiB: readonly number[]; readonly cmd: readonly string[] },
): ImageSpec {
  return {
    repository: `docker.io/library/${name}`,
    tags,
    layersMiB: options.layersMiB,
    config: () => ({ cmd: options.cmd }),
    tree: () => baseTree(kind),
  };
}
