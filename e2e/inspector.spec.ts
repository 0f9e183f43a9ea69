import { playScenario } from './playing.ts';
import { expect, expectAccessible, test } from './test.ts';

test('any object: revisions side by side with their writers, related objects as links, and the way back', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill('OOMKilled');
  await page.getByRole('button', { name: 'Play Out of memory' }).click();
  const inspector = page.getByRole('complementary');
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(inspector.getByText('OOMKilled (137)').last()).toBeVisible({ timeout: 500 });
  }).toPass();
  await inspector.getByRole('tab', { name: 'YAML' }).click();
  await expect(inspector.getByText('wrote this revision', { exact: false })).toBeVisible();
  const writers = inspector.getByRole('list', { name: 'Who wrote which fields' });
  await expect(writers.getByRole('button', { name: 'kube-scheduler binding' })).toBeVisible();
  await inspector.getByRole('combobox', { name: 'Compared with' }).selectOption({ label: 'nothing' });
  await expect(inspector.getByRole('region', { name: /^The object at revision/ })).toContainText('hostIP');
  await expectAccessible(page);

  await inspector.getByRole('tab', { name: 'Now' }).click();
  await inspector.getByRole('button', { name: /Node worker-\d spec/ }).click();
  await expect(inspector.getByRole('heading', { level: 2, name: /^worker-/ })).toBeVisible();
  await expect(inspector.getByText('KubeletReady')).toBeVisible();
  await expect(inspector.getByRole('button', { name: /Pod hog/ })).toBeVisible();
  await expectAccessible(page);
  await inspector.getByRole('button', { name: /^Back to/ }).click();
  await expect(inspector.getByRole('heading', { level: 2, name: 'hog' })).toBeVisible();
});

test('the end of a run leads to what is stuck, E edits, and another scenario keeps nothing picked', async ({
  page,
}) => {
  await playScenario(page, 'Three Pods, two GPUs');
  await page.getByRole('button', { name: /^Stuck: train-/ }).click();
  await expect(
    page.getByText('The nodes that could take it have too little left: example.com/gpu.'),
  ).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.getByRole('searchbox').fill('CrashLoopBackOff');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('banner')).toContainText('CrashLoopBackOff');
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'api' })).toBeVisible();
});
