import { CLIENTS_OF, clientProgram } from '../servers/clients.ts';
import { type ServerModel, serverProgram } from '../servers/generic.ts';
import { type RuntimeModel, runtimeProgram } from '../servers/interpreters.ts';
import { SERVER_MODELS, type ServerModelName } from '../servers/models.ts';
import type { FileTree } from '../vfs/tree.ts';
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
  /** First arguments that are meant for the server, as a pattern of case; options unless said. */
  readonly forServer?: string;
  /** A user of its own, by name and number. */
  readonly account?: readonly [name: string, id: number];
  /** Its /bin/sh is bash, as on Red Hat's and Oracle's. */
  readonly bashIsSh?: boolean;
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
      if (image.account !== undefined) addAccount(tree, ...image.account);
      if (image.bashIsSh === true) tree.link('/usr/bin/sh', 'bash');
      tree.executable(image.binary, serverProgram(SERVER_MODELS[image.model]), 20_000_000);
      const model: ServerModel = SERVER_MODELS[image.model];
      if (model.writes !== undefined)
        tree.mkdirs(model.writes.path.replace(/\/[^/]*$/, '')).mode = model.writes.folderMode;
      for (const volume of image.config?.volumes ?? []) tree.mkdirs(volume).mode = 0o1777;
      for (const [name, client] of Object.entries(CLIENTS_OF[image.model] ?? {}))
        tree.executable(`/usr/bin/${name}`, clientProgram(client), 1_000_000);
      if (image.base !== 'distroless')
        tree.text('/usr/local/bin/docker-entrypoint.sh', entrypoint(image), 0o775);
      return tree;
    },
  };
}

/** The script of official images: options alone are meant for the server. */
function entrypoint({ command, forServer = '-*' }: ServerImage): string {
  return `#!/bin/sh\nset -e\ncase "$1" in ${forServer}) set -- ${command.join(' ')} "$@" ;; esac\nexec "$@"\n`;
}

function addAccount(tree: FileTree, name: string, id: number): void {
  const text = (path: string): string => {
    const folder = tree.root.entries.get('etc');
    const file = folder?.kind === 'directory' ? folder.entries.get(path) : undefined;
    return file?.kind === 'file' ? file.content.toString() : '';
  };
  tree.text('/etc/passwd', `${text('passwd')}${name}:x:${id}:${id}::/home/${name}:/bin/sh\n`);
  tree.text('/etc/group', `${text('group')}${name}:x:${id}:\n`);
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
    /** A script that puts the runtime before what is no command of its own. */
    readonly entrypoint?: { readonly path: string; readonly text: string };
  },
): ImageSpec {
  const { entrypoint: script } = options;
  return {
    repository: `docker.io/library/${name}`,
    tags,
    layersMiB: options.layersMiB,
    config: () => ({
      ...(script === undefined ? {} : { entrypoint: [script.path.replace(/.*\//, '')] }),
      cmd: options.cmd,
      env: withPath(),
    }),
    tree: (tag) => {
      const tree = baseTree(tag.includes('alpine') ? 'alpine' : 'debian');
      if (script !== undefined) tree.text(script.path, script.text, 0o775);
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
