import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { encodeLink } from '../src/share/link.ts';
import { expect, test } from './test.ts';

const dist = join(import.meta.dirname, '../dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** A blog that has Podscope in a folder, and a post with two runs side by side. */
async function serveBlog(post: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    if (path === '/post.html') return void response.writeHead(200, { 'content-type': 'text/html' }).end(post);
    const file = path.replace(/^\/podscope\//, '') || 'index.html';
    void readFile(join(dist, file)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('a blog post steps two runs side by side, and loads no editor for it', async ({ page }) => {
  const [one, two] = await Promise.all(
    ['first-pod', 'out-of-cpu'].map((catalogue) => encodeLink({ run: { catalogue }, view: {} })),
  );
  const server = await serveBlog(`<!doctype html><title>A post</title><link rel="icon" href="data:,"><body>
    <script type="module" src="/podscope/podscope-embed.js"></script>
    <podscope-run id="one" link="/podscope/${one ?? ''}" lang="en" label="one"></podscope-run>
    <podscope-run id="two" link="/podscope/${two ?? ''}" lang="en" label="two"></podscope-run>
    <script>for (const id of ['one', 'two']) document.getElementById(id).addEventListener('step', (event) => {
      document.getElementById(id).dataset.at = event.detail.record + '/' + event.detail.records;
    });</script>`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/post.html`);
    const first = page.locator('#one');
    const second = page.locator('#two');
    await expect(first).toHaveAttribute('data-at', /^0\/[1-9]/);
    await expect(second).toHaveAttribute('data-at', /^0\/[1-9]/);
    await page.evaluate("document.getElementById('one').step(3)");
    await expect(first).toHaveAttribute('data-at', /^3\//);
    await expect(second).toHaveAttribute('data-at', /^0\//);
    await page.evaluate("document.getElementById('two').seek({ at: 5 })");
    await expect(second).toHaveAttribute('data-at', /^[1-9]\d*\//);
    await expect(page.frameLocator('#one iframe').getByRole('main')).toBeVisible();
    expect(asked.filter((url) => /monaco|editor/.test(url))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('after one visit the page opens without a network', async ({ browser, baseURL }) => {
  // Its own context: what cannot be loaded without a network is no fault of the page.
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  await context.addInitScript("localStorage.setItem('podscope.visited', '1')");
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Nothing has happened yet', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Scenarios', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Play / }).first()).toBeVisible();
  await context.close();
});
