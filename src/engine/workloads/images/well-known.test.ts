import { describe, expect, it } from 'vitest';
import { Machine, type MachineOptions } from '../testing/machine.ts';
import { FileTree } from '../vfs/tree.ts';
import { createImageCatalogue } from './create.ts';

const catalogue = createImageCatalogue({ world: 'public', roundTripUs: 300_000 });

/** What an image prints within five seconds, run as it is, and how it ends. */
function run(
  reference: string,
  options: Omit<MachineOptions, 'image'> = {},
  prepare: (machine: Machine) => void = () => undefined,
): { readonly code: number | 'running'; readonly lines: readonly string[] } {
  const image = catalogue.lookup(reference);
  if (image === undefined) throw new Error(`no image ${reference}`);
  const { entrypoint, cmd, env } = image.config;
  const given = Object.fromEntries(env.map((entry) => entry.split('=') as [string, string]));
  const machine = new Machine({
    ...options,
    image: image.rootfs() as FileTree,
    env: { ...given, ...options.env },
  });
  prepare(machine);
  const [first = '', ...rest] = [...entrypoint, ...cmd];
  const path = first.startsWith('/') ? first : `/usr/local/bin/${first}`;
  const ran = machine.finish(machine.start([path, ...rest]), 5_000_000);
  const text = (ran.stdout + ran.stderr).replaceAll(/^\d{4}\/\d\d\/\d\d \S+ /gm, '');
  return { code: ran.exit, lines: text.split('\n').filter((line) => line !== '') };
}

const scratch = (path: string) => (machine: Machine) => {
  const tree = new FileTree({ source: 'tmpfs', type: 'tmpfs' });
  tree.root.mode = 0o1777;
  machine.files.mount(path, tree);
};

/** nginx says it in its log and on standard error. */
const emerg = (text: string): readonly string[] => [`[emerg] 1#1: ${text}`, `nginx: [emerg] ${text}`];

describe('nginx', () => {
  it('cannot start on a read-only root file system', () => {
    expect(run('nginx:1.27', { readOnly: true })).toEqual({
      code: 1,
      lines: emerg('mkdir() "/var/cache/nginx/client_temp" failed (30: Read-only file system)'),
    });
    expect(run('nginx:1.27', { readOnly: true }, scratch('/var/cache/nginx')).lines.slice(-2)).toEqual(
      emerg('open() "/run/nginx.pid" failed (30: Read-only file system)'),
    );
    const both = run('nginx:1.27', { readOnly: true }, (machine) => {
      scratch('/var/cache/nginx')(machine);
      scratch('/run')(machine);
    });
    expect(both.code).toBe('running');
  });

  it('cannot start as another user than root, but for the image made for that', () => {
    const { code, lines } = run('nginx:1.27', { uid: 1000 });
    expect([code, lines.at(-1)]).toEqual([
      1,
      'nginx: [emerg] mkdir() "/var/cache/nginx/client_temp" failed (13: Permission denied)',
    ]);
    expect(lines[1]).toContain(
      'nginx: [warn] the "user" directive makes sense only if the master process runs',
    );
    expect(run('nginxinc/nginx-unprivileged:1.27', { uid: 101 }).code).toBe('running');
    expect(run('nginxinc/nginx-unprivileged:1.27', { uid: 101, readOnly: true }).lines.at(-1)).toBe(
      'nginx: [emerg] mkdir() "/tmp/client_temp" failed (30: Read-only file system)',
    );
  });

  it('cannot give its folders to its workers without the right to', () => {
    expect(run('nginx:1.27', { capabilities: [] }).lines).toEqual(
      emerg('chown("/var/cache/nginx/client_temp", 101) failed (1: Operation not permitted)'),
    );
  });

  it('may take port 80 without a right only where no port needs one', () => {
    const prepare = scratch('/var/cache/nginx');
    const writable = (machine: Machine): void => {
      prepare(machine);
      scratch('/run')(machine);
    };
    expect(run('nginx:1.27', { uid: 1000 }, writable).code).toBe('running');
    expect(run('nginx:1.27', { uid: 1000, unprivilegedPortStart: 1024 }, writable).lines.at(-1)).toBe(
      'nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)',
    );
  });
});

describe('httpd', () => {
  it('cannot write down its process id', () => {
    const { code, lines } = run('httpd:2.4', { readOnly: true });
    expect(code).toBe(1);
    expect(lines[0]).toContain(
      '(30)Read-only file system: AH00099: could not create /usr/local/apache2/logs/httpd.pid.XXXXXX',
    );
    expect(run('httpd:2.4', { uid: 1000 }).lines[0]).toContain('(13)Permission denied: AH00099');
  });
});

describe('databases', () => {
  it('want a password only while they have no data', () => {
    const { code, lines } = run('postgres:16');
    expect([code, lines[0], lines.at(-1)]).toEqual([
      1,
      'Error: Database is uninitialized and superuser password is not specified.',
      '       https://www.postgresql.org/docs/current/auth-trust.html',
    ]);
    const again = run('postgres:16', {}, (machine) => {
      const data = new FileTree({ source: 'ext4', type: 'ext4' });
      data.text('/PG_VERSION', '16\n');
      machine.files.mount('/var/lib/postgresql/data', data);
    });
    expect(again.code).toBe('running');
    expect(again.lines[0]).toBe(
      'PostgreSQL Database directory appears to contain a database; Skipping initialization',
    );
    expect(again.lines.some((line) => line.includes('init process complete'))).toBe(false);
  });

  it.each([
    ['mysql:8.0', '    - MYSQL_RANDOM_ROOT_PASSWORD'],
    [
      'mariadb:11',
      '\tYou need to specify one of MARIADB_ROOT_PASSWORD, MARIADB_ROOT_PASSWORD_HASH, MARIADB_ALLOW_EMPTY_ROOT_PASSWORD and MARIADB_RANDOM_ROOT_PASSWORD',
    ],
  ])('%s says which variables would do', (reference, last) => {
    const { code, lines } = run(reference);
    expect([code, lines.at(-1)]).toEqual([1, last]);
  });

  it('cannot make their sockets on a read-only root file system', () => {
    expect(run('postgres:16', { readOnly: true, env: { POSTGRES_PASSWORD: 'x' } }).lines.at(-1)).toContain(
      'FATAL:  could not create lock file "/var/run/postgresql/.s.PGSQL.5432.lock": Read-only file system',
    );
  });
});
