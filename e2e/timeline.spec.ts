import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './test.ts';

/** Applies the manifest that a visitor finds, and goes to where the Pod is Ready. */
async function readyPod(page: Page, query = ''): Promise<void> {
  await page.goto(`/${query}`);
  await page.getByRole('button', { name: /^(Apply|적용)/ }).click();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText(/7 of 7|^7 \/ 7$/)).toBeVisible({ timeout: 500 });
  }).toPass();
}

const clock = (page: Page) => page.locator('[data-pill]');

test('the timeline by keyboard: lanes, records, pin, fold, zoom and pan', async ({ page }) => {
  await readyPod(page);
  const end = await clock(page).innerText();
  await page.keyboard.press('j');
  const tree = page.getByRole('tree', { name: 'Lanes' });
  await expect(tree).toBeFocused();
  const active = page.locator('[data-active="true"]');
  await expect(active).toHaveAccessibleName('Pod phase');

  // Along the records of a lane.
  await page.keyboard.press('ArrowLeft');
  await expect(clock(page)).not.toHaveText(end);
  await page.keyboard.press('ArrowRight');
  await expect(clock(page)).toHaveText(end);

  // The node is folded into one row, and open again.
  const node = tree.getByRole('treeitem', { name: /^(kubelet )?worker-\d$/, expanded: true });
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveAccessibleName(/^kubelet worker-\d$/);
  await expect(node).toHaveCount(1);
  await page.keyboard.press('h');
  await expect(tree.getByRole('treeitem', { name: /^worker-\d$/ })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'containerd' })).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(tree.getByRole('treeitem', { name: 'containerd' })).toBeVisible();

  // Pinned: on top, and back.
  await page.keyboard.press('p');
  await expect(tree.getByRole('treeitem').first()).toHaveAccessibleName(/^kubelet worker-\d, pinned$/);
  await expectAccessible(page);
  await page.keyboard.press('p');
  await expect(tree.getByRole('treeitem').first()).toHaveAccessibleName('Pod phase');

  // A part of the run, with all of it below.
  const frame = page.locator('[data-minimap] [data-frame]');
  await expect(frame).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(frame).toHaveCount(1);
  const width = (await frame.boundingBox())?.width ?? 0;
  const left = (await frame.boundingBox())?.x ?? 0;
  await page.keyboard.press('[');
  await expect(async () => expect((await frame.boundingBox())?.x).toBeLessThan(left)).toPass();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(async () => expect((await frame.boundingBox())?.width).toBeGreaterThan(width)).toPass();
  await page.keyboard.press('\\');
  await expect(frame).toHaveCount(0);
});

test('the timeline by pointer: brush on the axis, drag, wheel, a mark pressed', async ({ page }) => {
  await readyPod(page);
  const drawing = page.getByRole('img', { name: /^Timeline of the run/ });
  const box = (await drawing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const frame = page.locator('[data-minimap] [data-frame]');
  await page.mouse.move(box.x + 300, box.y + box.height - 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + box.height - 8, { steps: 4 });
  await page.mouse.up();
  await expect(frame).toHaveCount(1);
  const start = (await frame.boundingBox())?.x ?? 0;
  await page.mouse.move(box.x + 600, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(async () => expect((await frame.boundingBox())?.x).toBeGreaterThan(start)).toPass();
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 400);
  await page.keyboard.up('Control');
  await expect(frame).toHaveCount(0);
  // The ribbon scrubs.
  await page.mouse.click(box.x + 16, box.y + 8);
  await expect(clock(page)).toHaveText(/^0\.0\d\d s$/);
});

test('lanes for several Pods, found by name', async ({ page }) => {
  await readyPod(page);
  await page.getByRole('button', { name: 'Pods: 1' }).click();
  const choice = page.getByRole('dialog', { name: 'Pods with lanes' });
  await choice.getByRole('searchbox', { name: 'Find a Pod' }).fill('coredns');
  await choice.getByRole('checkbox').first().check();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const tree = page.getByRole('tree', { name: 'Lanes' });
  await expect(tree.getByRole('treeitem', { name: 'nginx', exact: true })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /^coredns-/ })).toBeVisible();
});

test('playing keys do not reach a run behind the scenarios', async ({ page }) => {
  await readyPod(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('g');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/life/);
  await page.locator('main').click({ position: { x: 4, y: 4 } });
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Record 0 of \d+$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('on a phone, detail, scale and breakpoints are one button beside the transport', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Detail, scale, where to stop' }).click();
  await page.getByRole('menuitemradio', { name: 'Every record' }).click();
  await page.getByRole('button', { name: 'Detail, scale, where to stop' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Every record' })).toBeChecked();
  await expect(page.getByRole('menuitemcheckbox', { name: 'kube-scheduler acts' })).toBeVisible();
  await expectAccessible(page);
});
