import type { Task } from '../../kernel/task.ts';
import type { NetError, Program, Syscalls } from '../program.ts';
import { fail, out } from '../toolbox/io.ts';
import { addressOf, netErrorText } from '../toolbox/wget.ts';

/** A server's own client as probes and init containers use it: it connects, and says in its words what came of it. */
interface ClientModel {
  readonly port: number;
  /** The flag that takes the host, and the one for the port. */
  readonly hostFlag: string;
  readonly portFlag: string;
  /** What it prints of a server that is there. */
  readonly ok: (call: Call) => string;
  readonly refused: (call: Call, error: NetError | 'unknown-host') => string;
  readonly code: number;
}

interface Call {
  /** '' when none was named. */
  readonly host: string;
  readonly port: number;
  /** The arguments, joined. */
  readonly args: string;
}

const NOT_SIMULATED = '(not simulated: the data behind this server; it does nothing and succeeds)\n';

const at = ({ host, port }: Call, otherwise: string): string => `${host === '' ? otherwise : host}:${port}`;

/** The answer of a probe's favourite question, for any other the truth. */
const asked = (pattern: RegExp, answer: string) => (call: Call) =>
  pattern.test(call.args) ? answer : NOT_SIMULATED;

const PSQL: Pick<ClientModel, 'port' | 'hostFlag' | 'portFlag' | 'code'> = {
  port: 5432,
  hostFlag: '-h',
  portFlag: '-p',
  code: 2,
};

const MYSQL: Pick<ClientModel, 'port' | 'hostFlag' | 'portFlag' | 'code'> = {
  port: 3306,
  hostFlag: '-h',
  portFlag: '-P',
  code: 1,
};

const SOCKET = '/var/run/mysqld/mysqld.sock';

function mysqlRefused({ host, port }: Call, error: NetError | 'unknown-host'): string {
  if (host === '' || host === 'localhost')
    return `ERROR 2002 (HY000): Can't connect to local MySQL server through socket '${SOCKET}' (2)`;
  return error === 'unknown-host'
    ? `ERROR 2005 (HY000): Unknown MySQL server host '${host}' (-2)`
    : `ERROR 2003 (HY000): Can't connect to MySQL server on '${host}:${port}' (111)`;
}

const CLIENTS = {
  redis: {
    port: 6379,
    hostFlag: '-h',
    portFlag: '-p',
    ok: asked(/\bping\b/i, 'PONG\n'),
    refused: (call, error) =>
      `Could not connect to Redis at ${at(call, '127.0.0.1')}: ${error === 'unknown-host' ? 'Name or service not known' : netErrorText(error)}`,
    code: 1,
  },
  pgIsReady: {
    ...PSQL,
    ok: (call) => `${at(call, '/var/run/postgresql')} - accepting connections\n`,
    refused: (call) => `${at(call, '/var/run/postgresql')} - no response`,
  },
  psql: {
    ...PSQL,
    ok: asked(/select 1;?\s*$/i, ' ?column? \n----------\n        1\n(1 row)\n\n'),
    refused: ({ host, port }) =>
      host === ''
        ? `psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.${port}" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?`
        : `psql: error: connection to server at "${host}", port ${port} failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?`,
  },
  mysql: { ...MYSQL, ok: asked(/select 1;?\s*$/i, '1\n1\n'), refused: mysqlRefused },
  mysqladmin: {
    ...MYSQL,
    ok: asked(/\bping\b/, 'mysqld is alive\n'),
    refused: (call, error) =>
      `mysqladmin: connect to server at '${call.host === '' ? 'localhost' : call.host}' failed\nerror: '${mysqlRefused(call, error).replace(/^ERROR \d+ \(\w+\): /, '')}'`,
  },
  mongo: {
    port: 27017,
    hostFlag: '--host',
    portFlag: '--port',
    ok: asked(/ping/, '{ ok: 1 }\n'),
    refused: (call) => `MongoNetworkError: connect ECONNREFUSED ${at(call, '127.0.0.1')}`,
    code: 1,
  },
  rabbitmq: {
    port: 5672,
    hostFlag: '--host',
    portFlag: '--port',
    ok: asked(/\bping\b/, 'Ping succeeded\n'),
    refused: () =>
      'Error: unable to perform an operation on node. Please see diagnostics information and suggestions below.',
    code: 69,
  },
} as const satisfies Readonly<Record<string, ClientModel>>;

/** Which of them an image has under which names, by the server it is made for. */
export const CLIENTS_OF: Readonly<Record<string, Readonly<Record<string, keyof typeof CLIENTS>>>> = {
  redis: { 'redis-cli': 'redis', 'valkey-cli': 'redis' },
  postgres: { pg_isready: 'pgIsReady', psql: 'psql' },
  mysql: {
    mysql: 'mysql',
    mysqladmin: 'mysqladmin',
    mariadb: 'mysql',
    'mariadb-admin': 'mysqladmin',
    'healthcheck.sh': 'mysqladmin',
  },
  mariadb: {
    mariadb: 'mysql',
    'mariadb-admin': 'mysqladmin',
    mysqladmin: 'mysqladmin',
    'healthcheck.sh': 'mysqladmin',
  },
  mongo: { mongosh: 'mongo', mongo: 'mongo' },
  rabbitmq: { 'rabbitmq-diagnostics': 'rabbitmq', rabbitmqctl: 'rabbitmq' },
};

export function clientProgram(name: keyof typeof CLIENTS): Program {
  return (sys) => run(sys, CLIENTS[name]);
}

function* run(sys: Syscalls, model: ClientModel): Task<number> {
  const args = sys.argv.slice(1);
  const port = Number(valueOf(args, model.portFlag) ?? model.port);
  const call: Call = { host: valueOf(args, model.hostFlag) ?? '', port, args: args.join(' ') };
  const address = yield* addressOf(
    sys,
    call.host.startsWith('/') || call.host === '' ? '127.0.0.1' : call.host,
  );
  if (address === undefined) return yield* fail(sys, model.refused(call, 'unknown-host'), model.code);
  for (;;) {
    const connected = yield* sys.connect(address, port, { timeoutUs: 5_000_000 });
    if (connected === 'interrupted') continue;
    if (!connected.ok) return yield* fail(sys, model.refused(call, connected.error), model.code);
    connected.value.close();
    yield* out(sys, model.ok(call));
    return 0;
  }
}

/** `-h VALUE`, `-hVALUE` or `--host=VALUE`; a long flag's short form counts as the clients have it. */
function valueOf(args: readonly string[], flag: string): string | undefined {
  const long = /host|^-h$/.test(flag) ? '--host' : '--port';
  for (const [index, arg] of args.entries()) {
    if (arg === flag || arg === long) return args[index + 1];
    if (arg.startsWith(`${long}=`)) return arg.slice(long.length + 1);
    if (!flag.startsWith('--') && arg.startsWith(flag) && arg.length > 2) return arg.slice(2);
  }
  return undefined;
}
