import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { digestOfRecords } from '../src/trace/digest.ts';
import type { TraceRecord } from '../src/trace/record.ts';
import { expect, test } from './test.ts';

/** Keeps the records of every run of the page, as `[run, records]`: a fork begins with those it shares with the run before. */
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
    postMessage(message) {
      if (message.type === 'open') runs.set(message.run, ([...runs.values()].at(-1) ?? []).slice(0, message.from));
      super.postMessage(message);
    }
  };
`;

/** The digest of the page's newest run, which is simulated to its end, and how many records it has. */
async function digestOf(page: Page): Promise<string> {
  await expect(page.getByText(/^Record \d+ of \d+$/)).toBeVisible();
  const runs = JSON.parse(await page.evaluate<string>('sent()')) as [number, TraceRecord[]][];
  const records = runs.at(-1)?.[1] ?? [];
  expect(records.length).toBeGreaterThan(0);
  return `${digestOfRecords(records)}  ${records.length} records`;
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
  expect(await digestOf(other)).toBe(digest);

  const root = fileURLToPath(new URL('..', import.meta.url));
  const printed = execFileSync('npm', ['run', '-s', 'podscope', '--', 'run', link, '--digest'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe(digest);
});
