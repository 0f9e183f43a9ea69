import { envsubst } from '../toolbox/envsubst.ts';
import type { FileTree } from '../vfs/tree.ts';
import { tagsOf } from './builders.ts';
import { NGINX_PAGES } from './pages.ts';
import { nginxConfig, nginxTree } from './recording.ts';
import { baseTree, withCurl } from './rootfs.ts';
import type { ImageSpec } from './spec.ts';

/** As the image's 20-envsubst-on-templates.sh: configuration from templates. */
const NGINX_ENTRYPOINT = `#!/bin/sh
set -e
if [ "$1" = nginx ] && [ -d /etc/nginx/templates ]; then
  for template in /etc/nginx/templates/*.template; do
    envsubst < "$template" > "/etc/nginx/conf.d/$(basename "$template" .template)"
  done
fi
exec "$@"
`;

const USER = 101;
const TAGS = tagsOf(
  '1\\.(?:1[4-9]|2\\d)',
  'latest|stable|mainline|alpine|stable-alpine|mainline-alpine|alpine-slim|perl',
);

/** nginx as its maintainers build it: workers of a user of their own, temporary files under /var/cache/nginx. */
function builtTree(tag: string): FileTree {
  const tree = nginxTree(baseTree(tag.includes('alpine') ? 'alpine' : 'debian'), tag, {
    cache: '/var/cache/nginx',
    user: USER,
  });
  const account = (path: string, line: string): void => {
    const file = tree.root.entries.get('etc');
    const standing = file?.kind === 'directory' ? file.entries.get(path) : undefined;
    tree.text(`/etc/${path}`, `${standing?.kind === 'file' ? standing.content.toString() : ''}${line}\n`);
  };
  account('passwd', `nginx:x:${USER}:${USER}:nginx user:/nonexistent:/bin/false`);
  account('group', `nginx:x:${USER}:`);
  withCurl(tree);
  tree.executable('/usr/bin/envsubst', envsubst, 30_000);
  tree.text('/docker-entrypoint.sh', NGINX_ENTRYPOINT, 0o775);
  return tree;
}

/** The variant that needs no root: it listens on 8080 and writes below /tmp only. */
function unprivilegedTree(tag: string): FileTree {
  const tree = builtTree(tag);
  const temps = ['client', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `    ${kind === 'client' ? 'client_body' : kind}_temp_path /tmp/${kind}_temp;\n`)
    .join('');
  tree.text(
    '/etc/nginx/nginx.conf',
    NGINX_PAGES.conf
      .replace(/^user .*\n/, '')
      .replace('/run/nginx.pid', '/tmp/nginx.pid')
      .replace('http {\n', `http {\n${temps}`),
  );
  tree.text('/etc/nginx/conf.d/default.conf', NGINX_PAGES.defaultConf.replace(' 80;', ' 8080;'));
  return tree;
}

/** Images of nginx. */
export const NGINX_IMAGES: readonly ImageSpec[] = [
  {
    repository: 'docker.io/library/nginx',
    tags: TAGS,
    layersMiB: [28, 41, 0.01, 0.01, 0.01],
    config: nginxConfig,
    tree: builtTree,
  },
  {
    repository: 'docker.io/nginxinc/nginx-unprivileged',
    tags: TAGS,
    layersMiB: [28, 41, 0.01, 0.01, 0.01],
    config: (tag) => ({ ...nginxConfig(tag), user: String(USER), exposedPorts: ['8080/tcp'] }),
    tree: unprivilegedTree,
  },
  ...['registry.k8s.io/nginx-slim', 'registry.k8s.io/e2e-test-images/nginx'].map(
    (repository): ImageSpec => ({
      repository,
      tags: /^[\w.-]+$/,
      layersMiB: [28, 41],
      config: nginxConfig,
      tree: builtTree,
    }),
  ),
];
