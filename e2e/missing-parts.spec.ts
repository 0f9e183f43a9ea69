import { expect, test } from '@playwright/test';
import { encodeLink } from '../src/share/link.ts';

// The pages here complain of what they are kept from: no part of the common test.
test.use({ serviceWorkers: 'block' });

test('a part that cannot be fetched is told of, and the rest works', async ({ page }) => {
  await page.addInitScript("localStorage.setItem('podscope.visited', '1')");
  await page.route(/\/assets\/all-/, (route) => route.abort());
  await page.goto(`/?lang=en${await encodeLink({ run: { catalogue: 'crash-loop' }, view: {} })}`);
  const told = page.getByRole('alert').filter({ hasText: 'A part of Podscope could not be fetched' });
  await expect(told).toBeVisible();
  await page.unroute(/\/assets\/all-/);
  await told.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('[data-stop="kubectl"]')).toBeVisible();
  await expect(told).toHaveCount(0);
});

test('a page that cannot be fetched at all says so in the words it begins with', async ({ page }) => {
  await page.addInitScript("localStorage.setItem('podscope.visited', '1')");
  await page.route(/\/assets\/run-page-/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Podscope could not be fetched whole')).toBeVisible();
  await expect(page.getByText('Podscope를 다 받지 못했다')).toBeVisible();
  await page.unroute(/\/assets\/run-page-/);
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(page.locator('[data-stop="kubectl"]')).toBeVisible();
});
