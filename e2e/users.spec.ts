import type { Page } from '@playwright/test';
import { expectAtEnd, openTerminal, typeLine } from './terminal-screen.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Chooses who kubectl is, at the end of what has happened. */
async function become(page: Page, user: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Who kubectl is: / })
    .first()
    .click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${user}`) }).click();
  await expectAtEnd(page, `Switched to context "${user}".`);
  await expect(page.getByRole('button', { name: `Who kubectl is: ${user}` }).first()).toBeVisible();
}

test('somebody else asks: 403 where no role allows it, 401 where nobody knows them', async ({ page }) => {
  await page.goto('/');
  await openTerminal(page);
  await become(page, 'developer');
  await typeLine(page, 'kubectl get pods -n kube-system');
  await expectAtEnd(page, 'pods is forbidden: User "developer" cannot list resource "pods"');
  const inspector = page.getByRole('complementary');
  await expect(inspector.getByText('GET pods')).toBeVisible();
  await expect(inspector.getByText('403', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await become(page, 'stranger');
  await typeLine(page, 'kubectl get nodes');
  await expectAtEnd(page, 'You must be logged in to the server (Unauthorized)');
  await expect(inspector.getByText('401', { exact: true })).toBeVisible();
});

test('fields that are not simulated are named in the editor', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.locator('.view-lines').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {securityContext: {seccompProfile: {type: RuntimeDefault}}, containers: [{name: web, image: nginx}]}\n',
  );
  await page.getByText('1 field not simulated: kept, not acted on').click();
  await expect(page.getByText('spec.securityContext.seccompProfile')).toBeVisible();
  // What is open in the editor goes with the first Escape, the keyboard leaves it with the next.
  await page.locator('.view-lines').click();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.monaco-editor.focused')).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
});
