import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** A page that fails its test by any script error, console error or request to another host. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page, baseURL, context }, use) => {
    // Tests begin with the run; the page of a first visit has a test of its own.
    await context.addInitScript("localStorage.setItem('podscope.visited', '1')");
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.hostname !== '127.0.0.1')
        complaints.push(`request to ${request.url()}`);
    });
    await use(page);
    expect(complaints, `what the page at ${baseURL ?? ''} complained of`).toEqual([]);
  },
});

/** Fails on any violation of WCAG 2.2 A or AA that axe can see. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
}
