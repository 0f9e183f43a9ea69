import type { BrowserContext, Page } from '@playwright/test';
import { expectAtEnd, openTerminal, typeLine } from './terminal-screen.ts';
import { expect, test } from './test.ts';

/** A manifest that was applied, and the editor open with a change that was not. */
async function inMidEdit(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByText('Object stored')).toBeVisible();
  await page.getByRole('button', { name: /^Edit and re-apply/ }).click();
  const editor = page.getByRole('textbox', { name: 'nginx.yaml' });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# not sent yet');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate<string>("localStorage.getItem('podscope.saves') ?? ''"))
    .toContain('# not sent yet');
}

/** The page's process dies at once, as by the system's hand: nothing of it runs any more. */
async function killTab(page: Page, context: BrowserContext): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}

test('a tab that crashes in mid-edit: the run, the moment and the text are there again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  await context.addInitScript("localStorage.setItem('podscope.visited', '1')");
  try {
    const page = await context.newPage();
    await inMidEdit(page);
    await killTab(page, context);
    const again = await context.newPage();
    await again.goto('/');
    await expect(again.getByText('Object stored')).toBeVisible();
    await expect(again.getByText('# not sent yet')).toBeVisible();
    // It has not been sent: the run is the one it was, and it can be sent now.
    await again.getByRole('button', { name: /^Apply/ }).click();
    await openTerminal(again);
    await expectAtEnd(again, 'kubectl apply -f nginx.yaml');
  } finally {
    await context.close();
  }
});

test('a worker that is killed in mid-edit: nothing is lost, and the run goes on', async ({ page }) => {
  await inMidEdit(page);
  const engines = page.workers().filter((worker) => worker.url().includes('host-entry'));
  expect(engines).toHaveLength(1);
  const [engine] = engines;
  const gone = engine?.waitForEvent('close');
  await engine?.evaluate('self.close()');
  await gone;
  await expect(page.getByText('# not sent yet')).toBeVisible();
  await openTerminal(page);
  await typeLine(page, 'kubectl get pods');
  await expectAtEnd(page, /kubectl get pods\n[\s\S]*nginx +\d\/1/);
});
