import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAtEnd, openTerminal, typeLine } from './terminal-screen.ts';
import { expect, expectAccessible, test } from './test.ts';

async function applyAndLook(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByText('Object stored')).toBeVisible();
  await openTerminal(page);
  await typeLine(page, 'kubectl get nodes');
  await expectAtEnd(page, 'worker-2');
}

const runMenu = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('a tab that is killed comes back as it was left', async ({ page, context }) => {
  await applyAndLook(page);
  await expect
    .poll(() => page.evaluate<string>("localStorage.getItem('podscope.saves') ?? ''"))
    .toContain('get nodes');
  await page.close();
  const again = await context.newPage();
  await again.goto('/');
  await openTerminal(again);
  await expectAtEnd(again, 'kubectl get nodes');
});

test('a run is kept by name, duplicated, and opened again', async ({ page }) => {
  await applyAndLook(page);
  await runMenu(page, 'Kept runs');
  const dialog = page.getByRole('dialog', { name: 'Kept runs' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('mine');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await dialog.getByRole('button', { name: 'Duplicate: mine' }).click();
  await expect(dialog.getByRole('button', { name: /^mine, copy/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await runMenu(page, 'Start over');
  await runMenu(page, 'Kept runs');
  await dialog.getByRole('button', { name: /^mine \d/ }).click();
  await expect(dialog).toBeHidden();
  await openTerminal(page);
  await expectAtEnd(page, 'kubectl get nodes');
});

test('a run as a file, and the file as a run', async ({ page }) => {
  await applyAndLook(page);
  const download = page.waitForEvent('download');
  await runMenu(page, 'Save as a YAML file');
  const file = await download;
  expect(file.suggestedFilename()).toBe('a-first-pod.yaml');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('run: kubectl get nodes');

  const chooser = page.waitForEvent('filechooser');
  await runMenu(page, 'Open a file');
  await (await chooser).setFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await expect(page.getByText('Opened mine.yaml')).toBeVisible();
  const broken = page.waitForEvent('filechooser');
  await runMenu(page, 'Open a file');
  await (await broken).setFiles({
    name: 'bad.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from('title: x\nsteps:\n- at: soon\n  kubectl: get pods\n'),
  });
  await expect(page.getByText(/bad\.yaml cannot be opened: line 3/)).toBeVisible();
});

test('steps, cluster and settings are changed and played', async ({ page }) => {
  await page.goto('/');
  await runMenu(page, 'Steps, cluster, settings');
  const dialog = page.getByRole('dialog', { name: 'Scenario' });
  await dialog.getByRole('button', { name: 'Add a step' }).click();
  await dialog.getByRole('textbox', { name: 'Line or text 1' }).fill('get nodes --show-labels');
  await dialog.getByText('Cluster', { exact: true }).click();
  await dialog.getByRole('combobox').selectOption({ label: 'Three zones, one GPU node' });
  const workers = dialog.getByRole('list', { name: 'Workers' });
  await expect(workers.getByRole('listitem')).toHaveCount(6);
  await dialog.getByRole('button', { name: 'Add a node' }).click();
  const added = workers.getByRole('listitem').last();
  await added.getByText('worker-7').click();
  await added.getByRole('textbox', { name: 'Labels' }).fill('tier=gold');
  await added.getByRole('textbox', { name: 'Taints' }).fill('gpu=yes:NoSchedule');
  await added.getByRole('checkbox', { name: 'Cordoned' }).check();
  await expectAccessible(page);
  await dialog.getByText('Images', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add an image' }).click();
  await dialog.getByRole('textbox', { name: 'Image 1' }).fill('shop/api:1');
  await expectAccessible(page);
  await dialog.getByText('Settings', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('42');
  await dialog.getByRole('button', { name: 'Run from the start' }).click();
  await expect(dialog).toBeHidden();
  await openTerminal(page);
  await expectAtEnd(page, 'tier=gold');
});

test('a link that was gone on from: loading the page again keeps what was done since', async ({ page }) => {
  await page.goto('/#1.q1ZKTixJzMlPL01VslJKyywqLtEtyE9RqgUA.t=3412000&l=2');
  await expect(page.getByText(/^Record \d+ of \d+$/).first()).toBeVisible();
  await openTerminal(page);
  expect(page.url()).toContain('#1.');
  await typeLine(page, 'kubectl get nodes');
  await expect.poll(() => page.url()).not.toContain('#');
  await page.reload();
  await openTerminal(page);
  await expectAtEnd(page, 'kubectl get nodes');
});
