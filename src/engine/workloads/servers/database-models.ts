import { ERRNO_TEXT, errnoNumber } from '../errno.ts';
import type { ServerModel } from './generic.ts';
import { graceful } from './system-models.ts';

const MIB = 1024 * 1024;
const MS = 1_000;
const PG = '{time:%Y-%m-%d %H:%M:%S.000 UTC} [{pid}] LOG:  ';

function needsOneOf(names: readonly string[], lines: readonly string[], code = 1): ServerModel['needs'] {
  return (env) => (names.some((name) => (env.get(name) ?? '') !== '') ? undefined : { lines, code });
}

/** The socket's folder is what a read-only root file system refuses first. */
function mysqlPid(server: string, file: string): ServerModel['writes'] {
  const path = `/var/run/mysqld/${file}`;
  return {
    path,
    folderMode: 0o1777,
    refused: (why) => ({
      lines: [
        `${server}: Can't create/write to file '${path}' (Errcode: ${errnoNumber(why)} "${ERRNO_TEXT[why]}")`,
      ],
      code: 1,
    }),
  };
}

function configured(argv: readonly string[]): boolean {
  return argv.some((arg) => arg.endsWith('.conf'));
}

/** Databases, caches and queues. */
export const DATABASE_MODELS = {
  redis: {
    log: [
      {
        afterUs: 5 * MS,
        text: '{pid}:C {time:%d %b %Y %H:%M:%S}.000 * oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo',
      },
      {
        afterUs: 5 * MS,
        text: '{pid}:C {time:%d %b %Y %H:%M:%S}.000 * Redis version=7.4.1, bits=64, commit=00000000, modified=0, pid={pid}, just started',
      },
      {
        afterUs: 5 * MS,
        text: '{pid}:C {time:%d %b %Y %H:%M:%S}.000 # Warning: no config file specified, using the default config. In order to specify a config file use redis-server /path/to/redis.conf',
        when: (argv) => !configured(argv),
      },
      {
        afterUs: 5 * MS,
        text: '{pid}:C {time:%d %b %Y %H:%M:%S}.000 * Configuration loaded',
        when: configured,
      },
      {
        afterUs: 10 * MS,
        text: '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * monotonic clock: POSIX clock_gettime',
      },
      {
        afterUs: 10 * MS,
        text: '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * Running mode=standalone, port=6379.',
      },
      { afterUs: 20 * MS, text: '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * Server initialized' },
      { afterUs: 25 * MS, text: '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * Ready to accept connections tcp' },
    ],
    listensAfterUs: 20 * MS,
    ports: [6379],
    speaks: 'tcp',
    memory: { startBytes: 4 * MIB, restBytes: 8 * MIB, overUs: 100 * MS },
    stop: graceful(50 * MS, [
      '{pid}:signal-handler ({epoch}) Received SIGTERM scheduling shutdown...',
      '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * User requested shutdown...',
      '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * Saving the final RDB snapshot before exiting.',
      '{pid}:M {time:%d %b %Y %H:%M:%S}.000 * DB saved on disk',
      '{pid}:M {time:%d %b %Y %H:%M:%S}.000 # Redis is now ready to exit, bye bye...',
    ]),
  },
  postgres: {
    log: [
      {
        afterUs: 20 * MS,
        text: 'The files belonging to this database system will be owned by user "postgres".',
        first: true,
      },
      { afterUs: 1_200 * MS, text: 'PostgreSQL init process complete; ready for start up.', first: true },
      { afterUs: 1_300 * MS, text: `${PG}starting PostgreSQL 16.4 on x86_64-pc-linux-gnu`, stream: 'stderr' },
      { afterUs: 1_320 * MS, text: `${PG}listening on IPv4 address "0.0.0.0", port 5432`, stream: 'stderr' },
      { afterUs: 1_500 * MS, text: `${PG}database system is ready to accept connections`, stream: 'stderr' },
    ],
    listensAfterUs: 1_450 * MS,
    ports: [5432],
    speaks: 'tcp',
    memory: { startBytes: 20 * MIB, restBytes: 60 * MIB, overUs: 1_500 * MS },
    needs: needsOneOf(
      ['POSTGRES_PASSWORD', 'POSTGRES_HOST_AUTH_METHOD', 'POSTGRES_PASSWORD_FILE'],
      [
        'Error: Database is uninitialized and superuser password is not specified.',
        '       You must specify POSTGRES_PASSWORD to a non-empty value for the',
        '       superuser. For example, "-e POSTGRES_PASSWORD=password" on "docker run".',
        '',
        '       You may also use "POSTGRES_HOST_AUTH_METHOD=trust" to allow all',
        '       connections without a password. This is *not* recommended.',
        '',
        '       See PostgreSQL documentation about "trust":',
        '       https://www.postgresql.org/docs/current/auth-trust.html',
      ],
    ),
    data: (env) => ({
      marker: `${env.get('PGDATA') ?? '/var/lib/postgresql/data'}/PG_VERSION`,
      skips: 'PostgreSQL Database directory appears to contain a database; Skipping initialization',
    }),
    writes: {
      path: '/var/run/postgresql/.s.PGSQL.5432.lock',
      folderMode: 0o1777,
      refused: (why) => ({
        lines: [
          `${PG}could not create lock file "/var/run/postgresql/.s.PGSQL.5432.lock": ${ERRNO_TEXT[why]}`.replace(
            'LOG:',
            'FATAL:',
          ),
        ],
        code: 1,
      }),
    },
    stop: graceful(200 * MS, [`${PG}received fast shutdown request`, `${PG}database system is shut down`], {
      signals: ['SIGTERM', 'SIGINT', 'SIGQUIT'],
    }),
  },
  mysql: {
    log: [
      {
        afterUs: 30 * MS,
        text: '{time:%Y-%m-%d %H:%M:%S}+00:00 [Note] [Entrypoint]: Entrypoint script for MySQL Server 8.4.2-1.el9 started.',
      },
      {
        afterUs: 4_000 * MS,
        text: '{iso} 0 [System] [MY-010116] [Server] /usr/sbin/mysqld (mysqld 8.4.2) starting as process {pid}',
        stream: 'stderr',
      },
      {
        afterUs: 6_000 * MS,
        text: "{iso} 0 [System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. Version: '8.4.2'  socket: '/var/run/mysqld/mysqld.sock'  port: 3306  MySQL Community Server - GPL.",
        stream: 'stderr',
      },
    ],
    listensAfterUs: 5_900 * MS,
    ports: [3306],
    speaks: 'tcp',
    memory: { startBytes: 60 * MIB, restBytes: 420 * MIB, overUs: 6_000 * MS },
    needs: needsOneOf(
      [
        'MYSQL_ROOT_PASSWORD',
        'MYSQL_ALLOW_EMPTY_PASSWORD',
        'MYSQL_RANDOM_ROOT_PASSWORD',
        'MARIADB_ROOT_PASSWORD',
        'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD',
        'MARIADB_RANDOM_ROOT_PASSWORD',
      ],
      [
        '{time}+00:00 [Note] [Entrypoint]: Entrypoint script for MySQL Server 8.4.2-1.el9 started.',
        '{time}+00:00 [ERROR] [Entrypoint]: Database is uninitialized and password option is not specified',
        '    You need to specify one of the following as an environment variable:',
        '    - MYSQL_ROOT_PASSWORD',
        '    - MYSQL_ALLOW_EMPTY_PASSWORD',
        '    - MYSQL_RANDOM_ROOT_PASSWORD',
      ],
    ),
    data: () => ({ marker: '/var/lib/mysql/mysql.ibd' }),
    writes: mysqlPid('mysqld', 'mysqld.pid'),
    stop: graceful(1_000 * MS, [
      '{iso} 0 [System] [MY-013172] [Server] Received SHUTDOWN from user <via user signal>. Shutting down mysqld (Version: 8.4.2).',
      '{iso} 0 [System] [MY-010910] [Server] /usr/sbin/mysqld: Shutdown complete (mysqld 8.4.2)  MySQL Community Server - GPL.',
    ]),
  },
  mariadb: {
    log: [
      {
        afterUs: 30 * MS,
        text: '{time:%Y-%m-%d %H:%M:%S}+00:00 [Note] [Entrypoint]: Entrypoint script for MariaDB Server 1:11.4.2+maria~ubu2404 started.',
      },
      {
        afterUs: 2_500 * MS,
        text: '{time} 0 [Note] mariadbd: ready for connections.',
        stream: 'stderr',
      },
    ],
    listensAfterUs: 2_400 * MS,
    ports: [3306],
    speaks: 'tcp',
    memory: { startBytes: 40 * MIB, restBytes: 110 * MIB, overUs: 3_000 * MS },
    needs: needsOneOf(
      [
        'MARIADB_ROOT_PASSWORD',
        'MARIADB_ROOT_PASSWORD_HASH',
        'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD',
        'MARIADB_RANDOM_ROOT_PASSWORD',
        'MYSQL_ROOT_PASSWORD',
        'MYSQL_ALLOW_EMPTY_PASSWORD',
        'MYSQL_RANDOM_ROOT_PASSWORD',
      ],
      [
        '{time}+00:00 [Note] [Entrypoint]: Entrypoint script for MariaDB Server 1:11.4.2+maria~ubu2404 started.',
        '{time}+00:00 [ERROR] [Entrypoint]: Database is uninitialized and password option is not specified',
        '\tYou need to specify one of MARIADB_ROOT_PASSWORD, MARIADB_ROOT_PASSWORD_HASH, MARIADB_ALLOW_EMPTY_ROOT_PASSWORD and MARIADB_RANDOM_ROOT_PASSWORD',
      ],
    ),
    data: () => ({ marker: '/var/lib/mysql/ibdata1' }),
    writes: mysqlPid('mariadbd', 'mariadb.pid'),
    stop: graceful(700 * MS, [
      '{time} 0 [Note] mariadbd (initiated by: unknown): Normal shutdown',
      '{time} 0 [Note] mariadbd: Shutdown complete',
    ]),
  },
  mongo: {
    log: [
      {
        afterUs: 800 * MS,
        text: '{"t":{"$date":"{iso}"},"s":"I",  "c":"NETWORK",  "id":23016,   "ctx":"listener","msg":"Waiting for connections","attr":{"port":27017,"ssl":"off"}}',
      },
    ],
    listensAfterUs: 780 * MS,
    ports: [27017],
    speaks: 'tcp',
    memory: { startBytes: 40 * MIB, restBytes: 160 * MIB, overUs: 1_000 * MS },
    stop: graceful(500 * MS, [
      '{"t":{"$date":"{iso}"},"s":"I",  "c":"CONTROL",  "id":23377,   "ctx":"SignalHandler","msg":"Received signal","attr":{"signal":15,"error":"Terminated"}}',
    ]),
  },
  memcached: {
    log: [],
    listensAfterUs: 5 * MS,
    ports: [11211],
    speaks: 'tcp',
    memory: { startBytes: 2 * MIB, restBytes: 4 * MIB, overUs: 50 * MS },
    stop: graceful(0, ['Signal handled: Terminated.']),
  },
  rabbitmq: {
    log: [
      {
        afterUs: 6_000 * MS,
        text: '{time:%Y-%m-%d %H:%M:%S}.000000+00:00 [info] <0.9.0> Server startup complete; 4 plugins started.',
      },
    ],
    listensAfterUs: 5_500 * MS,
    ports: [5672, 15672],
    speaks: 'tcp',
    memory: { startBytes: 60 * MIB, restBytes: 150 * MIB, overUs: 6_000 * MS },
    stop: graceful(2_000 * MS, [
      '{time:%Y-%m-%d %H:%M:%S}.000000+00:00 [info] <0.1.0> SIGTERM received - shutting down',
    ]),
  },
} as const satisfies Readonly<Record<string, ServerModel>>;
