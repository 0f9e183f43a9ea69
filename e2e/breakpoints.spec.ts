import type { Page } from '@playwright/test';
import { playScenario } from './playing.ts';
import { expect, test } from './test.ts';

const recordNumber = async (page: Page): Promise<number> =>
  Number(
    /\d+/.exec(
      await page
        .getByText(/^Record \d+ of/)
        .first()
        .innerText(),
    )?.[0],
  );

/** Adds what the palette finds. */
async function stopAt(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(words);
  await expect(page.getByRole('option', { name: words }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toBeHidden();
}

/** Plays until something stops it or the run ends, and says where that is. */
async function playToStop(page: Page): Promise<number> {
  // Where a menu was closed its button has the keyboard.
  await page.evaluate('document.activeElement.blur()');
  const from = await recordNumber(page);
  await page.keyboard.press('Space');
  await expect(async () => {
    expect(await recordNumber(page)).not.toBe(from);
    await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible({ timeout: 100 });
  }).toPass();
  return recordNumber(page);
}

test('breakpoints of each kind, by keyboard and pointer: hit, off, removed, never reached', async ({
  page,
}) => {
  await playScenario(page, 'first pod');
  await page.keyboard.press('Home');
  // At the pace of a reader the way to Ready is half a minute.
  for (let times = 0; times < 4; times++) await page.keyboard.press('.');
  const menu = page.getByRole('button', { name: 'Stop playing at …' });
  // A component acts, by pointer.
  await menu.click();
  await page.getByRole('menuitemcheckbox', { name: /kube-scheduler/ }).click();
  await page.keyboard.press('Escape');
  const scheduler = await playToStop(page);
  await expect(page.getByText('Stopped at: kube-scheduler acts').first()).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove all' }).click();
  // An Event's reason and an object's condition, by keyboard.
  await stopAt(page, 'Event Pulled');
  const pulled = await playToStop(page);
  expect(pulled).toBeGreaterThan(scheduler);
  await stopAt(page, 'Ready=True of any Pod');
  const ready = await playToStop(page);
  expect(ready).toBeGreaterThan(pulled);
  // Turned off, one is passed by; the other still stops.
  await menu.click();
  await page.getByRole('menuitemcheckbox', { name: /Pulled/ }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  expect(await playToStop(page)).toBe(ready);
  // One that is never reached lets the run play to its end.
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove all' }).click();
  await menu.click();
  await page.getByRole('menuitemcheckbox', { name: /BackOff/ }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await playToStop(page);
  await expect(page.getByText(/^Record (\d+) of \1$/).first()).toBeVisible();
});
