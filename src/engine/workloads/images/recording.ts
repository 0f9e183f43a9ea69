import { nginxProgram } from '../servers/nginx.ts';
import type { NginxFiles } from '../servers/nginx-files.ts';
import { pause } from '../servers/pause.ts';
import { web } from '../servers/web.ts';
import type { Program } from '../program.ts';
import { busybox } from '../toolbox/busybox.ts';
import type { FileTree } from '../vfs/tree.ts';
import { baseTree } from './rootfs.ts';
import { type ImageSpec, withPath } from './spec.ts';
import { NGINX_PAGES } from './pages.ts';

/** nginx's release of a tag. */
export function nginxVersion(tag: string): string {
  const plain = tag.replace(/-.*$/, '');
  const known: Readonly<Record<string, string>> = {
    '1.29': '1.29.1',
    '1.28': '1.28.0',
    '1.27': '1.27.5',
    '1.26': '1.26.3',
    '1.25': '1.25.5',
    '1.24': '1.24.0',
    '1.23': '1.23.4',
    '1.22': '1.22.1',
    '1.21': '1.21.6',
    '1.20': '1.20.2',
    '1.19': '1.19.10',
    '1.18': '1.18.0',
    '1.17': '1.17.10',
    '1.16': '1.16.1',
    '1.15': '1.15.12',
    '1.14': '1.14.2',
    stable: '1.28.0',
  };
  return /^\d+\.\d+\.\d+$/.test(plain) ? plain : (known[plain] ?? '1.29.1');
}

/** The files of an nginx image over a base. */
export function nginxTree(tree: FileTree, tag: string, files?: NginxFiles): FileTree {
  tree.executable('/usr/sbin/nginx', nginxProgram(nginxVersion(tag), files), 1_500_000);
  tree.text('/docker-entrypoint.sh', '#!/bin/sh\nexec "$@"\n', 0o775);
  tree.text('/usr/share/nginx/html/index.html', NGINX_PAGES.index);
  tree.text('/usr/share/nginx/html/50x.html', NGINX_PAGES.error);
  tree.text('/etc/nginx/nginx.conf', NGINX_PAGES.conf);
  tree.text('/etc/nginx/conf.d/default.conf', NGINX_PAGES.defaultConf);
  tree.mkdirs('/var/cache/nginx');
  tree.mkdirs('/var/log/nginx');
  return tree;
}

export function nginxConfig(tag: string): ReturnType<NonNullable<ImageSpec['config']>> {
  return {
    entrypoint: ['/docker-entrypoint.sh'],
    cmd: ['nginx', '-g', 'daemon off;'],
    env: withPath(`NGINX_VERSION=${nginxVersion(tag)}`),
    exposedPorts: ['80/tcp'],
    stopSignal: 'SIGQUIT',
  };
}

/** Busybox with root in no group but its own. */
function plainTree(): FileTree {
  const tree = baseTree('busybox');
  tree.text('/etc/group', 'root:x:0:\nnogroup:x:65534:\n');
  return tree;
}

/** A shell as PID 1 with the server as its child: the stand-in of the recordings, which does not obey SIGTERM. */
const REDIS_SCRIPT = `#!/bin/sh
echo "1:M * Ready to accept connections tcp"
while true; do nc -lk -p 6379; done
`;

function appTree(): FileTree {
  const tree = plainTree();
  tree.executable('/web', web, 2_400_000);
  return tree;
}

function app(repository: string, tags: readonly string[]): ImageSpec {
  return {
    repository,
    content: 'app',
    tags,
    layersMiB: [1.04, 1.28],
    config: (tag) => ({
      entrypoint: ['/web'],
      env: withPath(`VERSION=${tag === 'latest' ? 'v3' : tag}`),
      exposedPorts: ['8080/tcp'],
    }),
    tree: appTree,
  };
}

export function pauseTree(): FileTree {
  const tree = baseTree('scratch');
  tree.executable('/pause', pause, 300_000);
  return tree;
}

/** A busybox image with one thing about it. */
function special(
  name: string,
  config: ReturnType<NonNullable<ImageSpec['config']>>,
  change: (tree: FileTree) => void = () => undefined,
): ImageSpec {
  return {
    repository: `127.0.0.1:5000/${name}`,
    tags: ['v1'],
    layersMiB: [1.04, name === 'big' ? 59 : 0.01],
    config: () => config,
    tree: () => {
      const tree = plainTree();
      change(tree);
      return tree;
    },
  };
}

/** `latest`, 1.29 down to 1.14 with the patch releases that manuals name, and the -alpine and stable variants. */
const NGINX_TAGS = [
  ...[
    'latest',
    'stable',
    'mainline',
    '1.14.2',
    '1.16.1',
    '1.19.10',
    '1.21.6',
    '1.25.5',
    ...Array.from({ length: 16 }, (_, minor) => `1.${29 - minor}`),
  ].flatMap((tag) => [tag, tag === 'latest' ? 'alpine' : `${tag}-alpine`]),
];

const sleeper: Program = (sys) => busybox(sys);

/** The images of shared/conformance/images.md: what the preset `recording` has. */
export const RECORDING_IMAGES: readonly ImageSpec[] = [
  {
    repository: 'docker.io/library/nginx',
    tags: NGINX_TAGS,
    layersMiB: [1.04, 1.28],
    config: nginxConfig,
    tree: (tag) => nginxTree(plainTree(), tag),
    digests: {
      '1.25': 'sha256:2b86fe138f7da6c61a958e8d81ed6aab7610fc4221f9fdeb1554621b005170fe',
      '1.27': 'sha256:4d58e428b161fb48d5bd040235a4eae154abd9adc67f42cb046dbc7d9ba0e6f2',
    },
  },
  {
    repository: 'docker.io/library/busybox',
    tags: ['latest', '1.28', '1.36', '1.36.1', '1.37', 'stable'],
    layersMiB: [1.04],
    config: () => ({ cmd: ['sh'] }),
    tree: () => plainTree(),
    digests: { '1.36': 'sha256:4a6cf9c96b664ae4dff4aba1a62f10e7b952c6843d69b9128d012a42ae5fde9e' },
  },
  {
    repository: 'docker.io/library/alpine',
    tags: ['latest', '3.20', '3.22'],
    layersMiB: [1.04],
    config: () => ({ cmd: ['sh'] }),
    tree: () => plainTree(),
  },
  {
    repository: 'docker.io/library/redis',
    tags: ['latest', '7', '7.2', '6', '7-alpine'],
    layersMiB: [1.04, 0.01],
    config: () => ({ entrypoint: ['/usr/local/bin/redis-server'], exposedPorts: ['6379/tcp'] }),
    tree: () => {
      const tree = plainTree();
      tree.text('/usr/local/bin/redis-server', REDIS_SCRIPT, 0o755);
      return tree;
    },
  },
  app('127.0.0.1:5000/app', ['v1', 'v2', 'v3', 'latest']),
  app('docker.io/oracle/app', ['v1', 'v2', 'v3', 'latest']),
  app('ghcr.io/oracle/app', ['v1', 'v2', 'v3', 'latest']),
  app('127.0.0.1:5001/private/app', ['v1', 'v2', 'v3', 'latest']),
  {
    repository: '127.0.0.1:5000/distroless',
    tags: ['v1'],
    layersMiB: [0.01, 1.28],
    config: () => ({ entrypoint: ['/web'], env: withPath('VERSION=v1'), exposedPorts: ['8080/tcp'] }),
    tree: () => {
      const tree = baseTree('distroless');
      tree.executable('/web', web, 2_400_000);
      return tree;
    },
  },
  special(
    'nonroot',
    { entrypoint: ['/web'], env: withPath('VERSION=v1'), user: '1000', exposedPorts: ['8080/tcp'] },
    (tree) => void tree.executable('/web', web, 2_400_000),
  ),
  special(
    'named',
    { entrypoint: ['/web'], env: withPath('VERSION=v1'), user: 'appuser', exposedPorts: ['8080/tcp'] },
    (tree) => {
      tree.executable('/web', web, 2_400_000);
      tree.text(
        '/etc/passwd',
        'root:x:0:0:root:/root:/bin/sh\nappuser:x:1001:1001:appuser:/home/appuser:/bin/sh\n',
      );
      tree.text('/etc/group', 'root:x:0:\nappuser:x:1001:\n');
    },
  ),
  special(
    'badnamed',
    { entrypoint: ['/web'], env: withPath('VERSION=v1'), user: 'nosuchuser' },
    (tree) => void tree.executable('/web', web, 2_400_000),
  ),
  special('nocmd', {}),
  special('badexec', { entrypoint: ['/app'] }, (tree) => {
    // Text without #!: neither a program nor a script the kernel would run.
    tree.text('/app', 'this is not a program\n', 0o755);
  }),
  special(
    'noexecbit',
    { entrypoint: ['/app'] },
    (tree) => void tree.executable('/app', web, 2_400_000, 0o644),
  ),
  special('missingbin', { entrypoint: ['/usr/local/bin/missing'] }),
  special(
    'workdir',
    { entrypoint: ['sh', '-c', 'pwd; exec sleep 86400'], workingDir: '/srv/app' },
    (tree) => void tree.mkdirs('/srv/app'),
  ),
  special('arm64only', { entrypoint: ['/web'], architecture: 'arm64' }),
  special(
    'big',
    { entrypoint: ['sleep', '86400'] },
    (tree) => void tree.executable('/bin/filler', sleeper, 59 * 1024 * 1024),
  ),
  {
    repository: 'registry.k8s.io/pause',
    tags: ['3.10', '3.10.1', '3.10.2', '3.9'],
    layersMiB: [0.3],
    config: () => ({ entrypoint: ['/pause'], user: '65535:65535' }),
    tree: pauseTree,
  },
];
