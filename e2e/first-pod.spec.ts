import type { Page } from '@playwright/test';
import { expectAtEnd, openTerminal, typeLine } from './terminal-screen.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Applies the manifest that a visitor finds, and waits until the whole run is there. */
async function applyFirstPod(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await page.getByRole('button', { name: /^(Apply|적용)/ }).click();
  await expect(page.getByText(/(Object stored|오브젝트 저장)/)).toBeVisible();
}

const position = (page: Page): Promise<string> => page.getByText(/^Record \d+ of \d+$/).innerText();

/** The picture at a moment that the transport shows, once it no longer changes. */
async function pictureAt(page: Page, moment: RegExp | string): Promise<string> {
  await expect(page.getByText(moment, { exact: true })).toBeVisible();
  let last = '';
  await expect(async () => {
    const now = (await page.getByRole('main').screenshot()).toString('base64');
    const same = now === last;
    last = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [500] });
  return last;
}

const toTheEnd = async (page: Page): Promise<void> => {
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText(/7 of 7|^7 \/ 7$/)).toBeVisible({ timeout: 500 });
  }).toPass();
};

test('by mouse: apply, watch it become Ready, delete it in the terminal', async ({ page }) => {
  await applyFirstPod(page);
  await toTheEnd(page);
  await expect(page.getByText('is what kubectl prints, and the phase too')).toBeVisible();
  await openTerminal(page);
  await typeLine(page, 'kubectl delete pod nginx');
  await expectAtEnd(page, 'pod "nginx" deleted from default namespace');
  await expect(page.getByText('The Pod is gone from etcd.')).toBeVisible();
});

test('by keyboard alone, in Korean', async ({ page }) => {
  await page.goto('/?lang=ko');
  await expect(page.getByText('아직 아무 일도 없다', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^적용/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('오브젝트 저장')).toBeVisible();
  await toTheEnd(page);
  await page.keyboard.press('w');
  await expect(page.getByRole('tab', { name: '왜?' })).toHaveAttribute('aria-selected', 'true');
});

test('stepping back and forward gives the same picture', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await applyFirstPod(page);
  await toTheEnd(page);
  await page.keyboard.press('Home');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  const moment = await position(page);
  const before = await pictureAt(page, moment);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText(moment, { exact: true })).toBeHidden();
  expect(await pictureAt(page, await position(page))).not.toBe(before);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  // A slow machine may stand still in the middle of a fade: only the picture at rest counts.
  await expect(async () => expect(await pictureAt(page, moment)).toBe(before)).toPass();
});

test('a link opens at the same moment', async ({ page, context }) => {
  await applyFirstPod(page);
  await toTheEnd(page);
  await page.keyboard.press('Home');
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight');
  const moment = await position(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const box = page.getByRole('textbox', { name: 'Link to this moment' });
  await expect(box).toHaveValue(/#1\./);
  const link = await box.inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(moment)).toBeVisible();
  await expect(other.getByRole('heading', { name: /nginx/ }).first()).toBeVisible();
});

test('the end of a first run offers what may come next, by keyboard too', async ({ page }) => {
  await applyFirstPod(page);
  await toTheEnd(page);
  const next = page.getByRole('group', { name: 'What may come next' });
  await expect(next.getByRole('button')).toHaveText(['Delete it', 'Break it', 'Another scenario']);
  await next.getByRole('button', { name: 'Delete it' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('h1').first()).toHaveText(/kubectl delete pod nginx|marked for deletion/);
  await expect(next).toBeHidden();
});

test('a link that does not open says why, and the page goes on', async ({ page }) => {
  await page.goto('/#1.!!!!');
  await expect(page.getByRole('alert')).toContainText('This link is damaged');
  await page.goto('/#7.abc');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('newer Podscope');
  await page.getByRole('button', { name: 'Go on with a fresh cluster' }).click();
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeVisible();
});

test('what cannot be read is not sent, and stays in the editor', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Edit/ }).click();
  const editor = page.locator('.view-lines');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('apiVersion: v1\nkind: Pod\n metadata: {\n');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('left').getByRole('alert')).toContainText('Nothing was sent to the cluster.');
  await expect(editor).toContainText('apiVersion');
});

test('a refusal of the API server stands at its line', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.locator('.view-lines').click();
  await page.keyboard.press('Control+a');
  // Every line at the margin: the editor indents what is typed.
  await page.keyboard.insertText(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, imagee: nginx}]}\n',
  );
  await page.keyboard.press('Control+Enter');
  await expect(async () => {
    // In the editor the keys are the editor's.
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('End');
    await expect(page.getByTestId('left').getByRole('alert')).toContainText(
      'strict decoding error: unknown field "spec.containers[0].imagee"',
      { timeout: 500 },
    );
  }).toPass({ timeout: 60_000 });
});

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing while a Pod is Ready (${theme})`, async ({ page }) => {
    await applyFirstPod(page, `?theme=${theme}`);
    await toTheEnd(page);
    await expectAccessible(page);
  });
}
