import { expect, expectAccessible, test } from './test.ts';

test('the run as a table: found, chosen, walked by keyboard', async ({ page }) => {
  await page.goto('./?lang=en&theme=dark');
  await expect(page.locator('[data-stop="kubectl"]')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Record \d+ of \d+$/)).toBeVisible();
  await page.getByRole('tab', { name: 'Records' }).click();
  const grid = page.getByRole('grid', { name: 'Records of the run' });
  const sentence = page.locator('h1');

  // The table goes with the run while it plays, and shows what is near the cursor.
  await expect(async () => {
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Home');
    await grid.getByRole('row', { name: /You run kubectl apply/ }).click({ timeout: 2_000 });
    await expect(sentence).toHaveText('You run kubectl apply -f nginx.yaml.', { timeout: 1_000 });
  }).toPass();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await expect(sentence).toHaveText('kubectl sends the Pod to the API server.');
  await expect(grid.getByRole('row', { selected: true })).toContainText('request.send');

  const find = page.getByRole('searchbox', { name: 'Find by name, component or kind' });
  await find.fill('runpodsandbox');
  await expect(grid.getByRole('row', { name: /cri.call/ })).toHaveCount(1);
  await find.fill('no such thing');
  await expect(page.getByText('No record names all of these words.')).toBeVisible();
  await find.fill('');
  await page.getByText('Whole cluster').click();
  await expect(page.getByRole('status').filter({ hasText: /^\d{4,} records$/ })).toBeVisible();
  await expectAccessible(page);
});
