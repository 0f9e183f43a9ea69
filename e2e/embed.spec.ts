import { encodeLink } from '../src/share/link.ts';
import { serveStatic } from './static-host.ts';
import { expect, test } from './test.ts';

test('a blog post steps two runs side by side, and loads no editor for it', async ({ page }) => {
  const [one, two] = await Promise.all(
    ['first-pod', 'out-of-cpu'].map((catalogue) => encodeLink({ run: { catalogue }, view: {} })),
  );
  const post = `<!doctype html><title>A post</title><link rel="icon" href="data:,"><body>
    <script type="module" src="/podscope/podscope-embed.js"></script>
    <podscope-run id="one" link="/podscope/${one ?? ''}" lang="en" label="one"></podscope-run>
    <podscope-run id="two" link="/podscope/${two ?? ''}" lang="en" label="two"></podscope-run>
    <script>for (const id of ['one', 'two']) document.getElementById(id).addEventListener('step', (event) => {
      document.getElementById(id).dataset.at = event.detail.record + '/' + event.detail.records;
    });</script>`;
  const host = await serveStatic('/podscope/', { '/post.html': post });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  try {
    await page.goto(`${host.origin}/post.html`);
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
    host.close();
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

test('the served page is framed by a page of another origin in its reduced form, and not otherwise', async ({
  browser,
  baseURL,
}) => {
  const fragment = await encodeLink({ run: { catalogue: 'first-pod' }, view: { at: 2_000_000 } });
  const frame = (id: string, query: string): string =>
    `<iframe id="${id}" src="${baseURL ?? ''}/?lang=en${query}${fragment}" width="800" height="450"></iframe>`;
  const host = await serveStatic('/none/', {
    '/post.html': `<!doctype html><title>A post</title>${frame('whole', '')}${frame('reduced', '&embed')}`,
  });
  // Its own context: the refused frame is what is tested, not a fault.
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${host.origin}/post.html`);
    const reduced = page.frameLocator('#reduced');
    await expect(reduced.getByRole('main')).toBeVisible();
    // A link that knows the time alone still opens there.
    await expect(reduced.getByText('+0.', { exact: false }).first()).toBeVisible();
    await expect(page.frameLocator('#whole').getByRole('main')).toHaveCount(0);
  } finally {
    await context.close();
    host.close();
  }
});

test('under a sub-path, as kubectl proxy --www serves it: the run, the editor, a link and the next visit without a network', async ({
  browser,
}) => {
  const host = await serveStatic('/static/podscope/');
  const context = await browser.newContext({ locale: 'en-US' });
  await context.addInitScript("localStorage.setItem('podscope.visited', '1')");
  const missing: string[] = [];
  context.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  try {
    const page = await context.newPage();
    await page.goto(`${host.origin}/static/podscope/`);
    await page.getByRole('button', { name: /^Apply/ }).click();
    await expect(page.getByText('Object stored')).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).click();
    const box = page.getByRole('textbox', { name: 'Link to this moment' });
    await expect(box).toHaveValue(/\/static\/podscope\/#1\./);
    const link = await box.inputValue();
    await page.keyboard.press('Escape');
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await context.setOffline(true);
    const again = await context.newPage();
    await again.goto(link);
    await expect(again.getByText('Object stored')).toBeVisible();
    expect(missing).toEqual([]);
  } finally {
    await context.close();
    host.close();
  }
});
