import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, test } from './test.ts';

const dist = join(import.meta.dirname, '../dist');

test('the page opens, keeps to its own origin and passes axe', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Podscope/);
  await expect(page.getByRole('main')).toBeVisible();
  await expectAccessible(page);
});

test('the server sends the content policy, and the page carries it too', async ({ request }) => {
  const response = await request.get('/');
  const header = response.headers()['content-security-policy'];
  expect(header).toBe(
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
      "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const inPage = (header ?? '').replace("; frame-ancestors 'none'", '').replaceAll("'", '&#39;');
  expect(await response.text()).toContain(`http-equiv="Content-Security-Policy" content="${inPage}"`);
});

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A bare file server with the build under /some/where/ and no headers of its own. */
async function serveUnderPath(prefix: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = path === prefix ? 'index.html' : path.slice(prefix.length);
    void readFile(path.startsWith(prefix) ? join(dist, file) : '').then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('the build runs from any folder of a bare static host', async ({ page }) => {
  const server = await serveUnderPath('/some/where/');
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`);
    await expect(page.getByRole('main')).toBeVisible();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
