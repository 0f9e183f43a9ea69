import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const DIST = join(import.meta.dirname, '../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** A server of its own origin. */
export interface Host {
  readonly origin: string;
  close(): void;
}

/** Serves the built page under `prefix` as any static host does, without a header of its own, and `pages` beside it. */
export async function serveStatic(
  prefix: string,
  pages: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const page = pages[path];
    if (page !== undefined) return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    if (!path.startsWith(prefix)) return void response.writeHead(404).end();
    const file = path.slice(prefix.length) || 'index.html';
    void readFile(join(DIST, file)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
