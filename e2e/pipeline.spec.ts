import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** The text of a part once it stands still. */
async function settledText(part: Locator): Promise<string> {
  let last = '';
  await expect(async () => {
    const now = await part.innerText();
    const same = now === last;
    last = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [300] });
  return last;
}

/** A run of one nginx Pod, applied and simulated to its end; the playhead on its first record. */
async function applied(page: Page): Promise<void> {
  await page.goto('./?lang=en&theme=dark');
  await expect(page.locator('[data-stop="kubectl"]')).toBeVisible();
  // The key is the editor's, which comes a moment after the drawing.
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Record \d+ of \d+$/)).toBeVisible();
  await page.keyboard.press('Home');
}

const sentence = (page: Page) => page.locator('h1');

test('a Pod is followed record by record, from the command to the scheduler', async ({ page }) => {
  await applied(page);
  await page.keyboard.press('ArrowRight');
  await expect(sentence(page)).toHaveText('You run kubectl apply -f nginx.yaml.');
  await page.keyboard.press('ArrowRight');
  await expect(sentence(page)).toHaveText('kubectl sends the Pod to the API server.');
  await page.keyboard.press('ArrowRight');
  await expect(sentence(page)).toHaveText('Stored. Nothing runs yet.');
  await page.keyboard.press('ArrowLeft');
  await expect(sentence(page)).toHaveText('kubectl sends the Pod to the API server.');
  await page.keyboard.press('End');
  await expect(sentence(page)).toHaveText('nginx is Ready. Services may send it traffic now.');
});

test('the same moment gives the same picture, however one came to it', async ({ page }) => {
  await applied(page);
  const drawing = page.locator('[data-region="stage"]');
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowRight');
  await expect(sentence(page)).not.toHaveText('nginx is Ready. Services may send it traffic now.');
  const forward = await settledText(drawing);
  await page.keyboard.press('End');
  await expect(sentence(page)).toHaveText('nginx is Ready. Services may send it traffic now.');
  await page.keyboard.press('Home');
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowRight');
  expect(await settledText(drawing)).toBe(forward);
});

test('levels lead from the cluster into the Pod, and components can be chosen', async ({ page }) => {
  await applied(page);
  await page.keyboard.press('End');
  await page.locator('[data-stop="kubelet"]').click();
  await expect(page.locator('[data-stop="kubelet"]')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-stop="containerd"]')).toBeFocused();
  await page.keyboard.press('0');
  await expect(page.locator('[data-stop="node:worker-1"]')).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'nginx, ready' })).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByText('kubepods-burstable.slice')).toBeVisible();
  await page.keyboard.press('-');
  await expect(page.getByRole('button', { name: 'nginx, ready' })).toBeVisible();
});

test('the Process level shows what runc was told and what the kernel keeps', async ({ page }) => {
  await applied(page);
  await page.keyboard.press('End');
  await page.keyboard.press('4');
  const stage = page.locator('[data-region="stage"]');
  await expect(stage.getByRole('tab', { name: 'config.json' })).toBeVisible();
  await expect(stage.getByText('"oomScoreAdj"')).toBeVisible();
  await expect(stage.getByText('cpu.weight 17')).toBeVisible();
  await stage.getByRole('tab', { name: 'cgroup' }).click();
  await expect(stage.getByText('$ cat cpu.weight')).toBeVisible();
  await expect(stage.getByText('None is declared: running counts as ready.')).toBeVisible();
  await page.keyboard.press('-');
  await expect(page.getByText('kubepods-burstable.slice')).toBeVisible();
});
