import { describe, expect, it } from 'vitest';
import { Machine } from '../testing/machine.ts';
import type { FileTree } from '../vfs/tree.ts';
import { createImageCatalogue } from './create.ts';

const RECORDING = createImageCatalogue({ world: 'recording', roundTripUs: 80_000, dns: '10.99.0.1' });
const PUBLIC = createImageCatalogue({ world: 'public', roundTripUs: 80_000 });

function pulled(reference: string, auth?: { username: string; password: string }): string {
  const answer = RECORDING.pull(reference, auth);
  return answer.kind === 'image'
    ? `${answer.image.repository}:${answer.image.tag}`
    : answer.kind === 'hang'
      ? 'hang'
      : `${answer.code} ${answer.message}`;
}

describe('names', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['nginx:1.25', 'docker.io/library/nginx:1.25'],
    [
      'team/app@sha256:4a6cf9c96b664ae4dff4aba1a62f10e7b952c6843d69b9128d012a42ae5fde9e',
      'docker.io/team/app@sha256:4a6cf9c96b664ae4dff4aba1a62f10e7b952c6843d69b9128d012a42ae5fde9e',
    ],
    [
      'nginx:1.25@sha256:4a6cf9c96b664ae4dff4aba1a62f10e7b952c6843d69b9128d012a42ae5fde9e',
      'docker.io/library/nginx@sha256:4a6cf9c96b664ae4dff4aba1a62f10e7b952c6843d69b9128d012a42ae5fde9e',
    ],
    ['127.0.0.1:5000/app:v1', '127.0.0.1:5000/app:v1'],
    ['localhost/app', 'localhost/app:latest'],
    ['Nginx:1.25', 'invalid reference format: repository name (library/Nginx) must be lowercase'],
    ['nginx:', 'invalid reference format'],
    ['a b', 'invalid reference format'],
  ])('%s', (reference, expected) => {
    const parsed = RECORDING.parse(reference);
    expect(parsed.ok ? parsed.value.full : parsed.error).toBe(expected);
  });
});

describe('registries of the recordings', () => {
  it.each([
    ['nginx:1.25', 'docker.io/library/nginx:1.25'],
    [
      'nginx:9.9',
      'NotFound failed to pull and unpack image "docker.io/library/nginx:9.9": failed to resolve image: docker.io/library/nginx:9.9: not found',
    ],
    [
      'ngnix:1.25',
      'Unknown failed to pull and unpack image "docker.io/library/ngnix:1.25": failed to resolve image: pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    ],
    [
      'registry.k8s.io/nosuch:v1',
      'NotFound failed to pull and unpack image "registry.k8s.io/nosuch:v1": failed to resolve image: registry.k8s.io/nosuch:v1: not found',
    ],
    [
      '127.0.0.1:5001/private/app:v1',
      'Unknown failed to pull and unpack image "127.0.0.1:5001/private/app:v1": failed to resolve image: pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials',
    ],
    ['127.0.0.1:5002/app:v1', 'hang'],
    [
      '127.0.0.1:5003/app:v1',
      'Unknown failed to pull and unpack image "127.0.0.1:5003/app:v1": failed to resolve image: unexpected status from HEAD request to http://127.0.0.1:5003/v2/app/manifests/v1: 500 Internal Server Error',
    ],
    [
      '127.0.0.1:5004/library/busybox:1.37',
      'Unknown failed to pull and unpack image "127.0.0.1:5004/library/busybox:1.37": failed to resolve image: unexpected status from HEAD request to http://127.0.0.1:5004/v2/library/busybox/manifests/1.37: 429 Too Many Requests',
    ],
    [
      '127.0.0.1:5005/app:v1',
      'Unknown failed to pull and unpack image "127.0.0.1:5005/app:v1": failed to resolve image: unexpected status from HEAD request to http://127.0.0.1:5005/v2/app/manifests/v1: 503 Service Unavailable',
    ],
    [
      '127.0.0.1:5009/app:v1',
      'Unknown failed to pull and unpack image "127.0.0.1:5009/app:v1": failed to resolve image: failed to do request: Head "https://127.0.0.1:5009/v2/app/manifests/v1": dial tcp 127.0.0.1:5009: connect: connection refused',
    ],
    [
      '10.99.0.2:5000/app:v1',
      'Unknown failed to pull and unpack image "10.99.0.2:5000/app:v1": failed to resolve image: failed to do request: Head "https://10.99.0.2:5000/v2/app/manifests/v1": http: server gave HTTP response to HTTPS client',
    ],
    [
      'nosuch.example.com/app:v1',
      'Unknown failed to pull and unpack image "nosuch.example.com/app:v1": failed to resolve image: failed to do request: Head "https://nosuch.example.com/v2/app/manifests/v1": dial tcp: lookup nosuch.example.com on 10.99.0.1:53: no such host',
    ],
  ])('%s', (reference, expected) => {
    expect(pulled(reference)).toBe(expected);
  });

  it('lets in who knows the secret, and says so of another architecture', () => {
    expect(pulled('127.0.0.1:5001/private/app:v1', { username: 'alice', password: 'wrong' })).toBe(
      'Unknown failed to pull and unpack image "127.0.0.1:5001/private/app:v1": failed to resolve image: unexpected status from HEAD request to http://127.0.0.1:5001/v2/private/app/manifests/v1: 401 Unauthorized',
    );
    expect(pulled('127.0.0.1:5001/private/app:v1', { username: 'alice', password: 'secret' })).toBe(
      '127.0.0.1:5001/private/app:v1',
    );
    expect(pulled('127.0.0.1:5000/arm64only:v1')).toMatch(
      /^NotFound get image config descriptor: no match for platform in manifest sha256:[0-9a-f]{64}: not found$/,
    );
  });

  it('fails and recovers by fault, for one image or for all', () => {
    const catalogue = createImageCatalogue({ world: 'recording', roundTripUs: 80_000 });
    catalogue.setFault({ image: 'nginx:1.21', error: 'not-found' });
    catalogue.setFault({ image: '*', delayUs: 3_000_000 });
    expect([catalogue.pull('nginx:1.21').kind, catalogue.pull('nginx:1.22')]).toMatchObject([
      'error',
      { kind: 'image', tookUs: 3_080_000 },
    ]);
    catalogue.setFault({ image: 'nginx:1.21', error: 'none' });
    catalogue.setFault({ image: '*', delayUs: 0 });
    expect([catalogue.pull('nginx:1.21'), catalogue.pull('nginx:1.22')]).toMatchObject([
      { kind: 'image', tookUs: 80_000 },
      { kind: 'image', tookUs: 80_000 },
    ]);
  });
});

describe('images of the world', () => {
  it('knows common ones, guesses others and says so, and does not know what is misspelt', () => {
    const fidelity = (reference: string): string => PUBLIC.lookup(reference)?.fidelity ?? 'none';
    expect(
      ['nginx', 'nginx:1.27-alpine', 'postgres:16', 'python:3.12-slim', 'eclipse-temurin:21-jre'].map(
        fidelity,
      ),
    ).toEqual(['catalogue', 'catalogue', 'catalogue', 'catalogue', 'catalogue']);
    expect(['shop/api:2.3', 'ghcr.io/team/worker', 'wordpress:6'].map(fidelity)).toEqual([
      'guessed',
      'guessed',
      'guessed',
    ]);
    expect(
      ['ngnix', 'nginx:9.99', 'nginx:latset', 'nosuch/app', 'registry.example.com/app'].map(fidelity),
    ).toEqual(['none', 'none', 'none', 'none', 'none']);
  });

  it('takes a pinned digest of what there is on trust, and not one that was typed', () => {
    const real = `sha256:${'0123456789abcdef'.repeat(4)}`;
    const digest = (reference: string): string | undefined => PUBLIC.lookup(reference)?.manifestDigest;
    expect(digest(`ghcr.io/team/worker:v1@${real}`)).toBe(real);
    expect(digest(`nginx:1.27@${real}`)).toBe(real);
    expect(digest(`ngnix@${real}`)).toBeUndefined();
    expect(digest(`nginx@sha256:${'0'.repeat(64)}`)).toBeUndefined();
  });

  it("takes a scenario's own image before all others", () => {
    const catalogue = createImageCatalogue({
      world: 'recording',
      roundTripUs: 0,
      custom: [
        {
          name: 'shop/api:1',
          crashAfterUs: 2_000_000,
          exitCode: 7,
          log: ['up'],
          memoryBytes: 64 * 1024 * 1024,
        },
      ],
    });
    const image = catalogue.lookup('shop/api:1');
    const machine = new Machine({ image: image?.rootfs() as FileTree });
    const ran = machine.finish(machine.start(['/app']), 10_000_000);
    expect([image?.fidelity, ran.exit, ran.stdout, Math.round(ran.tookUs / 1e6)]).toEqual([
      'scenario',
      7,
      'up\n',
      2,
    ]);
    expect(catalogue.pull('shop/api:1').kind).toBe('image');
    expect(catalogue.lookup('shop/api:2')).toBeUndefined();
  });
});

describe('programs of images', () => {
  function start(
    reference: string,
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { readonly machine: Machine; readonly code: () => number | undefined; stop(): void } {
    const machine = new Machine({
      image: PUBLIC.lookup(reference)?.rootfs() as FileTree,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    });
    const handle = machine.start(argv);
    machine.kernel.advance({ until: 10_000_000 });
    return {
      machine,
      code: () => (handle.done.settled ? handle.done.value().code : undefined),
      stop: () => {
        handle.kill('SIGTERM');
        machine.kernel.advance({ until: 20_000_000 });
      },
    };
  }

  it('end on SIGTERM as each of them does', () => {
    const stopped = (
      reference: string,
      argv: readonly string[],
      env?: Readonly<Record<string, string>>,
    ): number | undefined => {
      const run = start(reference, argv, env);
      run.stop();
      return run.code();
    };
    expect(stopped('redis', ['/usr/local/bin/docker-entrypoint.sh', '/usr/local/bin/redis-server'])).toBe(0);
    expect(stopped('traefik/whoami', ['/whoami'])).toBe(2);
    expect(stopped('python', ['/usr/local/bin/python', '-c', 'x'])).toBeUndefined();
    expect(stopped('eclipse-temurin:21', ['/usr/local/bin/java', '-cp', '/', '-m', 'app'])).toBe(143);
  });

  it('of an unknown image stand in for whatever it is told to run', () => {
    const image = PUBLIC.lookup('ghcr.io/team/worker:v1');
    const standIn = image?.standIn ?? '';
    const server = start('ghcr.io/team/worker:v1', [standIn, '--port=8080']);
    expect(server.code()).toBeUndefined();
    server.stop();
    expect(server.code()).toBe(0);
    expect(PUBLIC.lookup('nginx')?.standIn).toBeUndefined();
  });

  it('bring the clients that probes call, and take options for their server', () => {
    const asked = (reference: string, ...argv: readonly string[]): readonly unknown[] => {
      const run = start(reference, argv);
      return [run.code(), run.machine.stderr.split('\n')[0]];
    };
    expect(asked('redis', '/usr/bin/redis-cli', '-h', '10.0.0.1', 'ping')).toEqual([
      1,
      'Could not connect to Redis at 10.0.0.1:6379: Connection refused',
    ]);
    expect(asked('postgres:16', '/usr/bin/pg_isready', '-h', '127.0.0.1')).toEqual([
      2,
      '127.0.0.1:5432 - no response',
    ]);
    expect(asked('mysql:8', '/usr/bin/mysql', '-h', '127.0.0.1', '-e', 'SELECT 1')).toEqual([
      1,
      "ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:3306' (111)",
    ]);
    const mongo = start('mongo:7', ['/usr/local/bin/docker-entrypoint.sh', '--dbpath', '/data/db']);
    expect([mongo.code(), mongo.machine.stderr]).toEqual([undefined, '']);
  });

  it('run the few lines of Python of a Job, and of nothing else', () => {
    const job = (index: string, script: string): readonly unknown[] => {
      const run = start('python', ['/usr/local/bin/python3', '-c', script], { JOB_COMPLETION_INDEX: index });
      return [run.code(), run.machine.stdout];
    };
    const even = `import os, sys
print("Hello world")
if int(os.environ.get("JOB_COMPLETION_INDEX")) % 2 == 0:
  sys.exit(1)
`;
    expect([job('4', even), job('5', even)]).toEqual([
      [1, 'Hello world\n'],
      [0, 'Hello world\n'],
    ]);
    const chosen = `import os, sys
if os.environ.get("JOB_COMPLETION_INDEX") == "1":
  sys.exit(0)
elif os.environ.get("JOB_COMPLETION_INDEX") in "23":
  sys.exit(7)
else:
  sys.exit(1)
`;
    expect(['1', '3', '4'].map((index) => job(index, chosen)[0])).toEqual([0, 7, 1]);
    expect(job('1', 'print("a")\nx = [1]\nprint(x)')).toEqual([undefined, '']);
  });

  it('put a tool in place when the package manager is asked for it', () => {
    const run = start('debian', [
      '/bin/sh',
      '-c',
      'curl --version || apt-get install -y curl >/dev/null; which curl',
    ]);
    expect([run.code(), run.machine.stdout]).toEqual([0, '/usr/bin/curl\n']);
  });

  it('say what they lack and end', () => {
    const postgres = start('postgres:16', ['/usr/lib/postgresql/16/bin/postgres']);
    expect([postgres.code(), postgres.machine.stderr.split('\n')[0]]).toEqual([
      1,
      'Error: Database is uninitialized and superuser password is not specified.',
    ]);
    const java = start('eclipse-temurin:21', ['/usr/local/bin/java', '-jar', 'app.jar']);
    expect([java.code(), java.machine.stderr]).toEqual([1, 'Error: Unable to access jarfile app.jar\n']);
    const pi = start('perl:5.34.0', ['/usr/local/bin/perl', '-Mbignum=bpi', '-wle', 'print bpi(20)']);
    expect([pi.code(), pi.machine.stdout]).toEqual([0, '3.1415926535897932384\n']);
  });
});
