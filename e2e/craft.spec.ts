import type { Page } from '@playwright/test';
import { encodeLink } from '../src/share/link.ts';
import { expect, test } from './test.ts';

/** A scenario of the catalogue at a moment, in seconds. */
async function at(page: Page, catalogue: string, seconds: number, query = ''): Promise<void> {
  await page.goto(`/${query}${await encodeLink({ run: { catalogue }, view: { at: seconds * 1_000_000 } })}`);
}

const focused = (page: Page) => page.locator(':focus');

test('a link to a time opens in the story, between two of its steps', async ({ page }) => {
  await at(page, 'first-pod', 3.412);
  await expect(page.locator('h1')).toHaveText(
    'containerd is downloading nginx:1.29. The kubelet waits; nothing else does.',
  );
  await expect(page.getByText('+3.412 s')).toBeVisible();
});

test('the language that the address asks for can be changed', async ({ page }) => {
  await page.goto('/?lang=ko');
  await page.getByRole('button', { name: '언어: 한국어' }).click();
  await expect(page.getByRole('button', { name: 'Language: English' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the keyboard comes back from what it opened', async ({ page }) => {
  await at(page, 'first-pod', 9);
  const kubectl = page.locator('[data-stop="kubectl"]');
  await expect(page.getByText(/7 of 7/)).toBeVisible();
  for (const key of ['?', 'Control+k', 'x', 'b']) {
    await kubectl.focus();
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(kubectl).toBeFocused();
  }
  for (const key of ['s', 'g']) {
    await kubectl.focus();
    await page.keyboard.press(key);
    await expect(kubectl).toBeHidden();
    await expect(focused(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Pipeline' })).toBeFocused();
  }
});

test('Why? answers also where the inspector is away', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await at(page, 'oom-killed', 30);
  await expect(page.getByText('dies each time it starts', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByRole('tab', { name: 'Why?' })).toHaveAttribute('aria-selected', 'true');
});

test('a phone leads into every level and out again', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  try {
    await at(page, 'drain-refuses-bare-pod', 9);
    const levels = page.getByRole('group', { name: 'Zoom level' });
    await levels.getByText('Node', { exact: true }).tap();
    await expect(page.getByText('CPU requests')).toBeVisible();
    await levels.getByText('Pipeline', { exact: true }).tap();
    await expect(page.locator('[data-stop="kubectl"]')).toBeVisible();
    // However long, the title is one line of the bar.
    const title = await page.getByRole('navigation', { name: 'Location' }).boundingBox();
    expect(title?.height).toBeLessThanOrEqual(48);
  } finally {
    await context.close();
  }
});

test('without motion what was opened closes all the same', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await at(page, 'first-pod', 3.412);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  // A menu's first time and its next differ: the first brings its library.
  for (let times = 0; times < 2; times++) {
    await run.click();
    await page.getByRole('menuitem', { name: 'Start over' }).press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['x', 'Inject a fault'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
