import type { Page } from '@playwright/test';
import { atTheEnd, playScenario } from './playing.ts';
import { expectAtEnd, openTerminal, typeLine } from './terminal-screen.ts';
import { expect, expectAccessible, test } from './test.ts';

const position = (page: Page): Promise<string> =>
  page
    .getByText(/^Record \d+ of/)
    .first()
    .innerText();

/** The link that the dialog offers. */
async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Link to this moment' });
  await expect(field).toHaveValue(/#1\./);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  return link;
}

test('at minute ten a command goes on by itself, and a link opens at what was simulated on', async ({
  page,
  context,
}) => {
  await playScenario(page, 'cronjob');
  await openTerminal(page);
  await typeLine(page, 'kubectl get nodes worker-2');
  await expectAtEnd(page, /\$ kubectl get nodes worker-2\nNAME.*\nworker-2 +Ready/);
  await atTheEnd(page);
  const before = await position(page);
  await page.keyboard.press('o');
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await position(page)).not.toBe(before);
  }).toPass();
  await atTheEnd(page);
  const link = await linkOf(page);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(await position(page)).first()).toBeVisible();
});

test('the terminal says when a command would run where the cursor stands now', async ({ page }) => {
  await playScenario(page, 'first pod');
  await openTerminal(page);
  await page.evaluate('document.activeElement.blur()');
  const foot = page.getByText(/^A command typed here runs at/);
  await page.keyboard.press('ArrowLeft');
  const near = await foot.innerText();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowLeft');
  await expect(foot).not.toHaveText(near);
});

test('two branches of a crash: what differs, on one clock; closed, it stays closed in a link', async ({
  page,
  context,
}) => {
  await playScenario(page, 'CrashLoopBackOff exit');
  for (let i = 0; i < 25; i++) await page.keyboard.press('ArrowLeft');
  await openTerminal(page);
  await typeLine(page, 'kubectl delete pod --all --now');
  await expect(page.getByRole('button', { name: 'Branches, 2' })).toBeVisible();
  await atTheEnd(page);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: /^Compare with/ }).click();
  const stage = page.getByRole('region', { name: 'Two branches on one clock' });
  const differs = stage.getByRole('region', { name: 'What differs' });
  await expect(differs.getByRole('row', { name: /^STATUS so far .*→.*→/ }).first()).toBeVisible();
  await expect(differs.getByRole('row', { name: /^Warning BackOff ×\d+.* ×\d+/ })).toBeVisible();
  await expect(stage.getByText('requests lost')).toBeHidden();
  await expectAccessible(page);
  await stage.getByRole('button', { name: 'First difference' }).click();
  await expect(differs.getByText(/^at \+/)).toBeVisible();
  const compared = await linkOf(page);
  await page.keyboard.press('Escape');
  await expect(stage).toBeHidden();
  const alone = await linkOf(page);
  const other = await context.newPage();
  const region = other.getByRole('region', { name: 'Two branches on one clock' });
  await other.goto(compared);
  await expect(region).toBeVisible();
  await other.goto('about:blank');
  await other.goto(alone);
  await expect(other.getByText(await position(page)).first()).toBeVisible();
  await expect(region).toBeHidden();
});

test('a tab that was clicked leaves the keys to the run; reached by keyboard it has the arrows', async ({
  page,
}) => {
  await playScenario(page, 'first pod');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const end = await position(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Timeline', selected: true })).toBeVisible();
  expect(await position(page)).not.toBe(end);
  await page.keyboard.press('Home');
  await expect(page.getByText(/^Record 0 of/).first()).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Terminal', selected: true })).toBeVisible();
});

test('what was done last is taken back and put back; a key that finds nothing says so', async ({ page }) => {
  await playScenario(page, 'first pod');
  await page.keyboard.press('n');
  await expect(page.getByText('No Warning comes after this record.').first()).toBeVisible();
  await openTerminal(page);
  await typeLine(page, 'kubectl delete pod nginx --now');
  await expectAtEnd(page, 'pod "nginx" deleted');
  await atTheEnd(page);
  await page.keyboard.press('u');
  await expect(page.getByText('Taken back: kubectl delete pod nginx --now').first()).toBeVisible();
  await expectAtEnd(page, /apply -f nginx\.yaml\npod\/nginx created\n\$$/);
  await page.keyboard.press('Shift+U');
  await expect(page.getByText('Put back: kubectl delete pod nginx --now').first()).toBeVisible();
  await expectAtEnd(page, 'pod "nginx" deleted');
  await page.keyboard.press('o');
  await expect(page.getByText(/^Simulated on to \+/).first()).toBeVisible();
});
