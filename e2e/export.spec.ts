import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** What an entry of the run's menu writes. */
async function written(
  page: Page,
  entry: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('the run in the forms of other programs', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByText('Object stored')).toBeVisible();
  await expect(page.getByText(/^Record \d+ of \d+$/)).toBeVisible();

  const trace = await written(page, 'Trace events for Perfetto');
  const { traceEvents } = JSON.parse(trace.bytes.toString()) as {
    traceEvents: { ph: string; name: string }[];
  };
  expect(traceEvents.filter(({ ph, name }) => ph === 'b' && name === 'RunPodSandbox').length).toBeGreaterThan(
    0,
  );

  const diagram = await written(page, 'Sequence diagram');
  expect(diagram.name).toBe('a-first-pod.mmd');
  expect(diagram.bytes.toString()).toMatch(
    /^sequenceDiagram\n[\s\S]*kubectl->>kube_apiserver: .* create pods\/nginx/,
  );

  const printed = await written(page, 'Page to print');
  expect(printed.bytes.toString()).toContain('<title>A first Pod</title>');

  const picture = await written(page, 'Picture of the screen');
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  // A page that was drawn, not an empty sheet of the same size.
  expect(picture.bytes.length).toBeGreaterThan(200_000);
});
