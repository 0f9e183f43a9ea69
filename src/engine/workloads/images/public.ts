import type { Program } from '../program.ts';
import { packageManager } from '../toolbox/packages.ts';
import { web } from '../servers/web.ts';
import { base, server, tagsOf } from './builders.ts';
import { LANGUAGE_IMAGES } from './languages.ts';
import { NGINX_IMAGES } from './nginx.ts';
import { pauseTree } from './recording.ts';
import { BASH, baseTree } from './rootfs.ts';
import { type ImageSpec, withPath } from './spec.ts';
import { TOOL_IMAGES } from './tools.ts';

/** A distribution with other package managers than Debian's. */
function rpmBase(name: string): ImageSpec {
  return {
    ...base(name, /^[\w.-]+$/, 'debian', { layersMiB: [68], cmd: ['/bin/bash'] }),
    tree: () => {
      const tree = baseTree('debian');
      tree.link('/usr/bin/sh', 'bash');
      tree.text('/etc/os-release', `NAME="${name}"\nID="${name}"\n`);
      for (const manager of ['yum', 'dnf', 'microdnf', 'pacman'])
        tree.executable(`/usr/bin/${manager}`, packageManager, 60_000);
      return tree;
    },
  };
}

function ubuntu(): ImageSpec {
  const tags = /^(?:latest|rolling|devel|noble|jammy|focal|bionic|xenial|(?:1[46-9]|2\d)\.(?:04|10))$/;
  return {
    ...base('ubuntu', tags, 'debian', { layersMiB: [28], cmd: ['/bin/bash'] }),
    tree: () => {
      const tree = baseTree('debian');
      tree.text(
        '/etc/os-release',
        'PRETTY_NAME="Ubuntu 24.04.1 LTS"\nNAME="Ubuntu"\nVERSION_ID="24.04"\nVERSION="24.04.1 LTS (Noble Numbat)"\nVERSION_CODENAME=noble\nID=ubuntu\nID_LIKE=debian\n',
      );
      return tree;
    },
  };
}

/** Common public images, modelled. One more: a line here. */
export const PUBLIC_IMAGES: readonly ImageSpec[] = [
  ...NGINX_IMAGES,
  base('busybox', tagsOf('1', 'latest|stable|glibc|musl|uclibc|stable-glibc|stable-musl'), 'busybox', {
    layersMiB: [2.1],
    cmd: ['sh'],
  }),
  base('alpine', tagsOf('3', 'latest|edge'), 'alpine', { layersMiB: [3.6], cmd: ['/bin/sh'] }),
  base(
    'debian',
    /^(?:latest|stable(?:-slim)?|testing|sid|(?:trixie|bookworm|bullseye)(?:-slim)?|1[0-3](?:\.\d+)?(?:-slim)?)$/,
    'debian',
    { layersMiB: [46], cmd: ['bash'] },
  ),
  ubuntu(),
  ...['fedora', 'centos', 'rockylinux', 'almalinux', 'amazonlinux', 'oraclelinux', 'archlinux'].map((name) =>
    rpmBase(name),
  ),
  server({
    name: 'redis',
    model: 'redis',
    tags: tagsOf('[5-8]', 'latest|alpine|bookworm'),
    layersMiB: [28, 0.01, 16],
    binary: '/usr/local/bin/redis-server',
    command: ['redis-server'],
    port: 6379,
    forServer: '-*|*.conf',
    config: { volumes: ['/data'], workingDir: '/data' },
  }),
  server({
    name: 'valkey',
    model: 'redis',
    tags: tagsOf('[7-9]', 'latest|alpine'),
    layersMiB: [28, 16],
    binary: '/usr/local/bin/valkey-server',
    command: ['valkey-server'],
    port: 6379,
    forServer: '-*|*.conf',
  }),
  server({
    name: 'postgres',
    model: 'postgres',
    tags: tagsOf('1[0-8]|9', 'latest|alpine|bookworm'),
    layersMiB: [28, 4, 1.5, 110],
    binary: '/usr/lib/postgresql/16/bin/postgres',
    command: ['postgres'],
    port: 5432,
    config: {
      stopSignal: 'SIGINT',
      env: withPath('PGDATA=/var/lib/postgresql/data').map((entry) =>
        entry.startsWith('PATH=') ? `${entry}:/usr/lib/postgresql/16/bin` : entry,
      ),
      volumes: ['/var/lib/postgresql/data'],
    },
  }),
  server({
    name: 'mysql',
    model: 'mysql',
    tags: tagsOf('5|8|9', 'latest|lts|debian|oracle'),
    layersMiB: [48, 60, 60],
    binary: '/usr/sbin/mysqld',
    command: ['mysqld'],
    port: 3306,
    bashIsSh: true,
    config: { volumes: ['/var/lib/mysql'] },
  }),
  server({
    name: 'mariadb',
    model: 'mariadb',
    tags: tagsOf('1[01]|12', 'latest|lts'),
    layersMiB: [28, 90],
    binary: '/usr/sbin/mariadbd',
    command: ['mariadbd'],
    port: 3306,
    config: { volumes: ['/var/lib/mysql'] },
  }),
  server({
    name: 'mongo',
    model: 'mongo',
    tags: tagsOf('[4-8]', 'latest'),
    layersMiB: [28, 230],
    binary: '/usr/bin/mongod',
    command: ['mongod'],
    port: 27017,
    config: { volumes: ['/data/db'] },
  }),
  server({
    name: 'memcached',
    model: 'memcached',
    tags: tagsOf('1', 'latest|alpine'),
    layersMiB: [28, 4],
    binary: '/usr/local/bin/memcached',
    command: ['memcached'],
    port: 11211,
    config: { user: 'memcache' },
    account: ['memcache', 11_211],
  }),
  server({
    name: 'rabbitmq',
    model: 'rabbitmq',
    tags: tagsOf('3|4', 'latest|management|alpine|management-alpine'),
    layersMiB: [28, 70],
    binary: '/opt/rabbitmq/sbin/rabbitmq-server',
    command: ['/opt/rabbitmq/sbin/rabbitmq-server'],
    port: 5672,
  }),
  server({
    name: 'httpd',
    model: 'httpd',
    tags: tagsOf('2', 'latest|alpine'),
    layersMiB: [28, 4, 25],
    binary: '/usr/local/bin/httpd-foreground',
    command: ['httpd-foreground'],
    port: 80,
    config: { entrypoint: [], stopSignal: 'SIGWINCH' },
  }),
  server({
    name: 'traefik',
    model: 'traefik',
    tags: tagsOf('v?[123]', 'latest'),
    layersMiB: [3.6, 50],
    binary: '/usr/local/bin/traefik',
    command: ['traefik'],
    port: 80,
    base: 'alpine',
  }),
  server({
    name: 'tomcat',
    model: 'tomcat',
    tags: tagsOf('9|1[01]', 'latest'),
    layersMiB: [28, 150],
    binary: '/usr/local/tomcat/bin/catalina.sh',
    command: ['/usr/local/tomcat/bin/catalina.sh', 'run'],
    port: 8080,
    config: { entrypoint: [] },
  }),
  server({
    name: 'docker.io/traefik/whoami',
    model: 'whoami',
    tags: tagsOf('v?1', 'latest'),
    layersMiB: [3],
    binary: '/whoami',
    command: ['/whoami'],
    port: 80,
    base: 'distroless',
  }),
  server({
    name: 'docker.io/containous/whoami',
    model: 'whoami',
    tags: tagsOf('v?1', 'latest'),
    layersMiB: [3],
    binary: '/whoami',
    command: ['/whoami'],
    port: 80,
    base: 'distroless',
  }),
  server({
    name: 'registry.k8s.io/echoserver',
    model: 'echoserver',
    tags: tagsOf('1', 'latest'),
    layersMiB: [28, 20],
    binary: '/usr/local/bin/run.sh',
    command: ['/usr/local/bin/run.sh'],
    port: 8080,
    config: { entrypoint: [] },
  }),
  server({
    name: 'gcr.io/google-samples/hello-app',
    model: 'helloApp',
    tags: tagsOf('[12]', 'latest'),
    layersMiB: [2, 10],
    binary: '/hello-app',
    command: ['/hello-app'],
    port: 8080,
    base: 'distroless',
  }),
  server({
    name: 'us-docker.pkg.dev/google-samples/containers/gke/hello-app',
    model: 'helloApp',
    tags: tagsOf('[12]', 'latest'),
    layersMiB: [2, 10],
    binary: '/hello-app',
    command: ['/hello-app'],
    port: 8080,
    base: 'distroless',
  }),
  server({
    name: 'registry.k8s.io/hpa-example',
    model: 'hpaExample',
    tags: /^(?:latest|v?\d[\w.]*)$/,
    layersMiB: [28, 80],
    binary: '/usr/local/bin/apache2-foreground',
    command: ['/usr/local/bin/apache2-foreground'],
    port: 80,
    config: { entrypoint: [] },
  }),
  server({
    name: 'docker.io/springio/petclinic',
    model: 'javaApp',
    tags: tagsOf('\\d+', 'latest'),
    layersMiB: [28, 180],
    binary: '/usr/local/bin/app',
    command: ['/usr/local/bin/app'],
    port: 8080,
    config: { entrypoint: [] },
  }),
  ...LANGUAGE_IMAGES,
  ...TOOL_IMAGES,
  {
    repository: 'docker.io/library/bash',
    tags: tagsOf('[345]', 'latest|devel'),
    layersMiB: [3.6, 3],
    config: () => ({ cmd: ['bash'], env: withPath() }),
    tree: () => {
      const tree = baseTree('alpine');
      tree.executable('/usr/local/bin/bash', BASH, 1_265_648);
      return tree;
    },
  },
  {
    repository: 'registry.k8s.io/e2e-test-images/busybox',
    tags: /^[\w.-]+$/,
    layersMiB: [2.1],
    config: () => ({ cmd: ['sh'] }),
    tree: () => baseTree('busybox'),
  },
  {
    repository: 'registry.k8s.io/busybox',
    tags: tagsOf('1', 'latest'),
    layersMiB: [2.1],
    config: () => ({ cmd: ['sh'] }),
    tree: () => baseTree('busybox'),
  },
  {
    repository: 'registry.k8s.io/pause',
    tags: /^(?:latest|3\.\d+(?:\.\d+)?)$/,
    layersMiB: [0.3],
    config: () => ({ entrypoint: ['/pause'], user: '65535:65535' }),
    tree: pauseTree,
  },
  {
    repository: 'docker.io/library/hello-world',
    tags: tagsOf('\\d+', 'latest|linux'),
    layersMiB: [0.01],
    config: () => ({ cmd: ['/hello'] }),
    tree: () => {
      const tree = baseTree('scratch');
      tree.executable('/hello', hello, 10_000);
      return tree;
    },
  },
  /** The stand-in application of this project, for its own scenarios. */
  {
    repository: 'docker.io/podscope/app',
    tags: ['v1', 'v2', 'v3', 'latest'],
    layersMiB: [2.1, 6],
    config: (tag) => ({
      entrypoint: ['/web'],
      env: withPath(`VERSION=${tag === 'latest' ? 'v3' : tag}`),
      exposedPorts: ['8080/tcp'],
    }),
    tree: () => {
      const tree = baseTree('busybox');
      tree.executable('/web', web, 6_000_000);
      return tree;
    },
  },
];

const hello: Program = function* (sys) {
  yield* sys.write(
    1,
    '\nHello from Docker!\nThis message shows that your installation appears to be working correctly.\n\n',
  );
  return 0;
};
