import { OPTIONAL_RARE } from '../rare/names.ts';
import { rareProgram } from '../rare/rare.ts';
import { tagsOf } from './builders.ts';
import { BASH, baseTree, rareTools, withCurl } from './rootfs.ts';
import { type ImageSpec, withPath } from './spec.ts';

/** Images that are there for their tools: to ask, to try, to burden. One more: a line here. */
export const TOOL_IMAGES: readonly ImageSpec[] = [
  {
    repository: 'docker.io/curlimages/curl',
    tags: tagsOf('[78]', 'latest'),
    layersMiB: [3.6, 5],
    config: () => ({ entrypoint: ['/entrypoint.sh'], cmd: ['curl'], user: '100', env: withPath() }),
    tree: () => {
      const tree = baseTree('alpine');
      withCurl(tree);
      tree.text(
        '/entrypoint.sh',
        '#!/bin/sh\nset -e\nif [ "${1#-}" != "$1" ]; then set -- curl "$@"; fi\ncase "$1" in http://*|https://*) set -- curl "$@";; esac\nexec "$@"\n',
        0o755,
      );
      return tree;
    },
  },
  {
    repository: 'docker.io/nicolaka/netshoot',
    tags: tagsOf('v?0', 'latest'),
    layersMiB: [3.6, 180],
    config: () => ({ cmd: ['zsh'], env: withPath() }),
    tree: () => {
      const tree = baseTree('alpine');
      withCurl(tree);
      rareTools(tree, '/usr/bin', OPTIONAL_RARE);
      tree.executable('/bin/zsh', BASH, 900_000);
      tree.executable('/bin/bash', BASH, 900_000);
      return tree;
    },
  },
  ...['jessie-dnsutils', 'dnsutils']
    .map((name) => `registry.k8s.io/e2e-test-images/${name}`)
    .map(
      (repository): ImageSpec => ({
        repository,
        tags: /^[\w.-]+$/,
        layersMiB: [46, 30],
        config: () => ({ cmd: ['sleep', 'infinity'], env: withPath() }),
        tree: () => {
          const tree = baseTree('debian');
          rareTools(tree, '/usr/bin', ['dig', 'host', 'nslookup:bind-nslookup']);
          return tree;
        },
      }),
    ),
  {
    repository: 'registry.k8s.io/e2e-test-images/agnhost',
    tags: tagsOf('2', 'latest'),
    layersMiB: [3.6, 40],
    config: () => ({ entrypoint: ['/agnhost'], cmd: ['pause'] }),
    tree: () => {
      const tree = baseTree('alpine');
      tree.executable('/agnhost', rareProgram('agnhost'), 40_000_000);
      return tree;
    },
  },
  ...['polinux/stress', 'polinux/stress-ng', 'progrium/stress', 'vish/stress'].map(
    (repository): ImageSpec => ({
      repository: `docker.io/${repository}`,
      tags: /^[\w.-]+$/,
      layersMiB: [2.6, 1.2],
      config: () => (/^(?:prog|vish)/.test(repository) ? { entrypoint: ['stress'] } : { cmd: ['stress'] }),
      tree: () => {
        const tree = baseTree('alpine');
        for (const name of ['stress', 'stress-ng'])
          tree.executable(`/usr/bin/${name}`, rareProgram('stress'), 120_000);
        return tree;
      },
    }),
  ),
];
