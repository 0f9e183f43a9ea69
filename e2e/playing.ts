import { expect, type Page } from '@playwright/test';

/** Opens a scenario by the keyboard, and goes to the end of what is simulated. */
export async function playScenario(page: Page, words: string): Promise<void> {
  await page.goto('/');
  await expect(page.getByText(/^Record|^No record/).first()).toBeVisible();
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill(words);
  // Before the scenarios are there Enter finds none.
  await expect(page.locator('button[data-row]').first()).toBeVisible();
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('searchbox')).toBeHidden();
  await atTheEnd(page);
}

/** Goes to the last record as soon as there is one that is the last. */
export async function atTheEnd(page: Page): Promise<void> {
  await expect(async () => {
    await pressEnd(page);
    await expect(page.getByText(/^Record (\d+) of \1$/).first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Goes to the last record there is. */
export async function pressEnd(page: Page): Promise<void> {
  // In the terminal the keys are the terminal's.
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('End');
}
