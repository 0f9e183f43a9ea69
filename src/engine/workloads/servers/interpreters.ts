import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Program, Syscalls } from '../program.ts';
import { fail, options, out, readAll, writeAll } from '../toolbox/io.ts';
import { pythonScript } from './python.ts';
import { serveHttp } from './serve.ts';
import { worksAndEnds } from './stand-in.ts';
import { staticFile } from './static-files.ts';
import { accessLine } from './access-log.ts';

const MIB = 1024 * 1024;

/** A language's runtime: what it says of missing files, and how it takes signals. Programs in the language are not run. */
export interface RuntimeModel {
  readonly name: string;
  readonly version: string;
  readonly missing: (file: string) => { readonly text: string; readonly code: number };
  readonly restBytes: number;
  /** As PID 1: 'discarded' (Python, Node.js) or an exit code of its own after hooks (Java: 143). */
  readonly onTerm: 'discarded' | number;
}

export const RUNTIMES = {
  python: {
    name: 'python',
    version: 'Python 3.12.5',
    restBytes: 10 * MIB,
    onTerm: 'discarded',
    missing: (file) => ({
      text: `python: can't open file '${file.startsWith('/') ? file : `//${file}`}': [Errno 2] ${ERRNO_TEXT.ENOENT}`,
      code: 2,
    }),
  },
  node: {
    name: 'node',
    version: 'v22.7.0',
    restBytes: 45 * MIB,
    onTerm: 'discarded',
    missing: (file) => ({
      text: `node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module '${file.startsWith('/') ? file : `/${file}`}'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v22.7.0`,
      code: 1,
    }),
  },
  java: {
    name: 'java',
    version: 'openjdk 21.0.4 2024-07-16',
    restBytes: 120 * MIB,
    onTerm: 143,
    missing: (file) => ({
      text: file.endsWith('.jar')
        ? `Error: Unable to access jarfile ${file}`
        : `Error: Could not find or load main class ${file}\nCaused by: java.lang.ClassNotFoundException: ${file}`,
      code: 1,
    }),
  },
  ruby: {
    name: 'ruby',
    version: 'ruby 3.3.4',
    restBytes: 14 * MIB,
    onTerm: 'discarded',
    missing: (file) => ({ text: `ruby: No such file or directory -- ${file} (LoadError)`, code: 1 }),
  },
  php: {
    name: 'php',
    version: 'PHP 8.3.11 (cli)',
    restBytes: 12 * MIB,
    onTerm: 'discarded',
    missing: (file) => ({ text: `Could not open input file: ${file}`, code: 1 }),
  },
  perl: {
    name: 'perl',
    version: 'This is perl 5, version 40, subversion 0 (v5.40.0)',
    restBytes: 5 * MIB,
    onTerm: 'discarded',
    missing: (file) => ({ text: `Can't open perl script "${file}": No such file or directory`, code: 2 }),
  },
} as const satisfies Readonly<Record<string, RuntimeModel>>;

export function runtimeProgram(model: RuntimeModel): Program {
  return (sys) => run(sys, model);
}

function* run(sys: Syscalls, model: RuntimeModel): Task<number> {
  const args = sys.argv.slice(1);
  const called = sys.argv[0]?.split('/').pop() ?? '';
  if (INSTALLERS.has(called)) return yield* installer(sys, model, called);
  if (args.some((arg) => ['--version', '-V', '-version', '-v'].includes(arg))) {
    yield* out(sys, `${model.version}\n`);
    return 0;
  }
  if (model.name === 'python' && args.join(' ').includes('-m http.server'))
    return yield* pythonHttpServer(sys, args);
  const digits = /bpi\((\d+)\)/.exec(args.join(' '))?.[1];
  if (model.name === 'perl' && digits !== undefined) return yield* printPi(sys, Number(digits));
  const script = model.name === 'python' && args[0] === '-c' ? pythonScript(sys, args[1] ?? '') : undefined;
  if (script !== undefined) return yield* script();
  const inline = args.some((arg) => arg === '-c' || arg === '-e' || arg === '-wle' || arg === '-p');
  const jar = args.indexOf('-jar');
  const file = jar >= 0 ? args[jar + 1] : args.find((arg) => !arg.startsWith('-'));
  if (!inline && file === undefined) {
    // No program: it is read from stdin, which is at its end.
    yield* readAll(sys, 0);
    return model.name === 'java' ? yield* fail(sys, 'Usage: java [options] <mainclass> [args...]') : 0;
  }
  if (!inline && file !== undefined && !args.includes('-m') && !sys.stat(file).ok) {
    const { text, code } = model.missing(file);
    return yield* fail(sys, text, code);
  }
  return yield* stayUp(sys, model);
}

/** Package managers that come with the runtimes. */
const INSTALLERS: ReadonlySet<string> = new Set([
  'pip',
  'pip3',
  'npm',
  'npx',
  'yarn',
  'go',
  'composer',
  'gem',
  'bundle',
]);
const INSTALLS = /^(?:add|build|cache|ci|config|get|i|install|mod|update)$/;
const INSTALL_US = 2_000_000;

/** Installs nothing, in the time that takes; a script of package.json needs one. */
function* installer(sys: Syscalls, model: RuntimeModel, name: string): Task<number> {
  const [verb = '', file] = sys.argv.slice(1).filter((arg) => !arg.startsWith('-'));
  if (verb === '' || verb === 'version' || sys.argv[1] === '--version') {
    yield* out(sys, `${model.version}\n`);
    return 0;
  }
  if (INSTALLS.test(verb)) {
    const until = sys.now() + INSTALL_US;
    while (sys.now() < until) yield* sys.sleep(until - sys.now());
    return yield* fail(sys, `(not simulated: ${name} ${verb}; it does nothing and succeeds)`, 0);
  }
  const needed = name === 'go' ? file : name === 'npm' || name === 'yarn' ? 'package.json' : undefined;
  if (needed === undefined || sys.stat(needed).ok) return yield* stayUp(sys, model);
  if (name === 'go')
    return yield* fail(
      sys,
      `no required module provides package ${needed}: go.mod file not found in current directory or any parent directory; see 'go help modules'`,
    );
  const path = `${sys.cwd().replace(/\/$/, '')}/package.json`;
  const lines = [
    'code ENOENT',
    'syscall open',
    `path ${path}`,
    'errno -2',
    `enoent Could not read package.json: Error: ENOENT: no such file or directory, open '${path}'`,
  ];
  return yield* fail(sys, lines.map((line) => `npm error ${line}`).join('\n'), 254);
}

/** What stands in for a program in the language: it stays up, and says that it is no more than that. */
function* stayUp(sys: Syscalls, model: RuntimeModel): Task<number> {
  const ends = sys.runsToEnd() || !sys.isMain();
  const does = ends ? 'ends after a while' : 'stays up and does nothing';
  yield* writeAll(sys, 2, `(not simulated: ${model.name} programs; this process ${does})\n`);
  if (ends) return yield* worksAndEnds(sys);
  let ended = false;
  if (typeof model.onTerm === 'number') {
    sys.signal('SIGTERM', () => {
      ended = true;
    });
  }
  yield* sys.grow(model.restBytes);
  for (const port of sys.declaredPorts()) {
    const socket = sys.listen(port);
    if (!socket.ok) continue;
    const root = sys.cwd();
    sys.thread(
      serveHttp(sys, {
        socket: socket.value,
        done: () => ended,
        handle: (request) => staticFile(sys, root, request.path),
      }),
    );
  }
  while (!ended) yield* sys.pause();
  return typeof model.onTerm === 'number' ? model.onTerm : 0;
}

function* pythonHttpServer(sys: Syscalls, args: readonly string[]): Task<number> {
  const { flags } = options(['python', ...args], 'm:d:b:u');
  const port = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 8000);
  const root = flags.get('d') ?? sys.cwd();
  const socket = sys.listen(port);
  if (!socket.ok) return yield* fail(sys, 'OSError: [Errno 98] Address already in use');
  yield* sys.grow(RUNTIMES.python.restBytes);
  yield* out(sys, `Serving HTTP on 0.0.0.0 port ${port} (http://0.0.0.0:${port}/) ...\n`);
  yield* serveHttp(sys, {
    socket: socket.value,
    done: () => false,
    handle: function* (request, remote) {
      const found = yield* staticFile(sys, root, request.path);
      const listing = found.status === 403 ? directoryPage(sys, root, request.path) : undefined;
      const answer =
        listing === undefined
          ? found
          : { ...found, status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: listing };
      yield* writeAll(
        sys,
        2,
        accessLine(request, answer, { remote, unixUs: sys.unixUs() }).replace(
          / \d+ "[^"]*" "[^"]*" "[^"]*"\n$/,
          ' -\n',
        ),
      );
      return { ...answer, headers: { Server: 'SimpleHTTP/0.6 Python/3.12.5', ...answer.headers } };
    },
  });
  return 0;
}

function directoryPage(sys: Syscalls, root: string, path: string): string | undefined {
  const names = sys.readdir(`${root.replace(/\/$/, '')}/${path.replace(/^\//, '')}`);
  if (!names.ok) return undefined;
  const items = [...names.value]
    .sort()
    .map((name) => `<li><a href="${name}">${name}</a></li>\n`)
    .join('');
  return `<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<title>Directory listing for ${path}</title>\n</head>\n<body>\n<h1>Directory listing for ${path}</h1>\n<hr>\n<ul>\n${items}</ul>\n<hr>\n</body>\n</html>\n`;
}

/** The Job every manual shows: pi to so many digits, by Machin's formula in integers. */
function* printPi(sys: Syscalls, digits: number): Task<number> {
  const places = Math.min(Math.max(digits, 1), 5_000);
  // bignum takes its time: about 4 s for 2000 digits, growing with the square.
  yield* sys.cpu(Math.round((places / 2_000) ** 2 * 4_000_000));
  const unit = 10n ** BigInt(places + 10);
  const arctan = (inverse: bigint): bigint => {
    let term = unit / inverse;
    let sum = term;
    for (let n = 3n, sign = -1n; term !== 0n; n += 2n, sign = -sign) {
      term /= inverse * inverse;
      sum += sign * (term / n);
    }
    return sum;
  };
  const pi = (4n * (4n * arctan(5n) - arctan(239n))).toString();
  yield* out(sys, `3.${pi.slice(1, places)}\n`);
  return 0;
}
