import { expect, expectAccessible, test } from './test.ts';

test('the gallery: by stage, by symptom, search, and a click that plays', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Scenarios', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Scenarios' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Play / }).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByText('By symptom').click();
  await expect(page.getByRole('button', { name: /^CrashLoopBackOff \d+$/ })).toBeVisible();

  await page.getByRole('searchbox').fill('exit 137');
  await expect(page.getByRole('button', { name: 'Play Out of memory' })).toBeVisible();
  await page.getByRole('searchbox').fill('no such thing at all');
  await expect(page.getByText('Nothing matches')).toBeVisible();

  await page.getByRole('searchbox').fill('unbound immediate');
  await page.getByRole('button', { name: 'Play A claim nobody fulfils' }).click();
  await expect(page.getByText('A claim nobody fulfils')).toBeVisible();
  await expect(page.getByText(/^Record \d+ of \d+$/)).toBeVisible();
});

test('by keyboard alone, in Korean', async ({ page }) => {
  await page.goto('/?lang=ko');
  await expect(page.getByText('아직 아무 일도 없다', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('g');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.insertText('OOMKilled');
  await expect(page.getByRole('button', { name: /재생$/ })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /재생$/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('메모리가 넘쳤다')).toBeVisible();
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { name: '시나리오', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('메모리가 넘쳤다')).toBeVisible();
});

test('a first visit begins with what this is about', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Watch a Pod’s life, one record at a time',
  );
  await expect(page.getByRole('img', { name: 'The cluster at rest: 3 workers', exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Apply Enter' }).click();
  await expect(page.getByText('Object stored')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Watch a Pod’s life')).toBeHidden();
  await context.close();
});
