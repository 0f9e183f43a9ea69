import { expect, type Page } from '@playwright/test';
import { pressEnd } from './playing.ts';

/** The rows on the terminal's screen, as it reads them out. */
export async function screen(page: Page): Promise<string> {
  const rows = await page.locator('.xterm-accessibility-tree > div').allInnerTexts();
  return rows
    .map((row) => row.replaceAll('\u00a0', ' ').trimEnd())
    .join('\n')
    .trimEnd();
}

/** Waits until the terminal shows a text. */
export async function expectScreen(page: Page, text: string | RegExp): Promise<void> {
  await expect(() => expectShown(page, text)).toPass();
}

async function expectShown(page: Page, text: string | RegExp): Promise<void> {
  const shown = await screen(page);
  if (typeof text === 'string') expect(shown).toContain(text);
  else expect(shown).toMatch(text);
}

/** Opens the terminal and puts the keyboard into it. */
export async function openTerminal(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^(Terminal|터미널)$/ }).click();
  await page.getByRole('textbox', { name: /^(Command line|명령줄)$/ }).focus();
  await expectScreen(page, /\$$/);
}

/** Types a line and enters it. */
export async function typeLine(page: Page, line: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(Command line|명령줄)$/ }).focus();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** Goes to the end of the run again and again until the terminal shows a text there. */
export async function expectAtEnd(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await pressEnd(page);
    await expectShown(page, text);
  }).toPass();
}
