import type { Page } from '@playwright/test';
import { expectAtEnd, openTerminal, typeLine } from './terminal-screen.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Types a line in the terminal and goes to the end of what came of it. */
async function run(page: Page, text: string, printed: string): Promise<void> {
  await typeLine(page, text);
  await expectAtEnd(page, printed);
}

test('a Pod that no node takes: why, and what would have to be true', async ({ page }) => {
  await page.goto('/');
  await openTerminal(page);
  await run(page, 'kubectl taint nodes --all team=a:NoSchedule', 'node/worker-3 tainted');
  await run(page, 'kubectl run web --image=nginx:1.29', 'pod/web created');
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText('No node fits web. It stays Pending.').first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('s');
  const xray = page.getByRole('region', { name: 'Scheduler X-ray' });
  await expect(xray.getByText('None of 4 nodes passed the filters.')).toBeVisible();
  await expect(xray.getByText('team=a:NoSchedule', { exact: true })).toHaveCount(4);
  await xray.getByRole('button', { name: '4 node(s) had untolerated taint(s)' }).click();
  await expect(xray.getByText('Nodes: control-plane, worker-1, worker-2, worker-3')).toBeVisible();
  await expectAccessible(page);
  await xray.getByRole('button', { name: 'Do it: Give the Pod a toleration for team=a:NoSchedule' }).click();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(xray.getByRole('button', { name: /^Attempt 2: worker-/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  await xray
    .getByRole('button', { name: /^NodeResourcesFit: \d+ × 1/ })
    .first()
    .focus();
  // The inspector beside the table has the arithmetic, and how the wait went.
  const inspector = page.getByRole('complementary');
  await expect(inspector.getByText('LeastAllocated')).toBeVisible();
  await expect(inspector.getByText(/^At \+.* woken: its tolerations changed\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(xray).toBeHidden();
});

test('a refused request: at which gate, in whose words', async ({ page }) => {
  await page.goto('/');
  await openTerminal(page);
  await run(page, 'kubectl run Web --image=nginx:1.29', 'The Pod "Web" is invalid:');
  const inspector = page.getByRole('complementary');
  await expect(inspector.getByText('POST pods/Web')).toBeVisible();
  await expect(inspector.getByText('What kubectl printed')).toBeVisible();
  await expect(inspector.getByText('Nothing was written to etcd.', { exact: false })).toBeVisible();
  await expectAccessible(page);
});

test('the API server opens to its gates, and says field by field what they changed', async ({ page }) => {
  await page.goto('/');
  await openTerminal(page);
  await run(
    page,
    'kubectl label ns default pod-security.kubernetes.io/enforce=baseline',
    'namespace/default labeled',
  );
  await run(page, 'kubectl run web --image=nginx:1.29 --dry-run=server', 'pod/web created (server dry run)');
  await page
    .getByRole('button', { name: /^kube-apiserver/ })
    .first()
    .dblclick();
  const gates = page.getByRole('region', { name: 'Gates of the API server' });
  await gates.getByRole('button', { name: /^Defaulting/ }).click();
  await expect(gates.getByText('spec.containers[0].imagePullPolicy')).toBeVisible();
  await gates.getByRole('button', { name: /^Mutating admission/ }).click();
  await expect(gates.getByRole('heading', { name: 'ServiceAccount' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(gates).toBeHidden();
  await run(
    page,
    `kubectl run bad --image=nginx:1.29 --overrides='{"spec":{"hostNetwork":true}}'`,
    'Error from server (Forbidden)',
  );
  await page
    .getByRole('button', { name: /^kube-apiserver/ })
    .first()
    .dblclick();
  await expect(gates.getByRole('button', { name: 'Validating admission refused' })).toBeVisible();
  await expect(gates.getByText('host namespaces (hostNetwork=true)')).toBeVisible();
});
