/** What of nginx's configuration the stand-in follows. */
export interface NginxServer {
  readonly ports: readonly number[];
  readonly root?: string;
  readonly locations: readonly NginxLocation[];
}

export interface NginxLocation {
  readonly path: string;
  readonly exact: boolean;
  readonly root?: string;
  readonly returns?: { readonly status: number; readonly text: string };
  /** `http://name:port` with an optional path. */
  readonly proxyPass?: string;
  readonly stubStatus: boolean;
}

export interface NginxConfig {
  /** Where the process id and temporary files go, and which files it includes. */
  readonly pid?: string;
  readonly temps: Readonly<Record<string, string>>;
  readonly includes: readonly string[];
  /** The line that names a user. */
  readonly userLine?: number;
  readonly servers: readonly NginxServer[];
  /** upstream name → `host:port` … */
  readonly upstreams: ReadonlyMap<string, readonly string[]>;
}

/** The file cannot be read; `message` in nginx's words without the file. */
export interface NginxProblem {
  readonly message: string;
  readonly line: number;
}

interface Directive {
  readonly name: string;
  readonly args: readonly string[];
  readonly block?: readonly Directive[];
  readonly line: number;
}

const MOST_READ = 100;
const read = new Map<string, NginxConfig | NginxProblem>();

/**
 * Reads a configuration file; the containers of one image all read the same. Models nginx src/core/ngx_conf_file.c in the
 * grammar, and little of the directives.
 */
export function parseNginx(text: string): NginxConfig | NginxProblem {
  let known = read.get(text);
  if (known === undefined) {
    known = parseText(text);
    if (read.size >= MOST_READ) read.clear();
    read.set(text, known);
  }
  return known;
}

function parseText(text: string): NginxConfig | NginxProblem {
  const tokens = tokenise(text);
  let at = 0;
  const parseBlock = (nested: boolean): readonly Directive[] | NginxProblem => {
    const directives: Directive[] = [];
    for (;;) {
      const first = tokens[at];
      if (first === undefined)
        return nested
          ? { message: 'unexpected end of file, expecting "}"', line: tokens[tokens.length - 1]?.line ?? 1 }
          : directives;
      at++;
      if (first.text === '}') return nested ? directives : { message: 'unexpected "}"', line: first.line };
      if (first.text === ';') return { message: 'unexpected ";"', line: first.line };
      const args: string[] = [];
      for (;;) {
        const next = tokens[at++];
        if (next === undefined)
          return { message: 'unexpected end of file, expecting ";" or "}"', line: first.line };
        if (next.text === ';' && !next.quoted) {
          directives.push({ name: first.text, args, line: first.line });
          break;
        }
        if (next.text === '{' && !next.quoted) {
          const block = parseBlock(true);
          if ('message' in block) return block;
          directives.push({ name: first.text, args, block, line: first.line });
          break;
        }
        if (next.text === '}' && !next.quoted) return { message: 'unexpected "}"', line: next.line };
        args.push(next.text);
      }
    }
  };
  const directives = parseBlock(false);
  return 'message' in directives ? directives : configOf(directives);
}

interface Token {
  readonly text: string;
  readonly quoted: boolean;
  readonly line: number;
}

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const found of text.matchAll(
    /\n|#[^\n]*|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|[{};]|[^\s{};"'#][^\s{};]*/g,
  )) {
    const [whole, double, single] = found;
    if (whole === '\n') line++;
    else if (!whole.startsWith('#')) {
      const quoted = double ?? single;
      tokens.push({
        text: quoted === undefined ? whole : quoted.replace(/\\n/g, '\n').replace(/\\(["'\\])/g, '$1'),
        quoted: quoted !== undefined,
        line,
      });
    }
  }
  return tokens;
}

function configOf(top: readonly Directive[]): NginxConfig {
  const servers: NginxServer[] = [];
  const upstreams = new Map<string, readonly string[]>();
  const temps: Record<string, string> = {};
  const includes: string[] = [];
  const visit = (directives: readonly Directive[]): void => {
    for (const { name, args, block } of directives) {
      if (name.endsWith('_temp_path')) temps[name] = args[0] ?? '';
      else if (name === 'include') includes.push(args[0] ?? '');
      else if (name === 'http' && block !== undefined) visit(block);
      else if (name === 'server' && block !== undefined) servers.push(serverOf(block));
      else if (name === 'upstream' && block !== undefined)
        upstreams.set(
          args[0] ?? '',
          block.filter((each) => each.name === 'server').map((each) => each.args[0] ?? ''),
        );
    }
  };
  visit(top);
  const pid = top.find(({ name }) => name === 'pid')?.args[0];
  const userLine = top.find(({ name }) => name === 'user')?.line;
  return {
    servers,
    upstreams,
    temps,
    includes,
    ...(pid === undefined ? {} : { pid }),
    ...(userLine === undefined ? {} : { userLine }),
  };
}

function serverOf(block: readonly Directive[]): NginxServer {
  const one = (name: string): string | undefined => block.find((each) => each.name === name)?.args[0];
  const ports = block
    .filter((each) => each.name === 'listen')
    .map((each) => Number((each.args[0] ?? '80').replace(/^.*:(?=\d+$)/, '')));
  const locations = block
    .filter((each) => each.name === 'location' && each.block !== undefined)
    .map((each) => locationOf(each.args, each.block ?? []));
  const numbers = new Set(ports.filter((port) => Number.isInteger(port)));
  const returned = returnsOf(block);
  return {
    ports: numbers.size > 0 ? [...numbers] : [80],
    root: one('root'),
    locations:
      returned === undefined
        ? locations
        : [{ path: '/', exact: false, returns: returned, stubStatus: false }, ...locations],
  };
}

function locationOf(args: readonly string[], block: readonly Directive[]): NginxLocation {
  const one = (name: string): string | undefined => block.find((each) => each.name === name)?.args[0];
  return {
    path: args[args.length - 1] ?? '/',
    exact: args[0] === '=',
    root: one('root'),
    returns: returnsOf(block),
    proxyPass: one('proxy_pass'),
    stubStatus: block.some((each) => each.name === 'stub_status'),
  };
}

function returnsOf(block: readonly Directive[]): NginxLocation['returns'] {
  const found = block.find((each) => each.name === 'return');
  return found === undefined
    ? undefined
    : { status: Number(found.args[0] ?? 200), text: found.args.slice(1).join(' ') };
}
