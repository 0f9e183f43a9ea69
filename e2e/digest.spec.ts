import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { digestOfRecords } from '../src/trace/digest.ts';
import type { TraceRecord } from '../src/trace/record.ts';
import { expect, test } from './test.ts';

/** Keeps what every engine worker of the page sends, as `[run, records]`. */
const LISTEN = `
  const runs = new Map();
  globalThis.sent = () => JSON.stringify([...runs]);
  globalThis.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      this.addEventListener('message', ({ data }) => {
        if (data?.type === 'batch') runs.set(data.run, [...(runs.get(data.run) ?? []), ...data.records]);
      });
    }
  };
`;

/** The digest of the page's newest run, once it grows no more, and how many records it has. */
async function digestOf(page: Page): Promise<string> {
  let digest = '';
  await expect(async () => {
    const runs = JSON.parse(await page.evaluate<string>('sent()')) as [number, TraceRecord[]][];
    const records = runs.at(-1)?.[1] ?? [];
    const before = digest;
    digest = `${digestOfRecords(records)}  ${records.length} records`;
    expect(records.length).toBeGreaterThan(0);
    expect(digest).toBe(before);
  }).toPass({ intervals: [2_000] });
  return digest;
}

test('a link plays the same records in two pages and in Node', async ({ page, context }) => {
  await page.addInitScript({ content: LISTEN });
  await page.goto('/');
  await page.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByText('Object stored')).toBeVisible();
  const digest = await digestOf(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const box = page.getByRole('textbox', { name: 'Link to this moment' });
  await expect(box).toHaveValue(/#1\./);
  const link = await box.inputValue();

  const other = await context.newPage();
  await other.addInitScript({ content: LISTEN });
  await other.goto(link);
  await expect(other.getByText(/^Record \d+ of \d+$/)).toBeVisible();
  expect(await digestOf(other)).toBe(digest);

  const root = fileURLToPath(new URL('..', import.meta.url));
  const printed = execFileSync('npm', ['run', '-s', 'podscope', '--', 'run', link, '--digest'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe(digest);
});
