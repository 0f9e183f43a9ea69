import type { Page } from '@playwright/test';
import { encodeLink, type SharedLink } from '../src/share/link.ts';
import { expect, expectAccessible, test } from './test.ts';

type Run = SharedLink['run'];

let opened = 0;

/** Opens a moment of a run in a page of its own: with the same address but for the hash it would be the same page. */
async function open(page: Page, run: Run, view: SharedLink['view'], query = '?lang=en'): Promise<void> {
  opened += 1;
  await page.goto(`/${query}&opened=${opened}${await encodeLink({ run, view })}`);
  await expect(page.locator('h1').first()).not.toHaveText(/^$|Nothing has happened|아직 아무 일도/);
}

const STUCK: Run = { catalogue: 'oom-killed' };
const TWINS: Run = {
  catalogue: 'rollout-502',
  twin: { catalogue: 'rollout-prestop', name: 'with a preStop hook' },
};

/** What is worth looking at that no other spec looks at: the run, the moment in seconds, the level, what is pressed. */
const SCREENS: readonly {
  readonly name: string;
  readonly run: Run;
  readonly at: number;
  readonly zoom?: number;
  readonly key?: string;
}[] = [
  { name: 'stuck', run: STUCK, at: 30 },
  { name: 'cluster', run: { catalogue: 'node-dies' }, at: 120, zoom: 0 },
  { name: 'node', run: { catalogue: 'init-sidecar-app' }, at: 30, zoom: 2 },
  { name: 'Pod', run: { catalogue: 'init-sidecar-app' }, at: 30, zoom: 3 },
  { name: 'process', run: STUCK, at: 30, zoom: 4 },
  { name: 'image that cannot be pulled', run: { catalogue: 'image-tag-missing' }, at: 30 },
  { name: 'two branches', run: TWINS, at: 25.3 },
  { name: 'faults', run: STUCK, at: 30, key: 'x' },
  { name: 'shortcuts', run: STUCK, at: 30, key: '?' },
  { name: 'palette', run: STUCK, at: 30, key: 'Control+k' },
];

for (const theme of ['dark', 'light'] as const)
  test(`every screen can be read, ${theme}`, async ({ page }) => {
    // Colours are looked at when they have come to rest.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { name, run, at, zoom, key } of SCREENS)
      await test.step(name, async () => {
        const view = { at: at * 1_000_000, ...(zoom === undefined ? {} : { zoom }) };
        await open(page, run, view, `?theme=${theme}&lang=ko`);
        if (key !== undefined) {
          await page.keyboard.press(key);
          await expect(page.getByRole('dialog')).toBeVisible();
        }
        await expectAccessible(page);
      });
  });

test('every part of the drawing says on focus how it stands and what it is', async ({ page }) => {
  await open(page, STUCK, { at: 30_000_000 });
  await expect(page.getByText('Stopped here')).toBeVisible();
  const said = new Map<string, string>();
  await page.locator('[data-stop="kubectl"]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  // Down along the drawing, to its last part.
  for (;;) {
    await page.keyboard.press('ArrowDown');
    const stop = (await page.locator(':focus').getAttribute('data-stop')) ?? '';
    if (said.has(stop)) break;
    const name = (await page.locator(':focus').getAttribute('aria-label')) ?? '';
    const tip = page.getByRole('tooltip');
    await expect(tip).toContainText(name);
    // Below it stands a sentence of its own.
    await expect(tip).toHaveText(/.\.$/);
    said.set(stop, (await tip.innerText()).replace(name, '').trim());
  }
  expect(said.size).toBeGreaterThan(12);
  for (const [stop, about] of said) expect(about, stop).not.toBe('');
  // A key that does something else takes it away.
  await page.keyboard.press('Space');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

/** Texts of the page's drawings that leave it at a side, or lie on one another. */
const badTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('[data-letter] svg text, [data-scene] text')].map((text) => ({
      words: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    const bad = texts
      .filter(({ box }) => box.left < 0 || box.right > window.innerWidth)
      .map(({ words }) => `beyond the edge: ${words}`);
    for (const [place, one] of texts.entries())
      for (const other of texts.slice(place + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 2 && down > 4) bad.push(`on one another: ${one.words} / ${other.words}`);
      }
    return bad;
  });

for (const [lang, width] of [
  ['ko', 390],
  ['en', 390],
  ['ko', 1440],
] as const)
  test(`two branches on one clock, ${lang} at ${width}: every word whole and by itself`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, TWINS, { at: 25_300_000 }, `?lang=${lang}`);
    await expect(page.locator('[data-letter="B"] svg text').first()).toBeVisible();
    // Over both: whose rules still send to which Pod.
    await expect(page.locator('[data-scene] [data-pod="A"]')).toBeVisible();
    await expect(page.locator('[data-scene] [data-pod="B"]')).toBeVisible();
    expect(await badTexts(page)).toEqual([]);
  });

test('colours that the system forces: every screen can be read', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  for (const { name, run, at } of SCREENS.filter(({ key }) => key === undefined))
    await test.step(name, async () => {
      await open(page, run, { at: at * 1_000_000 }, '?theme=dark&lang=ko');
      await expectAccessible(page);
    });
});

for (const width of [390, 768, 1440])
  test(`the names of containers that share little room are whole, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 768 ? 1024 : 844 });
    await open(page, { catalogue: 'init-sidecar-app' }, { at: 30_000_000 });
    await expect(page.locator('[data-stop="containers.app"]')).toBeVisible();
    for (const name of ['migrate', 'proxy', 'app']) {
      const [frame, word] = await page.locator(`[data-stop="containers.${name}"]`).evaluate((box, text) => {
        const found = [...box.querySelectorAll('span')].find((each) => each.textContent === text);
        const range = document.createRange();
        range.selectNodeContents(found ?? box);
        return [box.getBoundingClientRect(), range.getBoundingClientRect()].map(({ top, bottom }) => ({
          top,
          bottom,
        }));
      }, name);
      expect(word?.bottom, name).toBeLessThanOrEqual(frame?.bottom ?? 0);
      expect(word?.top, name).toBeGreaterThanOrEqual(frame?.top ?? 0);
    }
  });

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('a finger finds every level, each 44 px wide, on the page', async ({ page }) => {
    await open(page, STUCK, { at: 30_000_000 }, '?lang=ko');
    const levels = page.getByRole('group', { name: '확대 단계' }).locator('label');
    const boxes = await levels.evaluateAll((all) =>
      all.map((level) => {
        const { left, right, width, height } = level.getBoundingClientRect();
        return { left, right, width, height };
      }),
    );
    expect(boxes.length).toBe(5);
    for (const { left, right, width, height } of boxes) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
    }
    await expect(page.getByText('파이프라인', { exact: true }).first()).toBeVisible();
  });
});

test('however many Pods a machine has, its words stand below them', async ({ page }) => {
  const scenario = JSON.stringify({
    title: '120 Pods',
    cluster: { preset: 'kind-3' },
    steps: [{ at: '0s', kubectl: 'create deployment web --image=nginx:1.29 --replicas=120' }],
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page, { scenario }, { at: 20_000_000, zoom: 0 });
    const tile = page.locator('[data-stop="node:worker-2"]');
    await expect(tile.getByTitle(/^default\/web-/).nth(30)).toBeVisible();
    const words = await tile.getByText(/^CPU requests/).boundingBox();
    const lowest = await tile
      .locator('[title]')
      .evaluateAll((pods) => Math.max(...pods.map((pod) => pod.getBoundingClientRect().bottom)));
    expect(lowest).toBeLessThanOrEqual(words?.y ?? 0);
  }
});

test('a phone finds faults and branches in its menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, STUCK, { at: 30_000_000 });
  for (const [entry, title] of [
    ['Fault panel', 'Inject a fault'],
    ['Branches and twins', 'Branches and twins'],
  ] as const) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
