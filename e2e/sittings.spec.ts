import type { Page } from '@playwright/test';
import { atTheEnd } from './playing.ts';
import { expectAtEnd, openTerminal, screen, typeLine } from './terminal-screen.ts';
import { expect, test } from './test.ts';

const SCENARIO = `title: Two Pods by hand
cluster: {preset: kind-3}
steps:
  - at: 0s
    apply: |
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec: {containers: [{name: web, image: 'nginx:1.29'}]}
  - at: 20s
    create: |
      apiVersion: v1
      kind: Pod
      metadata: {name: broken}
      spec: {containers: [{name: a, image: 'nginx:1.29', imagePullPolicy: Sometimes}]}
  - at: 90s
    kubectl: get pods
`;

/** Opens a scenario file by the page's own menu. */
async function openFile(page: Page, text: string): Promise<void> {
  await page.goto('/');
  await expect(page.getByText(/^Record|^No record/).first()).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Open a file/ }).click();
  await (await chooser).setFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await expect(page.getByText('Opened mine.yaml')).toBeVisible();
}

/** The time on the clock above the drawing. */
const clock = (page: Page): Promise<string> =>
  page
    .getByText(/^\+(?:\d+:\d\d\.\d+|[\d.]+ s)$/)
    .first()
    .innerText();

test('manifests that steps carry are files: read, refused, edited and applied', async ({ page }) => {
  await openFile(page, SCENARIO);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'web.yaml' })).toBeVisible();
  await expect(page.getByText('The run applies it at', { exact: false })).toBeVisible();
  await atTheEnd(page);
  await expect(page.getByText('Applied', { exact: true })).toBeVisible();
  await expect(page.getByText('filled in by the API server')).toBeVisible();
  await page.getByRole('tab', { name: 'broken.yaml' }).click();
  await expect(page.getByRole('alert')).toContainText('Unsupported value: "Sometimes"');
  await openTerminal(page);
  await typeLine(page, 'kubectl delete -f web.yaml');
  await expectAtEnd(page, 'pod "web" deleted');
  await page.getByRole('button', { name: 'Edit and re-apply' }).first().click();
  const text = page.getByRole('textbox', { name: /Manifest broken/ });
  await text.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: mended}\nspec: {containers: [{name: a, image: "nginx:1.29"}]}\n',
  );
  await page.keyboard.press('Control+Enter');
  await openTerminal(page);
  await expectAtEnd(page, 'pod/mended created');
});

test('playing waits while a command is typed, and goes on with it', async ({ page }) => {
  await openFile(page, SCENARIO);
  await openTerminal(page);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Command line' }).focus();
  await page.keyboard.type('kubectl get');
  await expect(page.getByText('The clock waits while you type.')).toBeVisible();
  const before = await clock(page);
  await page.waitForTimeout(1_500);
  expect(await clock(page)).toBe(before);
  await page.keyboard.type(' nodes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The clock waits while you type.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Branches, 2' })).toBeVisible();
  await expect(async () => expect(await clock(page)).not.toBe(before)).toPass();
});

test('a link brings every branch along: names, which is shown; taken back stays at the time', async ({
  page,
  context,
}) => {
  await openFile(page, SCENARIO);
  await atTheEnd(page);
  await openTerminal(page);
  await typeLine(page, 'kubectl delete pod web --now');
  await expectAtEnd(page, 'pod "web" deleted');
  await atTheEnd(page);
  const time = await clock(page);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('u');
  await expect(page.getByText('Taken back: kubectl delete pod web --now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Branches, 2' })).toBeVisible();
  await page.keyboard.press('Shift+U');
  await expect(page.getByText('Put back: kubectl delete pod web --now')).toBeVisible();
  await expect(async () => expect(await clock(page)).toBe(time)).toPass();
  await page.keyboard.press('b');
  await page.getByRole('textbox', { name: 'Name of this branch' }).first().fill('mine');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('With 1 other branch')).toBeVisible();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Link to this moment' });
  await expect(field).toHaveValue(/#1\./);
  const link = await field.inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('button', { name: 'Branches, 2' })).toBeVisible();
  await expect(async () => expect(await clock(other)).toBe(time)).toPass();
  await other.keyboard.press('b');
  await other.getByRole('button', { name: 'Show', exact: false }).first().click();
  await other.keyboard.press('Escape');
  await openTerminal(other);
  await expectAtEnd(other, /kubectl get pods/);
  expect(await screen(other)).not.toContain('delete pod web');
});
