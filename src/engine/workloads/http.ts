import type { HttpRequest, HttpResponse, Payload } from './sockets.ts';

const REASONS: Readonly<Record<number, string>> = {
  100: 'Continue',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export function reasonOf(status: number): string {
  return REASONS[status] ?? 'Unknown';
}

/** `404 Not Found` */
export function statusLine({ status, reason }: Pick<HttpResponse, 'status' | 'reason'>): string {
  return `${status} ${reason ?? reasonOf(status)}`;
}

export function response(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { kind: 'response', status, headers, body };
}

/** A request from whatever a client sent: structured, or typed by hand through nc. */
export function asRequest(payload: Payload): HttpRequest | undefined {
  if (typeof payload !== 'string') return payload.kind === 'request' ? payload : undefined;
  const [head = '', ...rest] = payload.replace(/\r\n/g, '\n').split('\n\n');
  const [line = '', ...fields] = head.split('\n');
  const found = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/.exec(line.trim());
  if (found === null) return undefined;
  return {
    kind: 'request',
    method: found[1] as string,
    path: found[2] as string,
    headers: parseFields(fields),
    body: rest.join('\n\n'),
  };
}

function parseFields(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon)] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** A message as it is on the wire: what nc prints of it. */
export function wireText(payload: Payload): string {
  if (typeof payload === 'string') return payload;
  const first =
    payload.kind === 'request'
      ? `${payload.method} ${payload.path} HTTP/1.1`
      : `HTTP/1.1 ${statusLine(payload)}`;
  const fields = Object.entries(payload.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${first}\r\n${fields.join('')}\r\n${payload.body}`;
}

/** A header whatever its case. */
export function header(message: HttpRequest | HttpResponse, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(message.headers)) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** Path and query of a request. */
export function target(path: string): { readonly path: string; readonly query: ReadonlyMap<string, string> } {
  const mark = path.indexOf('?');
  const query = new Map<string, string>();
  if (mark >= 0) {
    for (const pair of path.slice(mark + 1).split('&')) {
      const equals = pair.indexOf('=');
      if (pair !== '')
        query.set(equals < 0 ? pair : pair.slice(0, equals), equals < 0 ? '' : pair.slice(equals + 1));
    }
  }
  return { path: mark < 0 ? path : path.slice(0, mark), query };
}
