import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './test.ts';

/** Applies the manifest that a visitor finds, and goes to where the Pod is Ready. */
async function readyPod(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await page.getByRole('button', { name: /^(Apply|적용)/ }).click();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText(/7 of 7|^7 \/ 7$/)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('a fault: injected from the panel, on at the cursor, ended, taken back', async ({ page }) => {
  await readyPod(page);
  await page.keyboard.press('x');
  const panel = page.getByRole('dialog', { name: 'Inject a fault' });
  await expect(panel.getByText('No fault is on here.')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('switch', { name: 'Stop kubelet' }).click();
  await expect(panel.getByText('1 fault on')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^kubelet on worker-\d is stopped$/ })).toBeVisible();
  await panel.getByRole('button', { name: 'End all' }).click();
  await expect(panel.getByText('No fault is on here.')).toBeVisible();
  // The fault came at the run's end, which only went on; ending it left the fault's consequences behind.
  await expect(page.getByRole('button', { name: 'Branches, 2' })).toBeVisible();
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await expect(page.getByText('The last fault was taken back.').first()).toBeVisible();
});

test('a twin: one thing changed, both on one clock, back to where they part', async ({ page }) => {
  await readyPod(page);
  await page.keyboard.press('b');
  const panel = page.getByRole('dialog', { name: 'Branches and twins' });
  await expect(panel.getByText('on screen')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'imagePullPolicy: Always' }).click();
  const stage = page.getByRole('region', { name: 'Two branches on one clock' });
  await expect(stage.getByRole('heading', { name: 'B. imagePullPolicy: Always' })).toBeVisible();
  await stage.getByRole('button', { name: 'First difference' }).click();
  await expect(stage.getByText(/stored/i).first()).toBeVisible();
  await expectAccessible(page);
  await stage.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(stage.getByRole('heading', { name: 'A. imagePullPolicy: Always' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stage).toBeHidden();
});
